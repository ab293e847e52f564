import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import { sqliteVectors } from '../../adapters/vectors/sqlite.ts';
import type { EmbeddedChunk } from '../../application/ports/vectors.ts';
import { vectorsContract } from '../contracts/vectors.contract.ts';
import { ownedVectors } from '../support/chroma.ts';
import { bites, keeps } from '../support/contract.ts';
import { describeServed } from '../support/servers.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { threadlessVectors } from '../support/threadless-vectors.ts';

function store(): ListedVectors {
  const vectors = sqliteVectors(':memory:');
  atEndOfTest(() => vectors.close());
  return vectors;
}

describe('vectors: sqlite', function () {
  keeps(vectorsContract, store);
});

describeServed('vectors: chroma', 'vectors', (url) => keeps(vectorsContract, () => ownedVectors(url())));

type Spoil = (genuine: ListedVectors) => Partial<ListedVectors>;

/** The genuine store, in this thread, with some of its answers replaced. */
const spoiled = (spoil: Spoil) => (): ListedVectors => {
  const genuine = threadlessVectors();
  const whole: ListedVectors = {
    upsert: (...args) => genuine.upsert(...args),
    query: (...args) => genuine.query(...args),
    count: (...args) => genuine.count(...args),
    remove: (...args) => genuine.remove(...args),
    documents: () => genuine.documents(),
    chunks: (...args) => genuine.chunks(...args),
    close: () => genuine.close(),
  };
  return { ...whole, ...spoil(genuine) };
};

describe('vectors: the contract', function () {
  bites(
    vectorsContract,
    spoiled(() => ({ upsert: async () => {} })),
    spoiled(() => ({ remove: async () => {} })),
    spoiled(() => ({ close: async () => {} })),
    spoiled((it) => ({ query: async (...args) => (await it.query(...args)).toReversed() })),
    spoiled((it) => ({
      query: (org, question) => it.query(org, { ...question, topK: 50 }),
    })),
    spoiled((it) => ({
      query: (org, question) => it.query(org, { ...question, vector: question.vector.map((part) => part || 1e-3) }),
    })),
    spoiled((it) => ({
      // Forgets which chunks are named.
      query: (org, { chunkIds: _ids, ...question }) => it.query(org, question),
    })),
    spoiled((it) => ({
      // Ranks first and filters then.
      async query(org, question) {
        const found = await it.query(org, { ...question, documentIds: null });
        return found.filter(({ document_id }) => question.documentIds?.includes(document_id) ?? true);
      },
    })),
    spoiled((it) => ({
      upsert: (_, chunks) => it.upsert('org', chunks),
      query: (_, question) => it.query('org', question),
      count: (_, id) => it.count('org', id),
      remove: (_, id) => it.remove('org', id),
    })),
    spoiled((it) => ({
      upsert: (org, chunks) => it.upsert(org, chunks.slice(0, 1_000)),
      query: async (...args) => (await it.query(...args)).map((found) => ({ ...found, page: 1 })),
      async *documents() {},
    })),
    spoiled((it) => ({
      upsert: (org, chunks) => it.upsert(org, chunks.map(oneModel)),
      query: (org, question) => it.query(org, { ...question, embeddingModel: 'one' }),
    })),
    spoiled((it) => ({
      upsert: async (org, chunks) => it.upsert(org, chunks).catch(() => undefined),
      query: async (...args) => it.query(...args).catch(() => []),
    })),
  );
});

const oneModel = (chunk: EmbeddedChunk): EmbeddedChunk => ({ ...chunk, embedding_model: 'one' });
