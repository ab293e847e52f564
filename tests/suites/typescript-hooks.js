import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** Types are removed, and the rest stays as it is written: all of it is known to the oldest Node that is supported. */
const OPTIONS = {
  target: 'node20',
  typescript: { onlyRemoveTypeImports: true },
  jsx: { runtime: 'automatic', importSource: 'preact' },
  sourcemap: true,
  tsconfig: false,
};

const isTypeScript = (url) => /^file:[^?]*\.tsx?(\?|$)/.test(url);

/** Finds the modules of the repository, which are imported by their file names, without a look at the disk. */
export function resolve(specifier, context, next) {
  if (!specifier.startsWith('.') || context.parentURL === undefined) return next(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  return isTypeScript(href) ? { url: href, format: 'module', shortCircuit: true } : next(specifier, context);
}

export function load(url, context, next) {
  if (!isTypeScript(url)) return next(url, context);
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), OPTIONS);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
  return { format: 'module', source, shortCircuit: true };
}
