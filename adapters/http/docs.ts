import { createRequire } from 'node:module';
import { Router, type RequestHandler } from 'express';
import { serveFiles, setup } from 'swagger-ui-express';
import type { Contract } from './contract.ts';

const CONTRACT_PATH = '/openapi.json';
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const REDOC_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>API reference</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style>body { margin: 0; }</style>
  </head>
  <body>
    <div id="redoc"></div>
    <script src="/redoc/redoc.standalone.js"></script>
    <script src="/redoc/init.js"></script>
  </body>
</html>
`;
const REDOC_INIT = `Redoc.init('${CONTRACT_PATH}', { hideDownloadButton: false }, document.getElementById('redoc'));\n`;

/** Serves the API reference: Swagger UI at /docs, ReDoc at /redoc, and the document. Loads nothing from other hosts. */
export function docs(contract: Contract): Router {
  const options = { swaggerOptions: { url: CONTRACT_PATH, validatorUrl: null } };
  const bundle = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const router = Router();
  // The paths contain the prefix, so the server is the root.
  const served = { ...contract, servers: [{ url: '/' }] };
  router.get(CONTRACT_PATH, (_request, response) => void response.json(served));
  router.use(['/docs', '/redoc'], strictPolicy);
  router.use('/docs', ...serveFiles(undefined, options));
  router.get('/docs/', setup(undefined, options));
  router.get('/redoc', (_request, response) => void response.type('html').send(REDOC_PAGE));
  router.get('/redoc/init.js', (_request, response) => void response.type('js').send(REDOC_INIT));
  router.get('/redoc/redoc.standalone.js', (_request, response) => response.sendFile(bundle));
  return router;
}

const strictPolicy: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', POLICY);
  next();
};
