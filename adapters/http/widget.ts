import { createHash } from 'node:crypto';
import { Router, type RequestHandler } from 'express';
import { builtFiles, codingFor, sendFile, type BuiltFile } from './built-files.ts';

/** The script of the widget and its worklet. Their names do not change: during an upgrade, replicas have different ones. */
const FILES = ['widget.js', 'widget-worklet.js'];
/** Pages check after this time whether there is another version, and use the one they have at once. */
const CACHED = 'public, max-age=300, stale-while-revalidate=86400';
const NOT_BUILT = 'The widget is not built. `npm run build` builds it, and `npm start` serves it.';

/** Serves the widget to pages of any origin: it is public, and does nothing without a ticket of the page's own server. */
export function widgetFiles(directory: string): Router {
  const files = builtFiles(directory);
  const tags = new WeakMap<BuiltFile, string>();
  const tagOf = (file: BuiltFile): string => {
    const tag = tags.get(file) ?? createHash('sha256').update(file.plain).digest('base64url').slice(0, 22);
    tags.set(file, tag);
    return tag;
  };
  const answer =
    (name: string): RequestHandler =>
    async (request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      const file = (await files()).get(name);
      if (!file) return void response.status(404).setHeader('Cache-Control', 'no-store').json({ detail: NOT_BUILT });
      response.setHeader('Cache-Control', CACHED);
      // Each coding is a representation of its own.
      response.setHeader('ETag', `"${tagOf(file)}-${codingFor(request, file) ?? 'plain'}"`);
      if (request.fresh) return void response.vary('Accept-Encoding').status(304).end();
      sendFile(file, request, response);
    };
  const router = Router({ caseSensitive: true, strict: true });
  for (const name of FILES) router.get(`/${name}`, answer(name));
  return router;
}
