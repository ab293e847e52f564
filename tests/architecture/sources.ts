import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A source file of the rings, with its path from the root. */
export type Source = readonly [file: string, text: string];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RINGS = ['domain', 'application', 'adapters', 'bootstrap'];

/** Every source file of the rings, found without following imports, which takes long. */
export async function sourcesOfRings(): Promise<Source[]> {
  const listed = await Promise.all(
    RINGS.map(async (ring) => (await readdir(ROOT + ring, { recursive: true })).map((file) => `${ring}/${file}`)),
  );
  const files = listed.flat().filter((file) => /(?<!\.d)\.(ts|js)$/.test(file));
  return Promise.all(files.map(async (file) => [file, await readFile(ROOT + file, 'utf8')] as const));
}
