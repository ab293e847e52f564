import { assert } from 'chai';
import type { KnowledgeDocumentRepository } from '../../application/ports/knowledge-documents.ts';
import { toReady, toFailed, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { Contract } from '../support/contract.ts';
import { knowledgeDocument } from '../domain/knowledge/example.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const known = (id: string, more: Partial<KnowledgeDocument> = {}) => knowledgeDocument({ document_id: id, ...more });
const ids = (documents: readonly KnowledgeDocument[]): string[] => documents.map(({ document_id }) => document_id);

export const knowledgeDocumentsContract: Contract<KnowledgeDocumentRepository> = {
  'finds a document of its organisation, with nothing added to it': async (documents) => {
    await documents.add(known('a'));
    await documents.add(known('b', { original_filename: 'Öffnungszeiten.pdf' }));
    assert.deepEqual(await documents.find('o1', 'b'), known('b', { original_filename: 'Öffnungszeiten.pdf' }));
    assert.isNull(await documents.find('o1', 'c'));
  },

  "knows nothing of another organisation's documents": async (documents) => {
    await documents.add(known('a'));
    assert.isNull(await documents.find('o2', 'a'));
    assert.isEmpty(await documents.list('o2'));
    assert.isEmpty(await documents.findMany('o2', ['a']));
    assert.isFalse(await documents.remove('o2', 'a'));
    assert.deepEqual(await documents.find('o1', 'a'), known('a'));
  },

  'finds the pages of sitemaps of its organisation': async (documents) => {
    for (const [id, sitemap] of Object.entries({ a: 's1', b: 's2', c: 's3' }))
      await documents.add(known(id, { sitemap_id: sitemap }));
    await documents.add(known('d', { org_id: 'o2', sitemap_id: 's1' }));
    await documents.add(known('e'));
    assert.sameMembers(ids(await documents.pagesOf('o1', ['s1', 's2'])), ['a', 'b']);
    assert.isEmpty(await documents.pagesOf('o1', []));
  },

  'lists them newest first': async (documents) => {
    for (const each of [1, 3, 2]) await documents.add(known(`${each}`, { created_at: at(each) }));
    await documents.add(known('other', { org_id: 'o2' }));
    const expected = [3, 2, 1].map((each) => known(`${each}`, { created_at: at(each) }));
    assert.deepEqual(await documents.list('o1'), expected);
    assert.deepEqual([await documents.count('o1'), await documents.count('o3')], [3, 0]);
  },

  'finds those among many that there are': async (documents) => {
    for (const id of ['a', 'b', 'c']) await documents.add(known(id));
    assert.sameDeepMembers(await documents.findMany('o1', ['c', 'x', 'a']), [known('a'), known('c')]);
    assert.isEmpty(await documents.findMany('o1', []));
  },

  'lets one who asks have the oldest of an organisation that is being processed': async (documents) => {
    await documents.add(known('late', { created_at: at(9) }));
    await documents.add(known('early', { created_at: at(1) }));
    await documents.add(known('first', { created_at: at(0), org_id: 'o2' }));
    await documents.add(known('bad', { created_at: at(0), status: 'failed' }));
    const early = known('early', { created_at: at(1) });
    assert.deepEqual(await documents.claim('o1', 'a', at(30), at(10)), { document: early, attempt: 1 });
    assert.equal((await documents.claim('o1', 'a', at(30), at(10)))?.document.document_id, 'late');
    assert.isNull(await documents.claim('o1', 'b', at(30), at(10)));
  },

  'knows which organisations wait, each once': async (documents) => {
    for (const id of ['a', 'b']) await documents.add(known(id));
    await documents.add(known('c', { org_id: 'o2' }));
    await documents.add(known('d', { org_id: 'o3', status: 'failed' }));
    await documents.add(known('e', { org_id: 'o4', status: 'ready' }));
    const pending = (second: number) =>
      Promise.all(
        (['uploads', 'unindexed'] as const).map((work) => documents.organisationsWithPending(at(second), work)),
      );
    const [uploads, unindexed] = await pending(10);
    assert.sameMembers(uploads!, ['o1', 'o2']);
    assert.deepEqual(unindexed, ['o4']);
    await documents.claim('o4', 'a', at(30), at(10));
    await documents.claim('o2', 'a', at(30), at(10));
    await documents.claim('o1', 'a', at(30), at(10));
    assert.deepEqual(await pending(10), [['o1'], []]);
    const [again, unindexedAgain] = await pending(31);
    assert.sameMembers(again!, ['o1', 'o2']);
    assert.deepEqual(unindexedAgain, ['o4']);
  },

  'lets one who asks have a ready document without a text index, once none is being processed': async (documents) => {
    await documents.add(known('old', { created_at: at(1), status: 'ready', chunk_count: 3 }));
    await documents.add(known('new', { created_at: at(9) }));
    assert.equal((await documents.claim('o1', 'a', at(30), at(10)))?.document.document_id, 'new');
    const old = known('old', { created_at: at(1), status: 'ready', chunk_count: 3 });
    assert.deepEqual((await documents.claim('o1', 'b', at(30), at(10)))?.document, old);
    assert.isTrue(await documents.finishClaim('old', 'b', { is_indexed: true }));
    assert.isTrue(await documents.finishClaim('new', 'a', { ...toReady(1, 'm', new Date(0)), is_indexed: true }));
    assert.isNull(await documents.claim('o1', 'c', at(99), at(90)));
    assert.isEmpty(await documents.organisationsWithPending(at(90), 'uploads'));
    assert.isEmpty(await documents.organisationsWithPending(at(90), 'unindexed'));
    assert.deepEqual(await documents.find('o1', 'old'), old);
  },

  'counts the chunks of an organisation, also without those of a document': async (documents) => {
    assert.equal(await documents.countChunks('o1'), 0);
    await documents.add(known('a', { chunk_count: 3 }));
    await documents.add(known('b', { chunk_count: 40, status: 'ready' }));
    await documents.add(known('c', { chunk_count: 500, org_id: 'o2' }));
    const counts = [undefined, 'a', 'b', 'c', 'gone'].map((except) => documents.countChunks('o1', except));
    assert.deepEqual(await Promise.all(counts), [43, 40, 3, 43, 43]);
  },

  'gives each document to one of many who ask at once': async (documents) => {
    for (const id of ['a', 'b', 'c']) await documents.add(known(id));
    const results = Array.from({ length: 12 }, (_, each) => documents.claim('o1', `owner ${each}`, at(30), at(10)));
    const given = (await Promise.all(results)).flatMap((claimed) => (claimed ? [claimed.document] : []));
    assert.sameMembers(ids(given), ['a', 'b', 'c']);
  },

  'gives one whose claim ran out to another, and counts': async (documents) => {
    await documents.add(known('a'));
    await documents.claim('o1', 'a', at(20), at(10));
    assert.isNull(await documents.claim('o1', 'b', at(39), at(19)));
    assert.equal((await documents.claim('o1', 'b', at(41), at(21)))?.attempt, 2);
    assert.isFalse(await documents.renewClaim('a', 'a', at(50)));
    assert.isFalse(await documents.finishClaim('a', 'a', toReady(1, 'm', new Date(0))));
    assert.equal((await documents.find('o1', 'a'))?.status, 'processing');
  },

  'keeps a claim as long as its owner holds it': async (documents) => {
    await documents.add(known('a'));
    await documents.claim('o1', 'a', at(20), at(10));
    assert.isTrue(await documents.renewClaim('a', 'a', at(30)));
    assert.isNull(await documents.claim('o1', 'b', at(45), at(25)));
    assert.isFalse(await documents.renewClaim('x', 'a', at(30)));
  },

  'gives back what is released, from a moment on, and forgets a try that was none': async (documents) => {
    await documents.add(known('a'));
    await documents.claim('o1', 'a', at(20), at(10));
    await documents.releaseClaim('a', 'b', { until: at(11), untried: true });
    assert.isNull(await documents.claim('o1', 'b', at(32), at(12)));
    await documents.releaseClaim('a', 'a', { until: at(15), untried: false });
    assert.isNull(await documents.claim('o1', 'b', at(34), at(14)));
    assert.equal((await documents.claim('o1', 'b', at(36), at(16)))?.attempt, 2);
    await documents.releaseClaim('a', 'b', { until: at(16), untried: true });
    await documents.releaseClaim('gone', 'b', { until: at(16), untried: true });
    assert.equal((await documents.claim('o1', 'c', at(37), at(17)))?.attempt, 2);
  },

  'settles a claimed document permanently': async (documents) => {
    await documents.add(known('a'));
    await documents.add(known('b', { created_at: at(5) }));
    await documents.claim('o1', 'a', at(20), at(10));
    const calibration = { version: 1, questions: 16, lacking: 0.712, distance: 0.4 };
    const change = { ...toReady(7, 'model', new Date(at(12))), calibration };
    assert.isTrue(await documents.finishClaim('a', 'a', { ...change, is_indexed: true }));
    assert.deepEqual(await documents.find('o1', 'a'), known('a', change));
    assert.deepEqual(await documents.find('o1', 'b'), known('b', { created_at: at(5) }));
    assert.isFalse(await documents.finishClaim('a', 'a', toFailed('no', new Date(at(13)))));
    assert.equal((await documents.claim('o1', 'a', at(99), at(90)))?.document.document_id, 'b');
    assert.isNull(await documents.claim('o1', 'a', at(99), at(90)));
  },

  'removes a document once, and its claim with it': async (documents) => {
    await documents.add(known('a'));
    await documents.add(known('b'));
    await documents.claim('o1', 'a', at(20), at(10));
    assert.isTrue(await documents.remove('o1', 'a'));
    assert.isFalse(await documents.remove('o1', 'a'));
    assert.isFalse(await documents.renewClaim('a', 'a', at(30)));
    assert.isFalse(await documents.finishClaim('a', 'a', {}));
    assert.deepEqual(ids(await documents.list('o1')), ['b']);
  },
};
