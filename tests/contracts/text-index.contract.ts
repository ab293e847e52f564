import { assert } from 'chai';
import type { TextIndex, TextQuery } from '../../application/ports/text-index.ts';
import type { DomainError } from '../../domain/errors.ts';
import type { Contract } from '../support/contract.ts';

const ask = (index: TextIndex, question: string, more: Partial<TextQuery> = {}, org = 'org') =>
  index.search(org, { question, documentIds: ['d'], topK: 5, ...more });

const idsOf = async (index: TextIndex, question: string, more: Partial<TextQuery> = {}, org = 'org') =>
  (await ask(index, question, more, org)).chunkIds;

const FILLER = 'lamp garden window table river mountain paper kitchen letter bridge';

export const textIndexContract: Contract<TextIndex> = {
  'finds the chunks with words of the question, and no others': async (index) => {
    await index.put('org', 'd', ['Parking is behind the house.', 'Breakfast is at eight.', 'Dogs are welcome.', '']);
    assert.deepEqual(await idsOf(index, 'when is breakfast served'), ['d:1']);
    assert.deepEqual(await idsOf(index, 'is there parking, and are dogs welcome?'), ['d:2', 'd:0']);
    assert.isEmpty(await idsOf(index, 'sauna'));
    assert.isEmpty(await idsOf(index, ' ?! '));
  },

  'ranks rare words above common ones, repeated words above single ones, and short chunks above long ones': async (
    index,
  ) => {
    const common = Array.from({ length: 20 }, (_, at) => `The clinic of place${at} opens at nine.`);
    await index.put('org', 'd', [...common, 'Kestrel has an entrance.']);
    assert.equal((await idsOf(index, 'clinic kestrel'))[0], 'd:20');
    await index.put('org', 'd', [`tennis ${FILLER}`, `tennis tennis ${FILLER}`, `tennis ${FILLER} ${FILLER}`]);
    assert.deepEqual(await idsOf(index, 'tennis'), ['d:1', 'd:0', 'd:2']);
  },

  'ranks a chunk with the rare words of the question above one with more of the common ones': async (index) => {
    const common = Array.from({ length: 20 }, () => `membership cost ${FILLER}`);
    const lodges = Array.from({ length: 4 }, () => `ski lodge ski lodge membership cost ${FILLER}`);
    await index.put('org', 'd', [...common, ...lodges, `zenith ski lodge ${FILLER} ${FILLER}`]);
    assert.equal((await idsOf(index, 'membership cost of the zenith ski lodge'))[0], 'd:24');
  },

  'ranks a chunk beside one with another word of the question above the same text elsewhere': async (index) => {
    const open = `opening hours ${FILLER}`;
    await index.put('org', 'd', [open, FILLER, FILLER, `kestrel ${FILLER}`, open, FILLER]);
    const found = await idsOf(index, 'opening hours of the kestrel');
    assert.deepEqual(found.toSorted(), ['d:0', 'd:3', 'd:4']);
    assert.isBelow(found.indexOf('d:4'), found.indexOf('d:0'));
  },

  'knows words of any script, and inflections of English, Hindi, Russian, Greek and Arabic': async (index) => {
    const texts = [
      'हमारा पुस्तकालय सोमवार को खुलता है',
      '我们的图书馆星期一开门',
      'المكتبة مفتوحة',
      'The gardens of the abbey',
      'Café',
      'Правила библиотеки',
      'Οι ώρες της βιβλιοθήκης',
    ];
    await index.put('org', 'd', texts);
    for (const [at, question] of [
      'पुस्तकालयों के बारे में',
      '图书馆在哪里',
      'مكتبات',
      'garden',
      'CAFE',
      'библиотека',
      'βιβλιοθήκη',
    ].entries())
      assert.deepEqual(await idsOf(index, question), [`d:${at}`], question);
  },

  'gives as many as are wanted, equals in the order of documents and chunks': async (index) => {
    const texts = Array.from({ length: 12 }, () => 'A swimming pool.');
    await index.put('org', 'e', texts);
    await index.put('org', 'd', texts.slice(0, 2));
    const documentIds = ['e', 'd'];
    assert.deepEqual(await idsOf(index, 'pool', { topK: 4, documentIds }), ['d:0', 'd:1', 'e:0', 'e:1']);
    assert.lengthOf(await idsOf(index, 'pool', { topK: 50, documentIds }), 14);
    assert.isEmpty(await idsOf(index, 'pool', { topK: 0, documentIds }));
  },

  'searches the named documents only, and counts words in them alone': async (index) => {
    await index.put('org', 'd', [`apple ${FILLER}`, `pear ${FILLER}`, `pear ${FILLER}`]);
    await index.put(
      'org',
      'e',
      Array.from({ length: 30 }, () => `apple ${FILLER}`),
    );
    assert.deepEqual(await idsOf(index, 'pear apple'), ['d:0', 'd:1', 'd:2']);
    assert.isEmpty(await idsOf(index, 'apple', { documentIds: [] }));
    const many = Array.from({ length: 150 }, (_, at) => `none${at}`);
    assert.deepEqual(await idsOf(index, 'pear apple', { documentIds: [...many, 'd'] }), ['d:0', 'd:1', 'd:2']);
  },

  'keeps organisations apart': async (index) => {
    await index.put('org', 'd', ['a sauna', `pear ${FILLER}`, `apple ${FILLER}`, `apple ${FILLER}`]);
    await index.put('other', 'd', ['a pool', ...Array.from({ length: 9 }, () => `pear ${FILLER}`)]);
    assert.deepEqual(await idsOf(index, 'sauna pool'), ['d:0']);
    assert.deepEqual(await idsOf(index, 'sauna pool', {}, 'other'), ['d:0']);
    assert.equal((await idsOf(index, 'apple pear'))[0], 'd:1', 'others do not change what is rare');
    assert.deepEqual(await ask(index, 'pool', {}, 'nobody'), { chunkIds: [], unindexed: ['d'] });
    await index.remove('other', 'd');
    await index.remove('nobody', 'd');
    assert.deepEqual(await idsOf(index, 'sauna'), ['d:0']);
  },

  'replaces the texts of a document': async (index) => {
    await index.put('org', 'd', ['old words', 'a sauna']);
    await index.put('org', 'd', ['new words']);
    assert.isEmpty(await idsOf(index, 'sauna'));
    assert.deepEqual(await idsOf(index, 'old sauna words'), ['d:0']);
    await index.put('org', 'd', ['new words']);
    assert.deepEqual(await idsOf(index, 'words'), ['d:0']);
    await index.put('org', 'd', ['old words', 'a sauna']);
    assert.deepEqual(await idsOf(index, 'sauna'), ['d:1']);
  },

  'removes a document, and says which are not indexed': async (index) => {
    await index.put('org', 'd', ['a sauna']);
    await index.put('org', 'e', ['a sauna']);
    await index.put('org', 'empty', []);
    assert.isTrue(await index.remove('org', 'd'));
    const documentIds = ['d', 'e', 'empty', 'f'];
    assert.deepEqual(await ask(index, 'sauna', { documentIds }), { chunkIds: ['e:0'], unindexed: ['d', 'f'] });
    await index.put('org', 'd', ['a pool']);
    assert.deepEqual(await idsOf(index, 'sauna pool'), ['d:0']);
    await index.put('other', 'd', ['a pool']);
    await index.removeAll('org');
    assert.deepEqual(await ask(index, 'sauna pool', { documentIds }), { chunkIds: [], unindexed: documentIds });
    assert.deepEqual((await ask(index, 'pool', { documentIds: ['d'] }, 'other')).chunkIds, ['d:0']);
  },

  'indexes one document in several processes at once, by at least one': async (index) => {
    const texts = Array.from({ length: 60 }, (_, at) => `place${at} ${FILLER}`);
    const ends = await Promise.allSettled([1, 2, 3].map(() => index.put('org', 'd', texts)));
    for (const end of ends)
      if (end.status === 'rejected') assert.equal((end.reason as DomainError).problem, 'unavailable');
    assert.isTrue(ends.some(({ status }) => status === 'fulfilled'));
    assert.deepEqual(await idsOf(index, 'place37'), ['d:37']);
    assert.lengthOf(await idsOf(index, 'river', { topK: 100 }), 60);
  },

  'finds the texts of one of several writers of different ones, complete': async (index) => {
    const [pools, saunas] = [60, 70].map((length) => Array.from({ length }, (_, at) => `word${at}`));
    await index.put('org', 'd', ['a garden']);
    const puts = [index.put('org', 'd', pools!), index.put('org', 'd', saunas!), index.put('org', 'd', pools!)];
    assert.include(
      (await Promise.allSettled(puts)).map(({ status }) => status),
      'fulfilled',
    );
    const found = await Promise.all(pools!.map((word) => idsOf(index, word)));
    assert.deepEqual(
      found,
      pools!.map((_, at) => [`d:${at}`]),
    );
    assert.isEmpty(await idsOf(index, 'garden'));
  },

  'indexes nothing for a writer that is stopped, or whose document is removed at the same time': async (index) => {
    const writing = index.put('org', 'd', ['a pool', 'a sauna']).then(
      () => 'done',
      () => 'refused',
    );
    await index.remove('org', 'd');
    const end = await writing;
    if (end === 'refused') assert.isEmpty(await index.documents(null, 9));
    await index.put('org', 'd', ['a pool']);
    const texts = Array.from({ length: 400 }, (_, at) => `word${at} ${FILLER}`);
    const stopped = new AbortController();
    const reason = new Error('stopped');
    const stopping = index.put('org', 'd', texts, stopped.signal).catch((error: unknown) => error);
    stopped.abort(reason);
    assert.equal(await stopping, reason);
    assert.deepEqual(await idsOf(index, 'pool word7'), ['d:0']);
    await index.put('org', 'd', texts);
    assert.deepEqual(await idsOf(index, 'pool word7'), ['d:7']);
  },

  'names the documents that words are stored of, page by page': async (index) => {
    for (const [org, id] of [
      ['b', 'y'],
      ['a', 'z'],
      ['b', 'x'],
      ['a', 'w'],
    ] as const)
      await index.put(org, id, ['a pool', 'a sauna']);
    const named = [
      { org_id: 'a', document_id: 'w' },
      { org_id: 'a', document_id: 'z' },
      { org_id: 'b', document_id: 'x' },
      { org_id: 'b', document_id: 'y' },
    ];
    assert.deepEqual(await index.documents(null, 9), named);
    assert.deepEqual(await index.documents(null, 3), named.slice(0, 3));
    assert.deepEqual(await index.documents(named[1]!, 9), named.slice(2));
    assert.isEmpty(await index.documents(named[3]!, 9));
    await index.remove('a', 'z');
    assert.deepEqual(await index.documents(named[0]!, 1), [named[2]]);
    await index.removeAbandoned('a', 'w');
    assert.deepEqual((await index.search('a', { question: 'pool', documentIds: ['w'], topK: 1 })).chunkIds, ['w:0']);
  },

  'removes a large document in steps, of which the first hides it': async (index) => {
    const words = Array.from({ length: 1_100 }, (_, at) => `word${at}`);
    await index.put('org', 'd', [words.join(' ')]);
    assert.isFalse(await index.remove('org', 'd', 1));
    assert.deepEqual(await ask(index, 'word1099'), { chunkIds: [], unindexed: ['d'] });
    assert.isFalse(await index.remove('org', 'd', 1));
    assert.isTrue(await index.remove('org', 'd', 1_100));
    assert.isEmpty(await index.documents(null, 9));
  },

  'finds chunks anywhere in a long document': async (index) => {
    await index.put(
      'org',
      'd',
      Array.from({ length: 1_010 }, (_, at) => `word${at} same${at % 2}`),
    );
    for (const at of [0, 127, 128, 999, 1_000, 1_009]) assert.equal((await idsOf(index, `word${at}`))[0], `d:${at}`);
    assert.lengthOf(await idsOf(index, 'same1', { topK: 3_000 }), 505);
  },
};
