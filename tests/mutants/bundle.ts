import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import * as fc from 'fast-check';
import { rolldown, type Plugin } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENTRY = 'every-test';
/** Takes longer than all other tests together, which have to notice mutants without it. */
const RANDOM_CONVERSATIONS = 'conversation-property.test.ts';

/** Runs of a property. Few mutants need more. */
const RUNS_MAX = 100;

/** Registers the tests of the domain with Mocha's globals. Each call evaluates the tests and the domain again. */
export type Suites = () => void;

/** The tests in `tests/domain` below a directory, and the domain below it, as one function. All else is loaded once. */
export async function loadSuites(directory: string): Promise<Suites> {
  const files = await readdir(join(directory, 'tests/domain'), { recursive: true });
  const tests = files.filter((name) => name.endsWith('.test.ts') && !name.endsWith(RANDOM_CONVERSATIONS)).toSorted();
  const imports = tests.map((name) => `import ${JSON.stringify(join(directory, 'tests/domain', name))};`);
  const bundle = await rolldown({
    input: ENTRY,
    treeshake: false,
    platform: 'node',
    plugins: [inSandbox(directory, imports.join('\n'))],
  });
  const { output } = await bundle.generate({ format: 'cjs', inlineDynamicImports: true });
  await bundle.close();
  const [chunk] = output;
  const outside = new Map<string, unknown>();
  for (const name of chunk.imports) outside.set(name, await import(name));
  outside.set(import.meta.resolve('fast-check'), { ...fc, assert: assertWithFewRuns });
  const requireNative = createRequire(import.meta.url);
  const requireLoaded = (name: string): unknown => outside.get(name) ?? requireNative(name);
  const evaluate = compileFunction(chunk.code, ['require', 'exports', 'module']) as (...args: unknown[]) => void;
  return () => {
    evaluate(requireLoaded, {}, { exports: {} });
  };
}

function assertWithFewRuns<T>(property: fc.IRawProperty<T>, parameters?: fc.Parameters<T>): unknown {
  return fc.assert(property, { ...parameters, numRuns: Math.min(parameters?.numRuns ?? RUNS_MAX, RUNS_MAX) });
}

/** Bundles the entry and the files of the sandbox. Packages and other files of the project stay imports. */
function inSandbox(directory: string, entry: string): Plugin {
  return {
    name: 'in-sandbox',
    resolveId(name, importer) {
      if (name === ENTRY) return name;
      if (name.startsWith('node:')) return { id: name, external: true };
      if (!/^[./]/.test(name)) return { id: import.meta.resolve(name), external: true };
      const path = resolve(importer === undefined ? directory : join(importer, '..'), name);
      if (existsSync(path)) return path;
      return { id: pathToFileURL(join(ROOT, relative(directory, path))).href, external: true };
    },
    load: (name) => (name === ENTRY ? entry : null),
  };
}
