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

/**
 * Finds the modules of the repository, which are imported by their file names, without a look at the disk. Generated code
 * may import a TypeScript module by the name that it will have as JavaScript.
 */
export async function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (!specifier.startsWith('.') || parentURL === undefined) return next(specifier, context);
  const { href } = new URL(specifier, parentURL);
  if (isTypeScript(href)) return { url: href, format: 'module', shortCircuit: true };
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!isTypeScript(parentURL) || !specifier.endsWith('.js')) throw error;
    return await next(specifier.replace(/\.js$/, '.ts'), context);
  }
}

export async function load(url, context, next) {
  if (!isTypeScript(url)) return next(url, context);
  const { source } = await next(url, { ...context, format: 'module' });
  const { code, map, errors } = transformSync(fileURLToPath(url), String(source), OPTIONS);
  if (errors.length > 0) throw new SyntaxError(`${url}: ${errors[0].message}`);
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    format: 'module',
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`,
    shortCircuit: true,
  };
}
