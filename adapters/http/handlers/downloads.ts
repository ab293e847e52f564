import type { ObjectStore } from '../../../application/ports/objects.ts';
import { missing } from '../../../domain/errors.ts';
import { attachmentDisposition } from '../../lib/attachment.ts';
import type { ObjectLinks } from '../../lib/object-links.ts';
import type { Handlers } from '../handler.ts';
import { artifactReply } from '../ranges.ts';

/** Serves objects of a store that has no server of its own. The signed link is the permission. */
export const downloadHandlers = (links: ObjectLinks, objects: ObjectStore) =>
  ({
    downloadObject: async ({ path, range }) => {
      const linked = links.read(path('token'));
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
      const { headers, ...reply } = artifactReply(object, 'application/octet-stream', range);
      return { ...reply, headers: { ...headers, 'Content-Disposition': attachmentDisposition(filename) } };
    },
  }) satisfies Partial<Handlers>;
