import { assert } from 'chai';
import fc from 'fast-check';
import type { ClaimWorker } from '../../../application/claim-worker.ts';
import { documentKnowledge } from '../../../adapters/documents/knowledge-documents.ts';
import { documentTextIndex } from '../../../adapters/documents/text-index.ts';
import { sqliteEngine } from '../../../adapters/documents/drivers/sqlite.ts';
import { ingestionWorker } from '../../../application/knowledge/ingestion-worker.ts';
import { removeDocument } from '../../../application/knowledge/delete-document.ts';
import type { EmbeddedChunk, VectorStore } from '../../../application/ports/vectors.ts';
import { invalid, unavailable } from '../../../domain/errors.ts';
import type { KnowledgeDocument } from '../../../domain/knowledge/document.ts';
import { knowledgeDocument } from '../../domain/knowledge/example.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { fakeEmbedder, fakeEmbedders } from '../../support/fake-embedders.ts';
import { openPorts, type Ports } from '../../support/world.ts';

/** Longer than a claim is. In milliseconds. */
const CLAIM_OVER = 16_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const TEXT = 'A full page of words. '.repeat(100);

/** What a process comes to that reads the document, and what it embeds with. */
interface Nature {
  readonly reading: 'reads' | 'refuses' | 'fails';
  readonly model: 'm1' | 'm2';
}
const NATURES = fc.record<Nature>({
  reading: fc.constantFrom('reads', 'reads', 'refuses', 'fails'),
  model: fc.constantFrom('m1', 'm1', 'm2'),
});

/** Vectors that are only counted. */
function countedVectors() {
  const kept = new Map<string, EmbeddedChunk>();
  const store: Pick<VectorStore, 'upsert' | 'remove'> = {
    async upsert(_org, chunks) {
      for (const chunk of chunks) kept.set(`${chunk.embedding_model} ${chunk.chunk_id}`, chunk);
    },
    async remove(_org, _document, but) {
      for (const [key, { chunk_id, embedding_model }] of kept)
        if (embedding_model !== but?.embeddingModel || !but.chunkIds.includes(chunk_id)) kept.delete(key);
    },
  };
  return { kept, store };
}

describe('ingestion by processes that lose their claims', () => {
  let ports: Ports;
  let documents: Awaited<ReturnType<typeof sqliteEngine>>;
  before(async () => {
    ports = await openPorts();
    documents = await sqliteEngine(':memory:');
  });
  after(async () => {
    await documents.close();
    await ports.close();
  });

  /** One document, and processes whose clocks are so far apart that each holds the claim of the one before for over. */
  async function race(scheduler: fc.Scheduler, natures: readonly Nature[], isDeleted: boolean) {
    const knowledge = await documentKnowledge(documents);
    const { kept, store } = countedVectors();
    const textIndex = await documentTextIndex(documents);
    const document = knowledgeDocument({ storage_key: 'k' });
    await knowledge.add(document);
    const stepwise = <Port extends object>(port: Port): Port =>
      Object.fromEntries(
        Object.entries(port).map(([name, act]) => [
          name,
          scheduler.scheduleFunction(
            Object.defineProperty(
              async (...args: unknown[]) => (act as (...a: unknown[]) => unknown)(...args),
              'name',
              { value: name },
            ),
          ),
        ]),
      ) as Port;
    const processWith = ({ reading, model }: Nature, at: number, slow: <P extends object>(port: P) => P): ClaimWorker =>
      ingestionWorker({
        ...ports,
        clock: fakeClock(new Date(START + at * CLAIM_OVER)),
        knowledge: slow(knowledge),
        organisations: { ...ports.organisations, find: async () => ({}) as never },
        objects: { ...ports.objects, open: async () => ({ size: 0, bytes: none() }) },
        documentText: { ...ports.documentText, read: async () => READ[reading]() },
        embedders: fakeEmbedders(fakeEmbedder(model)),
        vectors: slow(store) as VectorStore,
        textIndex: slow(textIndex),
      });
    const running = natures.map((nature, at) => processWith(nature, at, stepwise).tick());
    const removing = isDeleted
      ? removeDocument({ knowledge: stepwise(knowledge), vectors: stepwise(store) as VectorStore, textIndex }, document)
      : null;
    await scheduler.waitFor(Promise.all([...running, removing]));
    const indexed = async (): Promise<boolean> =>
      (await textIndex.search('o1', { question: 'page', documentIds: [document.document_id], topK: 1 })).chunkIds
        .length > 0;
    const state = async () => ({
      document: await knowledge.find('o1', document.document_id),
      vectors: kept.size,
      isIndexed: await indexed(),
    });
    const between = await state();
    await processWith({ reading: 'reads', model: 'm1' }, 1_000, (port) => port).tick();
    const last = await state();
    await knowledge.remove('o1', document.document_id);
    return [between, last];
  }

  it('keeps exactly the chunks that a ready document says, indexed, and none of one that failed or is gone, in whatever order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(NATURES, { minLength: 2, maxLength: 3 }),
        fc.boolean(),
        async (scheduler, natures, isDeleted) => {
          const [between, last] = await race(scheduler, natures, isDeleted);
          for (const state of [between!, last!]) assertConsistent(state);
          assert.notEqual(last?.document?.status, 'processing');
          if (isDeleted) assert.isNull(last?.document);
        },
      ),
      { numRuns: 300 },
    ));
});

/** A ready document has its chunks, and is indexed. One that failed or is gone has nothing. */
function assertConsistent({ document, vectors, isIndexed }: State): void {
  if (document?.status === 'processing') return;
  assert.equal(vectors, document?.status === 'ready' ? document.chunk_count : 0);
  assert.equal(isIndexed, document?.status === 'ready');
}

interface State {
  readonly document: KnowledgeDocument | null;
  readonly vectors: number;
  readonly isIndexed: boolean;
}

const READ = {
  reads: async () => [{ kind: 'text' as const, page: 1, text: TEXT }],
  refuses: () => Promise.reject(invalid('The file cannot be read.')),
  fails: () => Promise.reject(unavailable('The reader is away')),
} as const;

async function* none(): AsyncGenerator<Uint8Array> {}
