import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../../tools/build/bundle.ts';
import { ROOT, TYPESCRIPT } from '../suites/suites.ts';

const DIST = join(ROOT, 'dist');

/** The variable of a suite whose runner has built the product. */
export const IS_BUILT = 'TEST_IS_BUILT';

let building: Promise<unknown> | undefined;
let directory: Promise<string> | undefined;
const bundled = new Map<string, Promise<string>>();

/** Builds the product if it is stale, as `npm start` does. */
export function buildProduct(): Promise<unknown> {
  if (process.env[IS_BUILT] === '1') return Promise.resolve();
  const command = [...TYPESCRIPT, join(ROOT, 'tools/build/build.ts'), '--if-stale'];
  return (building ??= promisify(execFile)(process.execPath, command, { cwd: ROOT }));
}

/** The built file of a program of the product, such as `bootstrap/main`. Its process starts several times faster than from source. */
export async function builtProgram(entry: string): Promise<string> {
  await buildProduct();
  return join(DIST, `${entry}.js`);
}

/** A program of the tests, such as `tests/telephony/dying-api`, in one file with what it loads of the product. */
export function bundledProgram(entry: string): Promise<string> {
  const known = bundled.get(entry) ?? bundleProgram(entry);
  bundled.set(entry, known);
  return known;
}

async function bundleProgram(entry: string): Promise<string> {
  const place = await (directory ??= openDirectory());
  await bundle(ROOT, entry, place);
  return join(place, `${entry}.js`);
}

/** A directory with everything that the built product finds beside itself, until this process ends. */
async function openDirectory(): Promise<string> {
  await buildProduct();
  const place = await mkdtemp(join(tmpdir(), 'test-programs-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  for (const name of await readdir(DIST)) await symlink(join(DIST, name), join(place, name));
  for (const name of ['node_modules', 'package.json']) await symlink(join(ROOT, name), join(place, name));
  return place;
}
