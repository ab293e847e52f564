import type { DocumentEraser } from '../ports/erasures.ts';
import { removeDocument, type RemovalPorts } from './delete-document.ts';

/** Erases documents for other areas. */
export const documentEraser = (ports: RemovalPorts): DocumentEraser => ({
  async eraseAll(orgId, progress) {
    for (const document of await ports.knowledge.list(orgId))
      if ((await removeDocument(ports, document)).wasThere) await progress.erased('documents');
    await ports.textIndex.removeAll(orgId);
  },
});
