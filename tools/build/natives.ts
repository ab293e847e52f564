import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isMain } from './is-main.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How it is tried whether a package works as it lies there; other packages need no more than to be loaded. */
const LOAD_CHECKS: Readonly<Record<string, string>> = {
  'better-sqlite3': "new (require('better-sqlite3'))(':memory:').close()",
};

/**
 * Lets the packages of `allowScripts` that are true run their install script, if they do not work without. `npm ci` runs no
 * script at all: npm 10 knows no list of those that may.
 */
export async function ensureNatives(): Promise<void> {
  const { allowScripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  const checks = await Promise.all(allowed.map(async (name) => ((await works(name)) ? [] : [name])));
  const broken = checks.flat();
  if (broken.length === 0) return;
  process.stderr.write(
    `Installing ${broken.join(' and ')} for this Node; where it has to be compiled, that takes minutes.\n`,
  );
  const command = ['rebuild', ...broken, '--ignore-scripts=false'];
  if ((await exitCode('npm', command)) !== 0) throw new Error(`npm ${command.join(' ')} failed`);
}

const works = async (name: string): Promise<boolean> =>
  (await exitCode(process.execPath, ['-e', LOAD_CHECKS[name] ?? `require('${name}')`], 'ignore')) === 0;

async function exitCode(program: string, args: readonly string[], stdio: 'ignore' | 'inherit' = 'inherit') {
  const [code] = (await once(spawn(program, args, { cwd: root, stdio }), 'exit')) as [number | null];
  return code;
}

if (isMain(import.meta.url)) await ensureNatives();
