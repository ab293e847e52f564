import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputOptions } from 'rolldown';
import { compressFiles } from './compressed.ts';

const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));

/** What the browsers understand that have everything the clients use: Chrome 120, Firefox 115, Safari 17. */
const TARGET = 'es2022';

/** Builds what the API serves to pages of others: `widget.js` and `widget-worklet.js`, also compressed. */
export async function buildWidget(outDir: string): Promise<void> {
  const worklet = await workletText();
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'widget-worklet.js'), worklet);
  await writeFile(join(outDir, 'widget.js'), await scriptOf(worklet));
  await compressFiles(outDir);
}

/** Builds the modules of the browser package into this directory: `index.js` and `worklet.js`. */
export async function buildBrowserPackage(outDir: string): Promise<void> {
  const worklet = await workletText();
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'worklet.js'), worklet);
  await writeFile(join(outDir, 'index.js'), await bundled('browser/index.ts', { format: 'es' }, worklet));
}

/** Builds the modules of the widget's package into this directory: `index.js`, and the files that the API serves. */
export async function buildWidgetPackage(outDir: string): Promise<void> {
  const worklet = await workletText();
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, 'widget-worklet.js'), worklet);
  await writeFile(join(outDir, 'widget.js'), await scriptOf(worklet));
  await writeFile(join(outDir, 'index.js'), await bundled('widget/index.ts', { format: 'es' }, worklet));
}

const workletText = (): Promise<string> => bundled('browser/worklet.ts', { format: 'iife', minify: true });

const scriptOf = (worklet: string): Promise<string> =>
  bundled('widget/index.ts', { format: 'iife', name: 'voiceAgent', minify: true }, worklet);

/** One file of a client, with the worklet as text inside if one is given. */
async function bundled(entry: string, output: OutputOptions, worklet?: string): Promise<string> {
  const define = worklet === undefined ? {} : { WORKLET_SOURCE: JSON.stringify(worklet) };
  const build = await rolldown({
    input: join(CLIENTS, entry),
    platform: 'browser',
    tsconfig: false,
    logLevel: 'warn',
    transform: { define, target: TARGET },
  });
  try {
    const { output: chunks } = await build.generate(output);
    const [chunk] = chunks;
    if (chunks.length !== 1) throw new Error(`${entry} must become one file`);
    return chunk.code;
  } finally {
    await build.close();
  }
}
