import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/**
 * Packages of many small modules that bring nothing but JavaScript: what finds its files beside itself, starts threads or
 * is compiled for a machine stays where it is installed.
 */
export const BUNDLED_PACKAGES =
  /^(@inversifyjs\/[^/]+|@modelcontextprotocol\/sdk|@opentelemetry\/api|content-type|csv-parse|eventsource-parser|inversify|jose|jsonwebtoken|jw[as]|libphonenumber-js|n2words|nodemailer|oauth4webapi|openid-client|pkce-challenge|prom-client|semver|yaml|zod|zod-to-json-schema)(\/|$)/;

/**
 * Puts what an entry of the program loads at its start into few files, under its own name in `outDir`: to find and read
 * 1,500 modules takes a service longer than all else that it does before it listens. The modules that run in threads or
 * processes of their own are not among them, so the compiled program has to be there as well.
 */
export async function bundle(root: string, entry: string, outDir: string): Promise<void> {
  const sources = await realpath(root);
  const folder = dirname(entry);
  const name = relative(folder, entry);
  const build = await rolldown({
    input: join(sources, `${entry}.ts`),
    platform: 'node',
    external: (wanted) => !isOwnModule(wanted) && !BUNDLED_PACKAGES.test(wanted),
    plugins: [rewriteModuleUrls(join(sources, folder))],
    tsconfig: false,
    logLevel: 'warn',
  });
  try {
    await build.write({
      dir: join(outDir, folder),
      entryFileNames: `${name}.js`,
      chunkFileNames: `${name}-[name]-[hash].js`,
      sourcemap: true,
      sourcemapExcludeSources: true,
      keepNames: true,
    });
  } finally {
    await build.close();
  }
}

/** Whether it is asked for by its place and not as a package. */
const isOwnModule = (wanted: string): boolean => wanted.startsWith('.') || isAbsolute(wanted);

/** Keeps `import.meta.url` of each bundled module at its own compiled address, so that relative files are found. */
function rewriteModuleUrls(folder: string): Plugin {
  return {
    name: 'placed',
    transform: {
      filter: { code: 'import.meta', id: /\.ts$/ },
      handler(code, id) {
        const compiled = relative(folder, id).replaceAll(sep, '/').replace(/\.ts$/, '.js');
        const address = `new URL(${JSON.stringify(compiled)}, import.meta.url).href`;
        return { code: code.replaceAll('import.meta.url', address), map: null };
      },
    },
  };
}
