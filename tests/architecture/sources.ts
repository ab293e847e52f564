import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A source file, with its path from the root. */
export type Source = readonly [file: string, text: string];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RINGS = ['domain', 'application', 'adapters', 'bootstrap', 'tools'];
const IS_SOURCE = /(?<!\.d)\.(tsx?|js)$/;

/** Every source file of the rings, found without following imports, which is slow. */
export const sourcesOfRings = (): Promise<Source[]> => sourcesBelow(RINGS);

/** Every source file below these folders of `root`; folders that do not exist have none. */
export async function sourcesBelow(folders: readonly string[], root = ROOT): Promise<Source[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(root + folder, { recursive: true }).catch(() => []);
      return files.map((file) => `${folder}/${file}`);
    }),
  );
  const files = listed
    .flat()
    .filter((file) => IS_SOURCE.test(file) && !/node_modules\/|\/canaries\/|contract-tools\/generated\//.test(file));
  return Promise.all(files.map(async (file) => [file, await readFile(root + file, 'utf8')] as const));
}
