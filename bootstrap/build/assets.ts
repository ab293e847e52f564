import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const RINGS = ['domain', 'application', 'adapters', 'bootstrap'];
const CONTRACT = 'openapi.yaml';

// What the compiler reads, and what is only for people.
const NO_ASSET = /\.(ts|md)$|^tsconfig\.json$|^\./;

/** Copies what the compiled program reads beside itself: every file of the rings that the compiler leaves out, and the contract. */
export async function copyAssets(from: string, to: string): Promise<void> {
  for (const file of [CONTRACT, ...(await assetsOf(from))]) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copyFile(join(from, file), join(to, file));
  }
}

async function assetsOf(folder: string): Promise<string[]> {
  const found = RINGS.map(async (ring) => {
    const entries = await readdir(join(folder, ring), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !NO_ASSET.test(entry.name));
    return files.map((file) => relative(folder, join(file.parentPath, file.name)));
  });
  return (await Promise.all(found)).flat();
}
