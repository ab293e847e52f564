import { assert } from 'chai';
import { retrieveChunks } from '../../application/knowledge/retrieve-chunks.ts';
import type { RetrievalQuery, RetrievedChunk, RetrievePorts } from '../../application/knowledge/retrieve-chunks.ts';
import type { Reranker } from '../../application/ports/reranker.ts';
import { compass, DOWN, retrievalWorld as world, textsOf } from './knowledge/retrieval-world.ts';

/** The chunks that are retrieved over these ports. */
const retrieving = (ports: RetrievePorts) => {
  const retrieve = retrieveChunks(ports);
  return async (query: RetrievalQuery): Promise<RetrievedChunk[]> => (await retrieve(query)).chunks;
};

describe('retrieval by vectors and words', () => {
  it('ranks chunks with the words of the question beside the nearest ones', async () => {
    const { keep, retrieve } = await world(compass('m1'));
    await keep('a', [10, 20, 30, '170 kestrel']);
    await keep('b', ['175 kestrel'], { orgId: 'other' });
    const found = await retrieve({ org_id: 'org', question: '0 the kestrel', top_k: 2 });
    assert.deepEqual(textsOf(found), ['170 kestrel', '10']);
    assert.approximately(found[0]!.distance, 1 - Math.cos((170 * Math.PI) / 180), 1e-5);
    assert.deepInclude(found[0], { chunk_id: 'a:3', document_id: 'a', source_filename: 'a.pdf', page: 4 });
  });

  it('finds a chunk by its words that is not among the nearest', async () => {
    const { keep, retrieve } = await world(compass('m1'));
    await keep('a', [...Array.from({ length: 60 }, (_, at) => at + 1), '179 kestrel']);
    assert.include(textsOf(await retrieve({ org_id: 'org', question: '0 kestrel', top_k: 2 })), '179 kestrel');
    const named = await retrieve({ org_id: 'org', question: '0 kestrel', document_ids: ['b'] });
    assert.isEmpty(named);
  });

  it('finds documents that are not in the text index by their vectors, beside the others', async () => {
    const { keep, retrieve } = await world(compass('m1'));
    await keep('a', [10, 20, '170 kestrel']);
    await keep('old', [5, '160 kestrel'], { isIndexed: false });
    const found = await retrieve({ org_id: 'org', question: '0 kestrel', top_k: 5 });
    assert.deepEqual(textsOf(found), ['5', '170 kestrel', '10', '160 kestrel', '20']);
    assert.deepEqual(textsOf(await retrieve({ org_id: 'org', question: '0 kestrel', top_k: 1 })), ['5']);
  });

  it('finds by vectors alone while the text index is away, and logs it', async () => {
    const { keep, logged, ...ports } = await world(compass('m1'));
    await keep('a', [10, '170 kestrel']);
    const textIndex = { ...ports.textIndex, search: () => Promise.reject(DOWN) };
    const found = await retrieving({ ...ports, textIndex })({ org_id: 'org', question: '0 kestrel' });
    assert.deepEqual(textsOf(found), ['10', '170 kestrel']);
    assert.deepInclude(logged, { level: 'warn', event: 'knowledge.text_not_searched', org_id: 'org', error: DOWN });
  });

  it('asks the reranking model for the order of the best 20, across embedding models', async () => {
    const { keep, ...ports } = await world(compass('m1'), compass('m2'));
    await keep(
      'a',
      Array.from({ length: 30 }, (_, at) => at + 1),
    );
    await keep('b', [50, 60], { model: 'm2' });
    const requests: { question: string; texts: readonly string[] }[] = [];
    const reranker: Reranker = {
      relevance: async (question, texts) => (requests.push({ question, texts }), texts.map(Number)),
    };
    const found = await retrieving({ ...ports, reranker })({ org_id: 'org', question: ' 0 ', top_k: 3 });
    assert.deepEqual(textsOf(found), ['60', '50', '18']);
    assert.equal(requests[0]?.question, '0');
    assert.lengthOf(requests[0]!.texts, 20);
    assert.lengthOf(requests, 1);
  });

  it('leaves the order as it is when the reranking model fails or takes longer than 400 ms, and logs it', async () => {
    const { keep, clock, logged, ...ports } = await world(compass('m1'));
    await keep('a', [10, 20]);
    const query = { org_id: 'org', question: '0' };
    const down: Reranker = { relevance: () => Promise.reject(DOWN) };
    assert.deepEqual(textsOf(await retrieving({ ...ports, clock, reranker: down })(query)), ['10', '20']);
    let isStopped = false;
    let begin = (): void => undefined;
    const requested = new Promise<void>((resolve) => (begin = resolve));
    const mute: Reranker = {
      relevance: (_question, _texts, signal) => {
        signal.addEventListener('abort', () => (isStopped = true));
        begin();
        return new Promise(() => undefined);
      },
    };
    const answering = retrieving({ ...ports, clock, reranker: mute })(query);
    await requested;
    await clock.advanceAsync(400);
    assert.deepEqual(textsOf(await answering), ['10', '20']);
    assert.isTrue(isStopped);
    assert.lengthOf(
      logged.filter(({ event }) => event === 'knowledge.not_reranked'),
      2,
    );
  });

  /** A reranking model that never answers, and how often it was asked. */
  const muteReranker = () => {
    const requests = { count: 0, onNext: (): void => undefined };
    const reranker: Reranker = {
      relevance: () => {
        requests.count += 1;
        requests.onNext();
        return new Promise(() => undefined);
      },
    };
    const next = () => new Promise<void>((resolve) => (requests.onNext = resolve));
    return { reranker, requests, next };
  };

  it('answers within the time of a call when the reranking model is mute after a slow embedding', async () => {
    const { clock, keep, ...ports } = await world(compass('m1'));
    await keep('a', [10, 20]);
    let isEmbedding = (): void => undefined;
    const embedding = new Promise<void>((resolve) => (isEmbedding = resolve));
    const slow = compass('m1', {
      async embed(texts, as) {
        const answered = new Promise<void>((resolve) => void clock.after(450, resolve));
        isEmbedding();
        await answered;
        return compass('m1').embed(texts, as);
      },
    });
    const { reranker, next } = muteReranker();
    const embedders = { ...ports.embedders, of: () => slow };
    const answering = retrieving({ ...ports, clock, embedders, reranker })({ org_id: 'org', question: '0' });
    const reranking = next();
    await embedding;
    await clock.advanceAsync(450);
    await reranking;
    await clock.advanceAsync(200);
    assert.deepEqual(textsOf(await answering), ['10', '20']);
  });

  it('does not ask the reranking model when the search left it no time', async () => {
    const { clock, keep, logged, ...ports } = await world(compass('m1'));
    await keep('a', [10, 20]);
    const slow = compass('m1', {
      embed: async (texts, as) => (clock.advance(600), compass('m1').embed(texts, as)),
    });
    const { reranker, requests } = muteReranker();
    const embedders = { ...ports.embedders, of: () => slow };
    const found = await retrieving({ ...ports, clock, embedders, reranker })({ org_id: 'org', question: '0' });
    assert.deepEqual(textsOf(found), ['10', '20']);
    assert.equal(requests.count, 0);
    assert.include(JSON.stringify(logged.map(({ event }) => event)), 'knowledge.not_reranked');
  });

  it('leaves a reranking model alone for half a minute after three late answers in a row', async () => {
    const { clock, keep, logged, ...ports } = await world(compass('m1'));
    await keep('a', [10, 20]);
    const { reranker, requests, next } = muteReranker();
    const mute = reranker.relevance;
    const retrieve = retrieving({ ...ports, clock, reranker });
    const query = { org_id: 'org', question: '0' };
    const late = async (): Promise<void> => {
      const [reranking, answering] = [next(), retrieve(query)];
      await reranking;
      await clock.advanceAsync(400);
      await answering;
    };
    await late();
    await late();
    reranker.relevance = async (_question, texts) => texts.map(Number);
    assert.deepEqual(textsOf(await retrieve(query)), ['20', '10'], 'an answer in time starts the count again');
    reranker.relevance = mute;
    for (let nth = 0; nth < 3; nth += 1) await late();
    assert.equal(requests.count, 5);
    assert.deepEqual(textsOf(await retrieve(query)), ['10', '20']);
    assert.equal(requests.count, 5);
    assert.lengthOf(
      logged.filter(({ event }) => event === 'knowledge.reranking_paused'),
      1,
    );
    clock.advance(30_000);
    await late();
    assert.equal(requests.count, 6);
    await retrieve(query);
    assert.equal(requests.count, 6, 'one late answer after the pause is enough for the next');
    clock.advance(30_000);
    reranker.relevance = async (_question, texts) => texts.map(Number);
    assert.deepEqual(textsOf(await retrieve(query)), ['20', '10']);
  });

  it('finds by vectors alone when the text index does not answer in time', async () => {
    const { clock, keep, logged, ...ports } = await world(compass('m1'));
    await keep('a', [10, '170 kestrel']);
    let isSearching = (): void => undefined;
    const searching = new Promise<void>((resolve) => (isSearching = resolve));
    const search = () => (isSearching(), new Promise<never>(() => undefined));
    const textIndex = { ...ports.textIndex, search };
    const answering = retrieving({ ...ports, clock, textIndex })({ org_id: 'org', question: '0 kestrel' });
    await searching;
    await clock.advanceAsync(400);
    assert.deepEqual(textsOf(await answering), ['10', '170 kestrel']);
    assert.equal(clock.monotonic(), 400);
    assert.deepInclude(logged.at(-1), { event: 'knowledge.text_not_searched', org_id: 'org' });
  });
});
