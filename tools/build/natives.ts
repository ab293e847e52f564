import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exclusively, type AlsoFor } from './exclusive-work.ts';
import { isMain } from './is-main.ts';

/** How it is tried whether a package works as it lies there; other packages need no more than to be loaded. */
const LOAD_CHECKS: Readonly<Record<string, string>> = {
  'better-sqlite3': "new (require('better-sqlite3'))(':memory:').close()",
};

/** How long another process may take to compile, on a slow machine that does other things as well. */
const LIMIT_MS = 20 * 60_000;

const PAUSE_MS = 300;

/**
 * Lets the packages of `allowScripts` that are true run their install script, if they do not work without. `npm ci` runs no
 * script at all: npm 10 knows no list of those that may. Of commands that start together, one installs and the others wait:
 * two compilers in one folder take each other’s files away.
 */
export async function ensureNatives(root = fileURLToPath(new URL('../../', import.meta.url))): Promise<void> {
  const { allowScripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  if ((await brokenOf(allowed, root)).length === 0) return;
  const settings = {
    folder: join(root, 'node_modules/.natives'),
    task: `installs ${allowed.join(' and ')}`,
    limitMs: LIMIT_MS,
    pauseMs: PAUSE_MS,
    report: (message: string) => void process.stderr.write(`${message}\n`),
  };
  await exclusively(settings, async (alsoFor) => install(await brokenOf(allowed, root), root, alsoFor));
}

async function brokenOf(names: readonly string[], root: string): Promise<string[]> {
  const checks = await Promise.all(names.map(async (name) => ((await works(name, root)) ? [] : [name])));
  return checks.flat();
}

async function install(broken: readonly string[], root: string, alsoFor: AlsoFor): Promise<void> {
  if (broken.length === 0) return;
  process.stderr.write(
    `Installing ${broken.join(' and ')} for this Node; where it has to be compiled, that takes minutes.\n`,
  );
  const command = ['rebuild', ...broken, '--ignore-scripts=false'];
  const child = spawn('npm', command, { cwd: root, stdio: 'inherit' });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  if (child.pid !== undefined) await alsoFor(child.pid);
  const [code] = await exited;
  if (code !== 0) throw new Error(`npm ${command.join(' ')} failed`);
}

async function works(name: string, root: string): Promise<boolean> {
  const check = LOAD_CHECKS[name] ?? `require('${name}')`;
  const child = spawn(process.execPath, ['-e', check], { cwd: root, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

if (isMain(import.meta.url)) await ensureNatives();
