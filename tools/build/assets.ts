import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';

const RINGS = ['domain', 'application', 'adapters', 'bootstrap', 'tools'];

// What the compiler reads, and what is only for people.
const NO_ASSET = /\.(ts|md)$|^tsconfig\.json$|^\./;

/**
 * Copies what the compiled program reads beside itself: every file of the rings that the compiler leaves out. The contract
 * comes as JSON, which is read ten times as quickly as YAML.
 */
export async function copyAssets(from: string, to: string): Promise<void> {
  for (const file of await assetsOf(from)) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copyFile(join(from, file), join(to, file));
  }
  const contract: unknown = parse(await readFile(join(from, 'openapi.yaml'), 'utf8'));
  await writeFile(join(to, 'openapi.json'), JSON.stringify(contract));
}

async function assetsOf(folder: string): Promise<string[]> {
  const found = RINGS.map(async (ring) => {
    const entries = await readdir(join(folder, ring), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !NO_ASSET.test(entry.name));
    return files.map((file) => relative(folder, join(file.parentPath, file.name)));
  });
  return (await Promise.all(found)).flat();
}
