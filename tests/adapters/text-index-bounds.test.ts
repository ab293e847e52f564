import { assert } from 'chai';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { textTables, type StoredPostings } from '../../adapters/documents/text-index-tables.ts';
import { PostingsWriter, readWeights } from '../../adapters/documents/postings.ts';
import type { TextIndex, TextQuery } from '../../application/ports/text-index.ts';
import { knowledgeDocument } from '../domain/knowledge/example.ts';
import { engine } from './documents-repository.ts';
import { engineWith } from './documents-saboteurs.ts';

const idsOf = async (
  index: TextIndex,
  question: string,
  documentIds: readonly string[],
  more: Partial<TextQuery> = {},
) => (await index.search('org', { question, documentIds, topK: 5, ...more })).chunkIds;

const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `n${String(at).padStart(3, '0')}`);

describe('the text index of an organisation with more rows of a word than are read at once', () => {
  const limits = { rows: 10, named: 5 };

  it('finds the word in the wanted documents, however many others have it', async () => {
    const index = await documentTextIndex(await engine(), { limits });
    for (const id of [...named(30), 'z']) await index.put('org', id, ['a pool']);
    const unknown = Array.from({ length: 12 }, (_, at) => `a${at}`);
    assert.deepEqual(await idsOf(index, 'pool', [...unknown, 'z']), ['z:0']);
    assert.deepEqual(await idsOf(index, 'pool', [...named(7).slice(5), 'z', ...unknown]), ['n005:0', 'n006:0', 'z:0']);
  });

  it('reads all rows of the rarest word when every word of a question is in too many', async () => {
    const index = await documentTextIndex(await engine(), { limits });
    for (const id of named(30)) await index.put('org', id, ['a pool with a lamp', 'a pool']);
    await index.put('org', 'z', ['pool lamp pool lamp']);
    assert.equal((await idsOf(index, 'pool lamp', [...named(30), 'z']))[0], 'z:0');
  });

  it('counts such a word in the best documents by the rarer ones', async () => {
    const index = await documentTextIndex(await engine(), { limits });
    for (const id of named(30)) await index.put('org', id, ['a pool']);
    await index.put('org', 'y', ['a kestrel with a lamp', 'a kestrel and a pool']);
    const found = await idsOf(index, 'pool kestrel', [...named(30), 'y'], { topK: 1 });
    assert.deepEqual(found, ['y:1']);
  });

  it('estimates how rare the word is by whole documents, also those without it', async () => {
    const index = await documentTextIndex(await engine(), { limits: { rows: 4, named: 50 } });
    for (const [at, id] of named(40).entries()) await index.put('org', id, [at % 2 === 0 ? 'a pool' : 'a garden']);
    await index.put('org', 'y', ['a pool', 'lamp', 'lamp', 'lamp', ...Array.from({ length: 40 }, () => 'lamp garden')]);
    const found = await idsOf(index, 'pool lamp', [...named(40), 'y'], { topK: 2 });
    assert.deepEqual(found, ['n000:0', 'n002:0'], 'the pool is a little rarer than the lamp');
  });

  it('counts a limited number of chunks of a question, and beyond it those of the best documents', async () => {
    const index = await documentTextIndex(await engine(), { limits: { chunks: 8 } });
    await index.put('org', 'a', ['a kestrel and a pool', 'a pool', 'a pool', 'a pool']);
    await index.put('org', 'b', ['a pool', 'a pool']);
    assert.deepEqual(await idsOf(index, 'pool kestrel', ['a', 'b'], { topK: 1 }), ['a:0']);
    assert.lengthOf(await idsOf(index, 'pool', ['a', 'b'], { topK: 9 }), 6);
  });
});

describe('the text index of a hostile document', () => {
  it('stores a bounded number of words: those of most chunks, and the first of each', async () => {
    const documents = await engine();
    const index = await documentTextIndex(documents, { limits: { words: 40 } });
    const texts = Array.from(
      { length: 10 },
      (_, at) => `shared ${Array.from({ length: 30 }, (_each, word) => `w${at}x${word}`).join(' ')}`,
    );
    await index.put('org', 'd', texts);
    const { postings } = await textTables(documents);
    assert.equal(await postings.count({ org_id: 'org' }), 40);
    assert.lengthOf(await idsOf(index, 'shared', ['d'], { topK: 20 }), 10);
    for (const at of [0, 9]) assert.deepEqual(await idsOf(index, `w${at}x0`, ['d']), [`d:${at}`]);
    assert.isEmpty(await idsOf(index, 'w4x29', ['d']));
  });

  it('gives the event loop to others while its chunks are scored', async () => {
    const documents = await engine();
    const index = await documentTextIndex(documents);
    await index.put('org', 'd', ['sauna']);
    const { documents: indexed, postings } = await textTables(documents);
    const { build } = (await indexed.findOne({ org_id: 'org' }))!;
    await indexed.change({ org_id: 'org' }, { chunks: 200_000, words: 200_000 });
    const rows: StoredPostings[] = Array.from({ length: 200 }, (_, part) => {
      const writer = new PostingsWriter();
      for (let at = 0; at < 1_000; at += 1) writer.add(part * 1_000 + at, 1, 1);
      const key = { org_id: 'org', document_id: 'd', build, term: 'pool', part };
      return { ...key, chunks: 1_000, postings: writer.toString() };
    });
    await postings.insertAll(rows);
    let turns = 0;
    const count = (): void => void (turns += 1);
    let isOver = false;
    const turning = (): void => {
      count();
      if (!isOver) setImmediate(turning);
    };
    setImmediate(turning);
    await idsOf(index, 'pool', ['d']);
    isOver = true;
    assert.isAtLeast(turns, 10);
  });
});

