import { assert } from 'chai';
import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import type { Contract } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';
import { all, ask, chunk, ids, MODEL } from './vector-examples.ts';
import { cosineDistance, noise } from './vector-sums.ts';

export const vectorsContract: Contract<ListedVectors> = {
  'finds the nearest first, with everything that is known of them and their cosine distance': async (vectors) => {
    await vectors.upsert('org', [
      chunk('opposite', [-2, 0], { page: null }),
      chunk('same', [3, 0], {
        text: 'नमस्ते, “quoted”\n\u0000',
        page: 7,
        heading: 'März › 2',
        source_filename: 'März.pdf',
      }),
      chunk('across', [0, 1]),
    ]);
    const found = await ask(vectors, [1, 0]);
    assert.deepEqual(ids(found), ['same', 'across', 'opposite']);
    const { distance, ...same } = found[0]!;
    assert.deepEqual(same, {
      chunk_id: 'same',
      document_id: 'd',
      source_filename: 'März.pdf',
      page: 7,
      heading: 'März › 2',
      text: 'नमस्ते, “quoted”\n\u0000',
    });
    assert.isNull(found[2]!.page);
    assert.isNull(found[2]!.heading);
    for (const [at, expected] of [0, 1, 2].entries()) assert.approximately(found[at]!.distance, expected, 1e-5);
    assert.isAtLeast(distance, 0);
  },

  'finds exactly what a comparison with every chunk finds': async (vectors) => {
    const source = noise(64);
    const kept = Array.from({ length: 600 }, (_, at) => ({ id: `c${at}`, vector: source.next().value as number[] }));
    await vectors.upsert(
      'org',
      kept.map(({ id, vector }, at) => chunk(id, vector, { document_id: `d${at % 7}` })),
    );
    const few = new Set(['d2', 'd5']);
    for (let turn = 0; turn < 5; turn += 1) {
      const question = source.next().value as number[];
      for (const documentIds of [null, [...few]]) {
        const expected = kept
          .filter((_, at) => !documentIds || few.has(`d${at % 7}`))
          .map(({ id, vector }) => ({ id, distance: cosineDistance(question, vector) }))
          .toSorted((a, b) => a.distance - b.distance)
          .slice(0, 5);
        const found = await ask(vectors, question, { documentIds });
        assert.deepEqual(
          ids(found),
          expected.map(({ id }) => id),
        );
        for (const [at, { distance }] of found.entries()) assert.approximately(distance, expected[at]!.distance, 1e-4);
      }
    }
  },

  'keeps organisations apart': async (vectors) => {
    await vectors.upsert('org', [chunk('a', [1, 0])]);
    await vectors.upsert('other', [chunk('a', [0, 1], { text: 'another' })]);
    assert.deepEqual(
      (await ask(vectors, [1, 0])).map(({ text }) => text),
      ['text of a'],
    );
    assert.isEmpty(await ask(vectors, [1, 0], {}, 'nobody'));
    await vectors.remove('other', 'd');
    assert.equal(await vectors.count('org', 'd'), 1);
  },

  'filters by documents before it ranks': async (vectors) => {
    const near = Array.from({ length: 50 }, (_, at) => chunk(`near${at}`, [1, at / 1e4], { document_id: 'near' }));
    await vectors.upsert('org', [...near, chunk('far', [0, 1], { document_id: 'far' })]);
    assert.deepEqual(ids(await ask(vectors, [1, 0], { documentIds: ['far', 'unknown'], topK: 1 })), ['far']);
    for (const none of [{ documentIds: [] }, { documentIds: ['unknown'] }, { chunkIds: [] }])
      assert.isEmpty(await ask(vectors, [1, 0], none));
  },

  'compares the named chunks only, however far they are': async (vectors) => {
    const near = Array.from({ length: 60 }, (_, at) => chunk(`near${at}`, [1, at / 1e4]));
    await vectors.upsert('org', [
      ...near,
      chunk('far', [-1, 0]),
      chunk('e', [0, 1], { document_id: 'e', heading: 'März' }),
    ]);
    const chunkIds = ['far', 'unknown', 'e', 'near7', 'e'];
    const [first, second, ...rest] = await ask(vectors, [1, 0], { chunkIds });
    assert.deepEqual(ids([first!, ...rest]), ['near7', 'far']);
    const { distance, ...found } = second!;
    assert.equal(distance, 1);
    const shown = { chunk_id: 'e', text: 'text of e', document_id: 'e', source_filename: 'e.pdf', heading: 'März' };
    assert.deepInclude(found, shown);
    assert.isNull(first?.heading);
    assert.deepEqual(ids(await ask(vectors, [1, 0], { chunkIds, documentIds: ['d'] })), ['near7', 'far']);
  },

  'compares a question with chunks of its own model only': async (vectors) => {
    await vectors.upsert('org', [
      chunk('a', [1, 0]),
      chunk('b', [1, 0, 0], { embedding_model: 'model-b', document_id: 'e' }),
    ]);
    assert.deepEqual(ids(await ask(vectors, [1, 0])), ['a']);
    assert.deepEqual(ids(await ask(vectors, [1, 0, 0], { embeddingModel: 'model-b' })), ['b']);
    assert.isEmpty(await ask(vectors, [1, 0], { embeddingModel: 'model-c' }));
  },

  'gives as many as are wanted, or all there are': async (vectors) => {
    await vectors.upsert(
      'org',
      [1, 2, 3].map((at) => chunk(`c${at}`, [1, at])),
    );
    assert.lengthOf(await ask(vectors, [1, 0], { topK: 2 }), 2);
    assert.lengthOf(await ask(vectors, [1, 0], { topK: 10 }), 3);
    assert.isEmpty(await ask(vectors, [1, 0], { topK: 0 }));
  },

  'puts equals in the order of their ids, also where only some of them are wanted': async (vectors) => {
    const names = Array.from({ length: 60 }, (_, at) => `c${String((at * 37) % 60).padStart(2, '0')}`);
    await vectors.upsert(
      'org',
      names.map((name) => chunk(name, [2, 1])),
    );
    await vectors.upsert('org', [chunk('nearest', [1, 0])]);
    assert.deepEqual(ids(await ask(vectors, [1, 0], { topK: 4 })), ['nearest', 'c00', 'c01', 'c02']);
  },

  'replaces a chunk of the same id, whole': async (vectors) => {
    await vectors.upsert('org', [chunk('a', [1, 0], { page: 3 }), chunk('b', [0, 1])]);
    await vectors.upsert('org', [chunk('a', [0, -1], { text: 'new', page: null, document_id: 'e' })]);
    const [first, last] = await ask(vectors, [0, 1]);
    assert.equal(first?.chunk_id, 'b');
    assert.deepInclude(last, { chunk_id: 'a', text: 'new', page: null, document_id: 'e', source_filename: 'e.pdf' });
    assert.equal(await vectors.count('org', 'd'), 1);
    assert.equal(await vectors.count('org', 'e'), 1);
  },

  'counts and removes the chunks of one document, in all its models': async (vectors) => {
    await vectors.upsert('org', [
      chunk('a', [1, 0]),
      chunk('b', [1, 1]),
      chunk('c', [1, 0], { document_id: 'e' }),
      chunk('a', [1, 0, 0], { embedding_model: 'model-b' }),
    ]);
    assert.deepEqual(await Promise.all(['d', 'e', 'f'].map((id) => vectors.count('org', id))), [3, 1, 0]);
    await vectors.remove('org', 'd');
    await vectors.remove('org', 'f');
    await vectors.remove('nobody', 'd');
    assert.deepEqual(await Promise.all(['d', 'e'].map((id) => vectors.count('org', id))), [0, 1]);
    assert.deepEqual(ids(await ask(vectors, [1, 0])), ['c']);
    assert.isEmpty(await ask(vectors, [1, 0, 0], { embeddingModel: 'model-b' }));
  },

  'removes all chunks of a document but those to be kept, of one model': async (vectors) => {
    const own = [1, 2, 3].map((at) => chunk(`d:${at}`, [1, at]));
    await vectors.upsert('org', [...own, chunk('e:1', [1, 0], { document_id: 'e' })]);
    await vectors.upsert('org', [chunk('d:1', [1, 0, 0], { embedding_model: 'model-b' })]);
    await vectors.remove('org', 'd', { embeddingModel: MODEL, chunkIds: ['d:1', 'd:3', 'd:4'] });
    assert.sameMembers(ids(await ask(vectors, [1, 0])), ['d:1', 'd:3', 'e:1']);
    assert.isEmpty(await ask(vectors, [1, 0, 0], { embeddingModel: 'model-b' }));
    assert.equal(await vectors.count('org', 'd'), 2);
    await vectors.remove('org', 'd', { embeddingModel: 'model-b', chunkIds: ['d:1'] });
    assert.equal(await vectors.count('org', 'd'), 0);
  },

  'takes more chunks than any server takes at once': async (vectors) => {
    const source = noise(8);
    const chunks = Array.from({ length: 1_201 }, (_, at) => chunk(`c${at}`, source.next().value as number[]));
    await vectors.upsert('org', chunks);
    await vectors.upsert('org', []);
    assert.equal(await vectors.count('org', 'd'), 1_201);
  },

  'refuses vectors that cannot be compared, and says of which model': async (vectors) => {
    await vectors.upsert('org', [chunk('a', [1, 0])]);
    const wrong = [[1, 0, 0], [0, 0], [Number.NaN, 1], []];
    for (const vector of wrong) {
      const refusal = await refusalOf(vectors.upsert('org', [chunk('b', [1, 0]), chunk('c', vector)]));
      assert.equal(refusal.problem, 'failed');
      assert.include(refusal.message, MODEL);
    }
    for (const work of [vectors.upsert('org', [chunk('c', [1, 0, 0])]), ask(vectors, [1, 0, 0])]) {
      const refusal = await refusalOf(work);
      assert.equal(refusal.problem, 'failed');
      assert.include(refusal.message, MODEL);
    }
    assert.equal(await vectors.count('org', 'd'), 1);
  },

  'finds nothing near a question without direction': async (vectors) => {
    await vectors.upsert('org', [chunk('a', [1, 0])]);
    assert.isEmpty(await ask(vectors, [0, 0]));
  },

  'lists every document and every chunk of it, vectors included': async (vectors) => {
    const many = Array.from({ length: 450 }, (_, at) => chunk(`c${at}`, [1, at]));
    await vectors.upsert('org', [...many, chunk('x', [0, 1, 0], { embedding_model: 'model-b', page: null })]);
    await vectors.upsert('org', [
      chunk('e', [1, 2], { document_id: 'e' }),
      chunk('gone', [1, 2], { document_id: 'gone' }),
    ]);
    await vectors.upsert('other', [chunk('y', [5, 6])]);
    await vectors.remove('org', 'gone');
    const listed = await all(vectors.documents());
    assert.sameDeepMembers(
      listed.filter(({ orgId }) => orgId === 'org' || orgId === 'other'),
      [
        { orgId: 'org', documentId: 'd' },
        { orgId: 'org', documentId: 'e' },
        { orgId: 'other', documentId: 'd' },
      ],
    );
    const chunks = await all(vectors.chunks('org', 'd'));
    assert.lengthOf(chunks, 451);
    assert.deepEqual(
      chunks.find(({ chunk_id }) => chunk_id === 'c7'),
      many[7],
    );
    assert.deepInclude(
      chunks.find(({ chunk_id }) => chunk_id === 'x'),
      { embedding_model: 'model-b', page: null },
    );
    assert.isEmpty(await all(vectors.chunks('nobody', 'd')));
  },

  'refuses everything once it is closed': async (vectors) => {
    await vectors.upsert('org', [chunk('a', [1, 0])]);
    await vectors.close();
    for (const work of [ask(vectors, [1, 0]), vectors.count('org', 'd'), vectors.upsert('org', [chunk('b', [1, 0])])])
      assert.equal((await refusalOf(work)).problem, 'unavailable');
    await vectors.close();
  },
};
