import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from 'chai';
import { root } from '../architecture/cruise.ts';
import { dockerfile, instructions, wordsOf, type Stage } from './dockerfile.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Timeout, in ms: native parts may have to be compiled. */
const BUILD_MS = 900_000;

/**
 * Builds what the image holds as the Dockerfile says, in folders instead of layers: the same commands on the same
 * files, from nothing. What only a container can do is left out: system packages, users, and what is not on the
 * registry.
 */
describe('the image', function () {
  this.timeout(BUILD_MS);

  let layers: string;
  let last: Stage;
  let app: string;
  before(async () => {
    layers = await temporaryDirectory();
    const { stages } = await dockerfile();
    for (const stage of stages) await build(stage, layers);
    last = stages.at(-1)!;
    app = join(layers, 'image');
  });

  it('runs every service in one container, says that it is healthy, and ends well when it is asked to', async () => {
    const env = await settings(last, layers);
    const main = start(
      app,
      ['ENTRYPOINT', 'CMD'].flatMap((word) => wordsOf(instructions(last, word)[0]!)),
      env,
    );
    const ended = once(main, 'exit');
    try {
      await healthy(last, app, env);
      const response = await fetch(`http://127.0.0.1:${env['API_PORT']}/api/v1/users/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@example.com', password: 'correct horse', organisation_name: 'A' }),
      });
      assert.equal(response.status, 201, await response.text());
    } finally {
      main.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null]);
    assert.notEqual(await check(last, app, env), 0);
  });

  it('keeps passages by their vectors, for which it needs a library of this platform', async () => {
    const script = `
      import { openVectors } from './dist/bootstrap/stores.js';
      const vectors = await openVectors('sqlite::memory:');
      console.log(await vectors.count('org', 'd'));
      await vectors.close();`;
    await writeFile(join(app, 'try.js'), script);
    assert.equal(await output(app, ['node', 'try.js']), '0\n');
  });

  it('holds nothing that only development needs', async () => {
    const { devDependencies } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8')) as {
      devDependencies: object;
    };
    for (const name of ['typescript', 'mocha', 'testcontainers', 'chromadb-js-bindings-linux-x64-gnu'])
      assert.equal(await output(app, ['sh', '-c', `ls node_modules | grep -x ${name} || true`]), '', name);
    assert.property(devDependencies, 'mocha');
  });
});

/** Runs the steps of a stage in a separate folder, which starts as a copy of its base stage. */
async function build({ from, name, steps }: Stage, layers: string): Promise<void> {
  const folder = join(layers, name || 'image');
  await cp(join(layers, from), folder, { recursive: true, verbatimSymlinks: true }).catch(() => mkdir(folder));
  for (const { word, rest } of steps) {
    if (word === 'COPY') await copy(rest, folder, layers);
    if (word === 'RUN' && !/^(apt-get|install) /.test(rest)) await run(folder, rest);
  }
}

async function copy(rest: string, folder: string, layers: string): Promise<void> {
  const words = rest.split(' ');
  const [, stage] = /^--from=(\S+)$/.exec(words[0]!) ?? [];
  if (stage !== undefined) words.shift();
  const to = words.pop()!;
  for (const from of words) {
    const source = stage === undefined ? join(root, from) : join(layers, stage, from.replace(/^\/app\//, ''));
    const target = join(folder, to.endsWith('/') ? join(to, from) : to);
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('/pocketsphinx.wasm') || stage !== undefined,
    });
  }
}

async function run(folder: string, command: string): Promise<void> {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, UWEBSOCKETS: '', NODE_ENV: '' },
    // Compiler messages are in the output.
    stdio: ['ignore', 2, 2],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.equal(code, 0, command);
}

/** The image's own settings, with places of this machine for the data directory and the ports. */
async function settings(stage: Stage, layers: string): Promise<Record<string, string>> {
  const pairs = instructions(stage, 'ENV').flatMap((line) => line.split(' '));
  const own = Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
  const data = join(layers, 'data');
  await mkdir(data);
  await writeFile(join(data, '.keep'), '');
  const [API_PORT, RUNTIME_PORT] = (await Promise.all([freePort(), freePort()])).map(String) as [string, string];
  return { PATH: process.env['PATH'] ?? '', ...own, DATA_DIR: data, API_PORT, RUNTIME_PORT };
}

const start = (cwd: string, [program = '', ...args]: string[], env: Record<string, string>): ChildProcess =>
  spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });

/** Result of the image's health check. */
async function check(stage: Stage, app: string, env: Record<string, string>): Promise<number | null> {
  const [code] = (await once(start(app, wordsOf(instructions(stage, 'HEALTHCHECK')[0]!), env), 'exit')) as [
    number | null,
  ];
  return code;
}

async function healthy(stage: Stage, app: string, env: Record<string, string>): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) if ((await check(stage, app, env)) === 0) return;
  assert.fail('it never became healthy');
}

async function output(cwd: string, [program = '', ...args]: string[]): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part) => (text += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0);
  return text;
}
