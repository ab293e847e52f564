import { assert } from 'chai';
import { addWebPage } from '../../../application/knowledge/manage-pages.ts';
import { pageWorker } from '../../../application/knowledge/page-worker.ts';
import { retrieveChunks, type RetrievedChunk } from '../../../application/knowledge/retrieve-chunks.ts';
import type { ClaimWorker } from '../../../application/claim-worker.ts';
import type { KnowledgeDocument } from '../../../domain/knowledge/document.ts';
import type { WebPage } from '../../../domain/knowledge/web-page.ts';
import { ingestionWorld } from './ingestion-world.ts';
import { ADA } from '../telephony-fixture.ts';

type WorkerPorts = Parameters<typeof pageWorker>[0];

export const HOURS = '# Opening hours\nWe open at nine.';
export const LATER_HOURS = '# Opening hours\nWe open at eleven.\n# Holidays\nWe are closed.';
export const DAY_MS = 24 * 3_600_000;
export const URL_OF_PAGE = 'https://example.com/hours';

/** The ports of web pages, with an organisation `o1`; closed after the test. */
export async function pageWorld() {
  const { ports, organise } = await ingestionWorld();
  const idle = { wake: () => undefined };
  const worker = (more: Partial<WorkerPorts> = {}): ClaimWorker => pageWorker({ ...ports, ...more });
  const retrieve = async (question: string): Promise<RetrievedChunk[]> =>
    (await retrieveChunks(ports)({ org_id: 'o1', question })).chunks;
  const found = async (id: string): Promise<KnowledgeDocument> => (await ports.knowledge.find('o1', id))!;
  const { pages, fetched } = ports.pageFetcher;
  const check = (): Promise<void> => worker().tick();
  const later = (ms: number): void => ports.clock.advance(ms);
  /** Adds a page, and answers its id. */
  const add = async (url = URL_OF_PAGE, refresh = 'daily'): Promise<string> =>
    (await addWebPage({ ...ports, pageWorker: idle })(ADA, { url, refresh })).document_id;
  return {
    ...{ ports, organise, worker, found, pages, fetched, add, check, later },
    pageOf: async (id: string): Promise<WebPage> => (await found(id)).web_page!,
    /** A page that was fetched. */
    async added(content = HOURS, refresh = 'daily'): Promise<string> {
      pages.set(URL_OF_PAGE, content);
      const id = await add(URL_OF_PAGE, refresh);
      await check();
      assert.equal((await found(id)).status, 'ready');
      return id;
    },
    async checkAfter(ms: number): Promise<void> {
      later(ms);
      await check();
    },
    /** Texts that are found in the organisation's documents. */
    ask: async (question: string) => (await retrieve(question)).map(({ text }) => text),
    retrieve,
    vectors: (id: string) => ports.vectors.count('o1', id),
  };
}
