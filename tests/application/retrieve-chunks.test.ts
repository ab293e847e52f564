import { assert } from 'chai';
import type { Embedder } from '../../application/ports/embedder.ts';
import { unavailable } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';
import { compass, DOWN, retrievalWorld as world, textsOf } from './knowledge/retrieval-world.ts';

describe('retrieval', () => {
  it('finds the nearest chunks of the organisation, five by default', async () => {
    const { keep, retrieve } = await world(compass('m1'));
    await keep('a', [10, 20, 30, 40]);
    await keep('b', [15, 25]);
    await keep('c', [0], { orgId: 'other' });
    const found = await retrieve({ org_id: 'org', question: ' 0 ' });
    assert.deepEqual(textsOf(found), ['10', '15', '20', '25', '30']);
    assert.deepInclude(found[1], { chunk_id: 'b:0', document_id: 'b', source_filename: 'b.pdf', page: 1 });
    assert.approximately(found[0]!.distance, 1 - Math.cos(Math.PI / 18), 1e-5);
    assert.lengthOf(await retrieve({ org_id: 'org', question: '0', top_k: 2 }), 2);
  });

  it("searches only the named documents that are ready and the organisation's own", async () => {
    const { keep, retrieve } = await world(compass('m1'));
    await keep('a', [10]);
    await keep('b', [20]);
    await keep('foreign', [0], { orgId: 'other' });
    await keep('reading', [0], { state: { status: 'processing', embedding_model: null } });
    await keep('failed', [0], { state: { status: 'failed' } });
    const named = (...document_ids: string[]) => retrieve({ org_id: 'org', question: '0', document_ids });
    assert.deepEqual(textsOf(await named('b', 'foreign', 'reading', 'failed', 'unknown')), ['20']);
    assert.isEmpty(await named('foreign'));
    assert.deepEqual(textsOf(await retrieve({ org_id: 'org', question: '0', document_ids: null })), ['10', '20']);
    assert.isEmpty(await retrieve({ org_id: 'nobody', question: '0' }));
  });

  it('finds nothing of a deleted document whose chunks are left', async () => {
    const { keep, retrieve, knowledge } = await world(compass('m1'));
    await keep('a', [10]);
    await knowledge.remove('org', 'a');
    assert.isEmpty(await retrieve({ org_id: 'org', question: '0' }));
  });

  it('answers a blank question or an empty document list without a search', async () => {
    const nobody = compass('m1', { embed: () => Promise.reject(unavailable('asked')) });
    const { keep, retrieve } = await world(nobody);
    await keep('a', [10]);
    assert.isEmpty(await retrieve({ org_id: 'org', question: ' \n' }));
    assert.isEmpty(await retrieve({ org_id: 'org', question: '0', document_ids: [] }));
  });

  it('searches each document with its own embedding model', async () => {
    const requests: string[] = [];
    const reported = (model: string, turned: number): Embedder =>
      compass(model, {
        async embed(texts, as) {
          requests.push(`${model} ${as} ${texts.join()}`);
          return compass(model).embed([String(Number(texts[0]) + turned)], as);
        },
      });
    const { keep, retrieve } = await world(reported('m1', 0), reported('m2', 90));
    await keep('a', [10, 30]);
    await keep('b', [110, 170], { model: 'm2' });
    assert.deepEqual(textsOf(await retrieve({ org_id: 'org', question: '0', top_k: 3 })), ['10', '110', '30']);
    assert.sameMembers(requests, ['m1 question 0', 'm2 question 0']);
  });

  it('interleaves the results of several models', async () => {
    const { keep, retrieve } = await world(compass('m1'), compass('m2'));
    await keep('a', [1, 2, 3, 4]);
    await keep('b', [70, 50], { model: 'm2' });
    const found = await retrieve({ org_id: 'org', question: '0', top_k: 5 });
    assert.deepEqual(textsOf(found), ['1', '50', '2', '70', '3']);
    assert.deepEqual(textsOf(await retrieve({ org_id: 'org', question: '0', top_k: 1 })), ['1']);
  });

  it('reranks results where the embedder can', async () => {
    const compare: NonNullable<Embedder['compare']> = async (question, texts) =>
      texts.map((text) => ({
        distance: text === '50' ? 0.001 : 0.5 + (Number(text) - Number(question)) / 1_000,
        lacking: 0,
      }));
    const { keep, retrieve } = await world(compass('m1', { compare }));
    await keep('a', [10, 20, 30, 40, 50]);
    const found = await retrieve({ org_id: 'org', question: '0', top_k: 2 });
    assert.deepEqual(textsOf(found), ['50', '10']);
    assert.equal(found[0]?.distance, 0.001);
  });

  it('skips an unavailable model and logs it', async () => {
    const down = compass('m2', { embed: () => Promise.reject(DOWN) });
    const { keep, retrieve, logged } = await world(compass('m1'), down);
    await keep('a', [10]);
    await keep('b', [5], { model: 'gone-3' });
    await keep('c', [5], { model: 'm2' });
    assert.deepEqual(textsOf(await retrieve({ org_id: 'org', question: '0' })), ['10']);
    const noted = logged.filter(({ event }) => event === 'knowledge.model_not_asked');
    assert.sameMembers(
      noted.map((line) => line['embedding_model']),
      ['gone-3', 'm2'],
    );
  });

  it("fails with the model's name when no model is configured any more", async () => {
    const { keep, retrieve } = await world(compass('m1'));
    await keep('a', [10], { model: 'gone-3' });
    await keep('b', [10]);
    const refusal = await refusalOf(retrieve({ org_id: 'org', question: '0', document_ids: ['a'] }));
    assert.equal(refusal.problem, 'failed');
    assert.include(refusal.message, 'gone-3');
  });

  it('fails with the reason when the embedder or a store does not answer', async () => {
    const { keep, retrieve, vectors } = await world(
      compass('m1'),
      compass('m2', { embed: () => Promise.reject(DOWN) }),
    );
    const DOWN_TOO = 'The vector store is closed';
    await keep('a', [10]);
    await keep('b', [10], { model: 'm2' });
    const embedding = await refusalOf(retrieve({ org_id: 'org', question: '0', document_ids: ['b'] }));
    assert.deepEqual([embedding.problem, embedding.message], ['failed', `Nothing could be retrieved: ${DOWN.message}`]);
    await vectors.close();
    const storing = await refusalOf(retrieve({ org_id: 'org', question: '0', document_ids: ['a'] }));
    assert.deepEqual([storing.problem, storing.message], ['failed', `Nothing could be retrieved: ${DOWN_TOO}`]);
  });

  it('fails after 9 s without an answer and aborts the request', async () => {
    let stopped = false;
    const mute = compass('m1', {
      embed: (_texts, _as, signal) => new Promise(() => signal?.addEventListener('abort', () => void (stopped = true))),
    });
    const { keep, retrieve, clock } = await world(mute);
    await keep('a', [10]);
    const refused = refusalOf(retrieve({ org_id: 'org', question: '0' }));
    while (clock.waiting === 0) await new Promise((resolve) => void setImmediate(resolve));
    await clock.advanceAsync(9_000);
    assert.equal((await refused).problem, 'failed');
    assert.isTrue(stopped);
  });

  it('rethrows unexpected errors', async () => {
    const broken = compass('m1', { embed: () => Promise.reject(new TypeError('a fault')) });
    const { keep, retrieve } = await world(broken);
    await keep('a', [10]);
    const outcome = await retrieve({ org_id: 'org', question: '0' }).catch((error: unknown) => error);
    assert.instanceOf(outcome, TypeError);
  });
});
