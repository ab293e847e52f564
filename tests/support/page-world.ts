import { addWebPage } from '../../application/knowledge/manage-pages.ts';
import { pageWorker } from '../../application/knowledge/page-worker.ts';
import { retrieveChunks, type RetrievedChunk } from '../../application/knowledge/retrieve-chunks.ts';
import type { ClaimWorker } from '../../application/claim-worker.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { ingestionWorld } from './ingestion-world.ts';

type WorkerPorts = Parameters<typeof pageWorker>[0];

export const URL_OF_PAGE = 'https://example.com/hours';

/** The ports of web pages, with an organisation `o1`; closed after the test. */
export async function pageWorld() {
  const { ports, organise } = await ingestionWorld();
  const idle = { wake: () => undefined };
  const principal = { org_id: 'o1', email: 'ada@example.com', role: 'admin' } as never;
  const worker = (more: Partial<WorkerPorts> = {}): ClaimWorker => pageWorker({ ...ports, ...more });
  const retrieve = async (question: string): Promise<RetrievedChunk[]> =>
    (await retrieveChunks(ports)({ org_id: 'o1', question })).chunks;
  const found = async (id: string): Promise<KnowledgeDocument> => (await ports.knowledge.find('o1', id))!;
  return {
    ports,
    organise,
    worker,
    found,
    pages: ports.pageFetcher.pages,
    fetched: ports.pageFetcher.fetched,
    /** Adds a page, and answers its id. */
    async add(url = URL_OF_PAGE, refresh = 'daily'): Promise<string> {
      return (await addWebPage({ ...ports, pageWorker: idle })(principal, { url, refresh })).document_id;
    },
    check: (): Promise<void> => worker().tick(),
    /** Texts that are found in the organisation's documents. */
    ask: async (question: string) => (await retrieve(question)).map(({ text }) => text),
    retrieve,
    later: (ms: number) => ports.clock.advance(ms),
    vectors: (id: string) => ports.vectors.count('o1', id),
  };
}
