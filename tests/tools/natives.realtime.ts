import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { exclusively } from '../../tools/build/exclusive-work.ts';
import { TYPESCRIPT } from '../suites/suites.ts';
import { killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const moduleOf = (name: string): string => fileURLToPath(new URL(`../../tools/build/${name}.ts`, import.meta.url));

/** Fails while another one runs in the same folder, like a compiler. Is done when the test says so. */
const COMPILER = `
const fs = require('node:fs');
fs.mkdirSync('compiling');
fs.appendFileSync('compiled', 'once ');
const waiting = setInterval(() => {
  if (!fs.existsSync('may-end')) return;
  clearInterval(waiting);
  fs.writeFileSync('built.cjs', '');
  fs.rmdirSync('compiling');
}, 20);
`;

/** A project with one package that does not work until its install script has run. */
async function freshProject(): Promise<{ project: string; native: string }> {
  const project = await temporaryDirectory();
  const native = join(project, 'node_modules/native');
  await mkdir(native, { recursive: true });
  const scripts = { install: 'node compiler.cjs' };
  await Promise.all([
    writeFile(
      join(project, 'package.json'),
      JSON.stringify({
        name: 'fresh',
        version: '1.0.0',
        dependencies: { native: '1.0.0' },
        allowScripts: { native: true },
      }),
    ),
    writeFile(join(native, 'package.json'), JSON.stringify({ name: 'native', version: '1.0.0', scripts })),
    writeFile(join(native, 'index.js'), "require('./built.cjs');"),
    writeFile(join(native, 'compiler.cjs'), COMPILER),
  ]);
  return { project, native };
}

/** A process that runs these lines of a module, and what it has written to its standard error. */
function running(lines: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [...TYPESCRIPT, '--input-type=module', '-e', lines, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtEndOfTest(child);
  let complained = '';
  child.stderr.on('data', (piece: Buffer) => (complained += String(piece)));
  return { child, exited: once(child, 'exit'), complained: () => complained };
}

const ensuring = (project: string) =>
  running(`import { ensureNatives } from '${moduleOf('natives')}'; await ensureNatives(process.argv[1]);`, project);

const settingsIn = (folder: string, set = {}) => ({
  folder,
  task: 'installs everything',
  limitMs: 0,
  pauseMs: 5,
  report: () => undefined,
  ...set,
});

/** A process that works, also for another process, until it is killed. */
async function workOfAnother(folder: string, alsoFor: number): Promise<ChildProcess> {
  const { child } = running(
    `import { exclusively } from '${moduleOf('exclusive-work')}';
     const settings = { folder: process.argv[1], task: 'waits', limitMs: 0, pauseMs: 5, report: () => undefined };
     await exclusively(settings, async (alsoFor) => {
       await alsoFor(Number(process.argv[2]));
       process.stdout.write('begun');
       await new Promise(() => setInterval(() => undefined, 60_000));
     });`,
    folder,
    String(alsoFor),
  );
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    ({ message }: Error) => message,
  );

describe('native packages of a fresh clone', () => {
  it('are compiled once when two commands start at the same time, and the second finds them built', async () => {
    const { project, native } = await freshProject();
    const commands = [ensuring(project), ensuring(project)];
    const someWaits = new Promise((resolve) => {
      for (const { child, complained } of commands)
        child.stderr.on('data', () => {
          if (complained().includes('Waiting for process')) resolve(true);
        });
    });
    await Promise.race([someWaits, ...commands.map(({ exited }) => exited)]);
    await writeFile(join(native, 'may-end'), '');
    const codes = await Promise.all(commands.map(async ({ exited }) => ((await exited) as [number])[0]));
    const complained = commands.map((command) => command.complained()).join('');
    assert.deepEqual(codes, [0, 0], complained);
    assert.equal(await readFile(join(native, 'compiled'), 'utf8'), 'once ');
    assert.match(complained, /Waiting for process \d+, which installs native\./);
    assert.deepEqual(await readdir(join(project, 'node_modules/.natives')), []);
  });
});

describe('exclusive work of a process', () => {
  it('begins after that of each other one of the same folder, however many start together', async () => {
    const folder = await temporaryDirectory();
    let together = 0;
    const works = Array.from({ length: 8 }, () =>
      exclusively(settingsIn(folder, { limitMs: 60_000 }), async () => {
        together += 1;
        assert.equal(together, 1);
        await new Promise(setImmediate);
        together -= 1;
      }),
    );
    await Promise.all(works);
    assert.isEmpty(await readdir(folder));
  });

  it('ends with a failure of its work', async () => {
    const folder = await temporaryDirectory();
    const work = exclusively(settingsIn(folder), () => Promise.reject(new Error('it does not compile')));
    assert.equal(await failureOf(work), 'it does not compile');
    assert.isEmpty(await readdir(folder));
  });

  it('is waited for until the limit, whose message names the process and its file', async () => {
    const folder = await temporaryDirectory();
    const reports: string[] = [];
    const { pid } = await workOfAnother(folder, process.pid);
    const settings = settingsIn(folder, { limitMs: 20, report: (message: string) => reports.push(message) });
    const failure = await failureOf(exclusively(settings, () => Promise.resolve('done')));
    const [, named = ''] =
      /^Process (\d+), which installs everything, was not done within 0 s\. End it/.exec(failure) ?? [];
    assert.oneOf(Number(named), [pid, process.pid]);
    assert.match(failure, new RegExp(`delete ${folder}/${named}-[0-9a-f-]+ if`));
    assert.match(reports[0] ?? '', /^Waiting for process \d+, which installs everything\.$/);
  });

  it('ends when the process is killed, and not before what that one started', async () => {
    const folder = await temporaryDirectory();
    const { child: started } = running('setInterval(() => undefined, 60_000);');
    const killed = await workOfAnother(folder, started.pid!);
    const work = () => Promise.resolve('done');
    await kill(killed);
    assert.include(await failureOf(exclusively(settingsIn(folder), work)), `Process ${started.pid}`);
    await kill(started);
    assert.equal(await exclusively(settingsIn(folder), work), 'done');
    assert.isEmpty(await readdir(folder));
  });
});
