import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { temporaryDirectory } from '../support/temporary.ts';
import { localServer } from '../support/local-server.ts';

/** A page, built with the packages as they are published, and served from an origin of its own. */
export async function servedPage(directory: URL): Promise<{ origin: string }> {
  const outDir = await temporaryDirectory();
  const root = fileURLToPath(directory);
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const { url: origin } = await localServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    readFile(join(outDir, pathname === '/' ? 'index.html' : pathname)).then(
      (bytes) => response.setHeader('content-type', type).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return { origin };
}
