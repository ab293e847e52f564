import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressFiles } from './compressed.ts';

const CONFIG = fileURLToPath(new URL('../../console/vite.config.ts', import.meta.url));

/** Builds the console into this directory, everything in it also compressed as browsers like it. */
export async function buildConsole(outDir: string): Promise<void> {
  await build({ configFile: CONFIG, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  await compressFiles(outDir);
}
