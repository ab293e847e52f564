import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The violations planted in this folder, from lines of its files that read `// breaks <rule>`. */
export async function planted(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.ts'));
  const violations = files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8');
    return Array.from(text.matchAll(/^\/\/ breaks (.+)$/gm), ([, rule]) => `${file} breaks ${rule}`);
  });
  return (await Promise.all(violations)).flat().toSorted();
}
