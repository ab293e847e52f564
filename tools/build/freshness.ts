import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessCode } from '../../adapters/lib/expected-failures.ts';

const SOURCES = [
  'domain',
  'application',
  'adapters',
  'bootstrap',
  'tools',
  'clients/typescript',
  'clients/browser',
  'clients/widget',
  'console',
  'openapi.yaml',
  'openapi.ts',
  'tsconfig.json',
  'package-lock.json',
];
const STAMP = '.built';

/** Whether this build was begun after the last change of a source. A file that was added or removed is a change too. */
export async function isFresh(sources: string, build: string): Promise<boolean> {
  const builtAt = await changedAt(join(build, STAMP));
  if (builtAt === null) return false;
  const changes = await Promise.all(SOURCES.map((source) => lastChange(join(sources, source))));
  return Math.max(...changes) < builtAt;
}

/** Marks this build as begun at that moment. */
export async function stamp(build: string, startedAt: Date): Promise<void> {
  const file = join(build, STAMP);
  await writeFile(file, '');
  await utimes(file, startedAt, startedAt);
}

async function lastChange(path: string): Promise<number> {
  const own = (await changedAt(path)) ?? 0;
  const entries = await readdir(path, { recursive: true }).catch(() => []);
  const inside = await Promise.all(entries.map((entry) => changedAt(join(path, entry))));
  return Math.max(own, ...inside.map((time) => time ?? 0));
}

const changedAt = async (path: string): Promise<number | null> =>
  (await stat(path).catch(unlessCode('ENOENT')))?.mtimeMs ?? null;
