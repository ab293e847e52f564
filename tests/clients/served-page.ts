import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

/** A page, built with the packages as they are published, and served from an origin of its own. */
export async function servedPage(directory: URL): Promise<{ origin: string }> {
  const outDir = await temporaryDirectory();
  const root = fileURLToPath(directory);
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    readFile(join(outDir, pathname === '/' ? 'index.html' : pathname)).then(
      (bytes) => response.setHeader('content-type', type).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfTest(() => closed(server));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
