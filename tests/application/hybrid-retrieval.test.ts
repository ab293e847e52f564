import { assert } from 'chai';
import { retrieveChunks } from '../../application/knowledge/retrieve-chunks.ts';
import type { Reranker } from '../../application/ports/reranker.ts';
import { compass, DOWN, retrievalWorld as world, textsOf } from '../support/retrieval-world.ts';

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
    const found = await retrieveChunks({ ...ports, textIndex })({ org_id: 'org', question: '0 kestrel' });
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
    const found = await retrieveChunks({ ...ports, reranker })({ org_id: 'org', question: ' 0 ', top_k: 3 });
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
    assert.deepEqual(textsOf(await retrieveChunks({ ...ports, clock, reranker: down })(query)), ['10', '20']);
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
    const retrieving = retrieveChunks({ ...ports, clock, reranker: mute })(query);
    await requested;
    await clock.advanceAsync(400);
    assert.deepEqual(textsOf(await retrieving), ['10', '20']);
    assert.isTrue(isStopped);
    assert.lengthOf(
      logged.filter(({ event }) => event === 'knowledge.not_reranked'),
      2,
    );
  });
});
