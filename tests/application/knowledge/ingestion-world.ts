import { Readable } from 'node:stream';
import type { ClaimWorker } from '../../../application/claim-worker.ts';
import { ingestionWorker, type IngestionWorkerPorts } from '../../../application/knowledge/ingestion-worker.ts';
import type { DocumentText } from '../../../application/ports/document-text.ts';
import type { KnowledgeDocument } from '../../../domain/knowledge/document.ts';
import { knowledgeDocument } from '../../domain/knowledge/example.ts';
import { fakeDocumentText } from '../../support/fake-document-text.ts';
import { addOrganisation } from '../added-organisation.ts';
import { openPorts } from '../../support/world.ts';

/** The ports of ingestion, with an organisation `o1`; closed after the test. */
export async function ingestionWorld() {
  const ports = await openPorts();
  await addOrganisation(ports);
  return {
    ports,
    engine: (more: Partial<IngestionWorkerPorts> = {}): ClaimWorker => ingestionWorker({ ...ports, ...more }),
    /** Uploads a document with this text for the fake reader. */
    async store(
      id: string,
      text: string,
      orgId = 'o1',
      more: Partial<KnowledgeDocument> = {},
    ): Promise<KnowledgeDocument> {
      const key = `${orgId}/knowledge/${id}.pdf`;
      await ports.objects.put(key, Readable.from([Buffer.from(`%PDF-${text}`)]), {
        size: 5 + Buffer.byteLength(text),
        contentType: '',
      });
      const document = knowledgeDocument({ document_id: id, org_id: orgId, storage_key: key, ...more });
      await ports.knowledge.add(document);
      return document;
    },
    organise: (orgId: string) => addOrganisation(ports, orgId),
    found: (id: string) => ports.knowledge.find('o1', id),
    chunks: (id: string) => ports.vectors.count('o1', id),
    later: (ms: number) => ports.clock.advance(ms),
  };
}

/** A reader that reads until the test lets it finish, or until it is stopped, and then records why. */
export function hangingReader() {
  const reasons: unknown[] = [];
  let begin = (): void => undefined;
  let finish = (): void => undefined;
  const started = new Promise<void>((resolve) => (begin = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const documentText: DocumentText = {
    async read(file, type, signal) {
      begin();
      const stopping = new Promise<void>((_, reject) =>
        signal?.addEventListener('abort', () => (reasons.push(signal.reason), reject(signal.reason as Error))),
      );
      await Promise.race([finished, stopping]);
      return fakeDocumentText().read(file, type);
    },
    close: async () => undefined,
  };
  return { documentText, started, reasons, finish: () => finish() };
}