describe('the text index with another analyser', () => {
  it('is made again, and until then finds by vectors alone', async () => {
    const documents = await engine();
    const former = await documentTextIndex(documents, { analyser: 1 });
    await former.put('org', 'd', ['a pool']);
    const index = await documentTextIndex(documents, { analyser: 2 });
    const search = { question: 'pool', documentIds: ['d'], topK: 5 };
    assert.deepEqual(await index.search('org', search), { chunkIds: [], unindexed: ['d'] });
    await index.put('org', 'd', ['a pool']);
    assert.deepEqual(await index.search('org', search), { chunkIds: ['d:0'], unindexed: [] });
    const { postings } = await textTables(documents);
    assert.equal(await postings.count({ org_id: 'org' }), 1);
  });

  it('has the documents indexed again that were by a former one, and no others', async () => {
    const documents = await engine();
    const [former, knowledge] = [await documentKnowledge(documents, 1), await documentKnowledge(documents, 2)];
    const [now, until] = ['2026-01-01T12:00:00.000Z', '2026-01-01T12:00:15.000Z'];
    await former.add(knowledgeDocument({ document_id: 'd', status: 'ready', chunk_count: 1 }));
    const claimed = (by: typeof former) => by.claim('o1', 'owner', until, now);
    assert.isNotNull(await claimed(former));
    await former.finishClaim('d', 'owner', { is_indexed: true });
    assert.isEmpty(await former.organisationsWithPending(now, 'unindexed'));
    assert.deepEqual(await knowledge.organisationsWithPending(now, 'unindexed'), ['o1']);
    assert.equal((await claimed(knowledge))?.document.document_id, 'd');
    await knowledge.finishClaim('d', 'owner', { is_indexed: true });
    for (const each of [former, knowledge]) assert.isEmpty(await each.organisationsWithPending(now, 'unindexed'));
  });

  it('takes what a version stored that knew one analyser only', async () => {
    const documents = await engine();
    const knowledge = await documentKnowledge(documents, 2);
    const now = '2026-01-01T12:00:00.000Z';
    await knowledge.add({ ...knowledgeDocument({ status: 'ready' }), is_indexed: true } as never);
    assert.deepEqual(await knowledge.organisationsWithPending(now, 'unindexed'), ['o1']);
  });
});

describe('the removal of rows of the text index', () => {
  /** An engine whose first removals of rows remove nothing, as when another process was faster. */
  const idle = async (times: number): Promise<DocumentStore> => {
    let left = times;
    return engineWith(await engine(), (it) => ({
      remove: async (match) => ('term' in match && left > 0 ? ((left -= 1), 0) : it.remove(match)),
    }));
  };
  const words = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ');

  it('continues when another process removed the same rows first', async () => {
    const index = await documentTextIndex(await idle(2));
    await index.put('org', 'd', [words]);
    assert.isTrue(await index.remove('org', 'd'));
    assert.isEmpty(await index.documents(null, 1));
  });

  it('fails when rows cannot be removed', async () => {
    const index = await documentTextIndex(await idle(1_000));
    await index.put('org', 'd', [words]);
    const error = await index.remove('org', 'd').catch((reason: unknown) => reason);
    assert.propertyVal(error, 'problem', 'unavailable');
  });
});

describe('the weights of packed postings', () => {
  const visits = (chunks: readonly number[], part = 0, all = 3_000): [number, number, boolean][] => {
    const writer = new PostingsWriter();
    for (const chunk of chunks) writer.add(chunk, chunk % 7, 1);
    const seen: [number, number, boolean][] = [];
    readWeights(
      writer.toString(),
      { part, chunks: all },
      (times) => times,
      (...visit) => seen.push(visit),
    );
    return seen.toSorted(([a], [b]) => a - b);
  };

  it('reach the chunks beside those that have the word, with the greater weight of both neighbours', () => {
    assert.deepEqual(visits([1, 3, 8]), [
      [0, 1, true],
      [1, 1, false],
      [2, 3, true],
      [3, 3, false],
      [4, 3, true],
      [7, 1, true],
      [8, 1, false],
      [9, 1, true],
    ]);
    assert.deepEqual(
      visits([4, 5]).map(([chunk]) => chunk),
      [3, 4, 5, 6],
    );
  });

  it('end with the part and with the document', () => {
    assert.deepEqual(
      visits([1_000, 1_999], 1).map(([chunk]) => chunk),
      [1_000, 1_001, 1_998, 1_999],
    );
    assert.deepEqual(
      visits([0, 4], 0, 5).map(([chunk]) => chunk),
      [0, 1, 3, 4],
    );
    assert.isEmpty(visits([]));
  });
});
