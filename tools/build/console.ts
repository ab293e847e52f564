import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

const CONFIG = fileURLToPath(new URL('../../console/vite.config.ts', import.meta.url));
const COMPRESSED = /\.(html|css|js|svg)$/;
/** A file that is smaller than this fits into one packet anyway. */
const COMPRESS_FROM_BYTES = 1024;

/** Builds the console into this directory, everything in it also compressed as browsers like it. */
export async function buildConsole(outDir: string): Promise<void> {
  await build({ configFile: CONFIG, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  const names = await readdir(outDir, { recursive: true });
  await Promise.all(names.filter((name) => COMPRESSED.test(name)).map((name) => compress(join(outDir, name))));
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.byteLength < COMPRESS_FROM_BYTES) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(plain));
  await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
}
