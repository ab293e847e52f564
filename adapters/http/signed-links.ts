import { Router } from 'express';
import type { ObjectStore } from '../../application/ports/objects.ts';
import { missing } from '../../domain/errors.ts';
import type { ObjectLinks } from '../lib/object-links.ts';
import { attachment } from '../lib/attachment.ts';
import { send } from './dispatch.ts';
import { artifactReply } from './ranges.ts';

/** Serves objects to whoever has a link that we issued. Outside of the contract: the link itself is the permission. */
export function signedLinks(links: ObjectLinks, objects: ObjectStore): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(`${links.path}:token`, async (request, response) => {
    const linked = links.read(request.params.token);
    const size = linked && (await objects.size(linked.key));
    if (!linked || size === null) throw missing('Object');
    const { key, filename } = linked;
    const object = {
      size,
      async bytes(part?: Parameters<ObjectStore['open']>[1]) {
        const opened = await objects.open(key, part);
        if (!opened) throw missing('Object');
        return opened.bytes;
      },
    };
    response.setHeader('Content-Disposition', attachment(filename));
    await send(response, artifactReply(object, 'application/octet-stream', request.headers.range ?? null));
  });
  return router;
}
