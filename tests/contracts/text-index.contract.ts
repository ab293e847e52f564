import { assert } from 'chai';
import type { TextIndex, TextQuery } from '../../application/ports/text-index.ts';
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

  'knows words of any script, and inflections of English and Hindi': async (index) => {
    const texts = [
      'हमारा पुस्तकालय सोमवार को खुलता है',
      '我们的图书馆星期一开门',
      'المكتبة مفتوحة',
      'The gardens of the abbey',
      'Café',
    ];
    await index.put('org', 'd', texts);
    for (const [at, question] of ['पुस्तकालयों के बारे में', '图书馆在哪里', 'المكتبة', 'garden', 'CAFE'].entries())
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
    await index.remove('org', 'd');
    const documentIds = ['d', 'e', 'empty', 'f'];
    assert.deepEqual(await ask(index, 'sauna', { documentIds }), { chunkIds: ['e:0'], unindexed: ['d', 'f'] });
    await index.put('org', 'd', ['a pool']);
    assert.deepEqual(await idsOf(index, 'sauna pool'), ['d:0']);
    await index.put('other', 'd', ['a pool']);
    await index.removeAll('org');
    assert.deepEqual(await ask(index, 'sauna pool', { documentIds }), { chunkIds: [], unindexed: documentIds });
    assert.deepEqual((await ask(index, 'pool', { documentIds: ['d'] }, 'other')).chunkIds, ['d:0']);
  },

  'indexes one document in several processes at once': async (index) => {
    const texts = Array.from({ length: 60 }, (_, at) => `place${at} ${FILLER}`);
    await Promise.all([1, 2, 3].map(() => index.put('org', 'd', texts)));
    assert.deepEqual(await idsOf(index, 'place37'), ['d:37']);
    assert.lengthOf(await idsOf(index, 'river', { topK: 100 }), 60);
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
