import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePatchedRecogniser } from '../../adapters/providers/local/build/recogniser-patch.ts';
import { PATCHED_RECOGNISER } from '../../adapters/providers/local/patched-recogniser.ts';
import { copyAssets } from './assets.ts';
import { bundle } from './bundle.ts';
import { buildConsole } from './console.ts';
import { isFresh, stamp } from './freshness.ts';
import { ensureNatives } from './natives.ts';
import { putInPlace } from './put-in-place.ts';
import { buildWidget } from './web-clients.ts';

/** Before a start only what is stale is built, and without the types being checked: `npm run build` and the tests do that. */
const isBeforeStart = process.argv.includes('--if-stale');

/** What starts whole services. */
const ENTRIES = ['bootstrap/main', 'tools/demo/main'];

/** What `npm run packages` and `npm run docs` write into dist. */
const BUILT_BY_OTHERS = ['packages', 'docs'];

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'dist');

/** Builds beside dist and then puts the whole in its place, so that a failed build leaves the last one that worked. */
async function build(): Promise<boolean> {
  await writePatchedRecogniser(fileURLToPath(PATCHED_RECOGNISER));
  const startedAt = new Date();
  const draft = `${dist}-${process.pid}`;
  try {
    const pages = [buildConsole(join(draft, 'pages/console')), buildWidget(join(draft, 'pages/widget'))];
    const [compiled] = await Promise.all([compile(draft), ...pages]);
    if (!compiled) return false;
    for (const entry of ENTRIES) await bundle(root, entry, draft);
    await copyAssets(root, draft);
    await stamp(draft, startedAt);
    await putInPlace(draft, dist, async () => isBeforeStart && (await isFresh(root, dist)), BUILT_BY_OTHERS);
    return true;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function compile(outDir: string): Promise<boolean> {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const command = [compiler, '-p', 'tsconfig.json', '--outDir', outDir, ...(isBeforeStart ? ['--noCheck'] : [])];
  const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

await ensureNatives();
const isBuildNeeded = !isBeforeStart || !(await isFresh(root, dist));
if (isBuildNeeded && !(await build())) process.exitCode = 1;
