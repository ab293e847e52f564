import { assert } from 'chai';
import type { PageDocument, WebPageRepository } from '../../application/ports/web-pages.ts';
import type { KnowledgeDocumentRepository } from '../../application/ports/knowledge-documents.ts';
import { newWebPage } from '../../domain/knowledge/web-page.ts';
import type { Contract } from '../support/contract.ts';
import { knowledgeDocument } from '../domain/knowledge/example.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

/** A page that is due at a time. */
const page = (id: string, due: number | null = 0, more: Partial<PageDocument> = {}): PageDocument => ({
  ...knowledgeDocument({ document_id: id, storage_key: null }),
  ...{ web_page: newWebPage(`https://example.com/${id}`), refresh: 'daily', due_at: due === null ? null : at(due) },
  ...more,
});

export interface WebPages {
  readonly pages: WebPageRepository;
  readonly documents: KnowledgeDocumentRepository;
}

export const webPagesContract: Contract<WebPages> = {
  'adds a document that is listed like any other, with nothing added to it': async ({ pages, documents }) => {
    await pages.add(page('a'));
    assert.isTrue(await pages.add(page('b', 0, { org_id: 'o2' })));
    assert.isFalse(await pages.add(page('b')));
    assert.deepEqual(await documents.list('o1'), [page('a')]);
    assert.deepEqual(await documents.find('o1', 'a'), page('a'));
  },

  'keeps pages from the workers that process uploads': async ({ pages, documents }) => {
    await pages.add(page('a'));
    await pages.add(page('b', 0, { status: 'ready' }));
    await documents.add(knowledgeDocument({ document_id: 'file', org_id: 'o2' }));
    assert.deepEqual(await documents.organisationsWithPending(at(10), 'uploads'), ['o2']);
    assert.isEmpty(await documents.organisationsWithPending(at(10), 'unindexed'));
    assert.isNull(await documents.claim('o1', 'x', at(30), at(10)));
  },

  'knows which organisations have pages that are due, each once': async ({ pages, documents }) => {
    for (const id of ['a', 'b']) await pages.add(page(id));
    await pages.add(page('c', 0, { org_id: 'o2', status: 'failed' }));
    await pages.add(page('d', 60, { org_id: 'o3' }));
    await pages.add(page('e', null, { org_id: 'o4' }));
    await documents.add(knowledgeDocument({ document_id: 'file', org_id: 'o5' }));
    assert.sameMembers(await pages.organisationsWithPending(at(10)), ['o1', 'o2']);
    await pages.claim('o2', 'x', at(30), at(10));
    await pages.claim('o1', 'x', at(30), at(10));
    assert.deepEqual(await pages.organisationsWithPending(at(10)), ['o1']);
    assert.sameMembers(await pages.organisationsWithPending(at(31)), ['o1', 'o2']);
    assert.sameMembers(await pages.organisationsWithPending(at(61)), ['o1', 'o2', 'o3']);
  },

  'gives out the page that is due longest, and none that is not due': async ({ pages }) => {
    await pages.add(page('late', 5));
    await pages.add(page('early', 1));
    await pages.add(page('other', 0, { org_id: 'o2' }));
    await pages.add(page('future', 60));
    await pages.add(page('never', null));
    assert.deepEqual(await pages.claim('o1', 'x', at(30), at(10)), {
      ...{ document: page('early', 1), work: 'check', attempt: 1 },
    });
    assert.equal((await pages.claim('o1', 'x', at(30), at(10)))?.document.document_id, 'late');
    assert.isNull(await pages.claim('o1', 'x', at(30), at(10)));
  },

  'gives each page to one of many workers that claim at once': async ({ pages }) => {
    for (const id of ['a', 'b', 'c']) await pages.add(page(id));
    const results = Array.from({ length: 12 }, (_, each) => pages.claim('o1', `owner ${each}`, at(30), at(10)));
    const given = (await Promise.all(results)).flatMap((claimed) => (claimed ? [claimed.document.document_id] : []));
    assert.sameMembers(given, ['a', 'b', 'c']);
  },

  'gives a page whose claim ran out to another worker, and counts': async ({ pages }) => {
    await pages.add(page('a'));
    await pages.claim('o1', 'x', at(20), at(10));
    assert.isNull(await pages.claim('o1', 'y', at(39), at(19)));
    assert.isTrue(await pages.renewClaim('a', 'x', at(25)));
    assert.isNull(await pages.claim('o1', 'y', at(44), at(24)));
    assert.equal((await pages.claim('o1', 'y', at(46), at(26)))?.attempt, 2);
    assert.isFalse(await pages.renewClaim('a', 'x', at(50)));
    assert.isFalse(await pages.change('a', 'x', { chunk_count: 9 }));
    assert.isFalse(await pages.finishClaim(page('a'), 'x', { chunk_count: 9, due_at: at(99) }));
  },

  'changes a claimed page, which stays claimed': async ({ pages, documents }) => {
    await pages.add(page('a'));
    await pages.add(page('b', 5));
    await pages.claim('o1', 'x', at(30), at(10));
    assert.isTrue(await pages.change('a', 'x', { content_version: 'v1', chunk_count: 2 }));
    assert.deepEqual(await documents.find('o1', 'a'), page('a', 0, { content_version: 'v1', chunk_count: 2 }));
    assert.deepEqual(await documents.find('o1', 'b'), page('b', 5));
    assert.isTrue(await pages.renewClaim('a', 'x', at(40)));
  },

  'ends a claim, and the page is due at another time, with no attempt counted': async ({ pages, documents }) => {
    await pages.add(page('a'));
    await pages.claim('o1', 'x', at(30), at(10));
    assert.isTrue(await pages.finishClaim(page('a'), 'x', { status: 'ready', due_at: at(50) }));
    assert.deepEqual(await documents.find('o1', 'a'), page('a', 50, { status: 'ready' }));
    assert.isNull(await pages.claim('o1', 'y', at(60), at(49)));
    assert.equal((await pages.claim('o1', 'y', at(99), at(51)))?.attempt, 1);
    assert.isTrue(await pages.finishClaim(page('a', 50), 'y', { due_at: null }));
    assert.isNull(await pages.claim('o1', 'y', at(999), at(900)));
  },

  'gives out ready pages that are to be prepared, after those that are due, and counts no attempt': async ({
    pages,
  }) => {
    const ready = (id: string, due: number | null) => page(id, due, { status: 'ready', created_at: at(due ?? 1) });
    for (const each of [ready('a', 60), ready('b', 5), page('c', 5), ready('d', null)]) await pages.add(each);
    const claimed = async (now: number) => {
      const found = await pages.claim('o1', 'x', at(now + 20), at(now));
      return found && [found.document.document_id, found.work, found.attempt];
    };
    assert.deepEqual(await claimed(10), ['b', 'check', 1]);
    assert.isTrue(await pages.finishClaim(ready('b', 5), 'x', { due_at: at(70), is_indexed: false }));
    assert.deepEqual(await claimed(10), ['c', 'check', 1]);
    assert.isTrue(await pages.change('c', 'x', { is_indexed: false }));
    assert.deepEqual(await claimed(11), ['b', 'prepare', 0]);
    assert.isEmpty(await pages.organisationsWithPending(at(12)), 'c is not ready');
    await pages.postpone('b', 'other', at(12));
    assert.isNull(await claimed(13));
    await pages.postpone('b', 'x', at(15));
    assert.isNull(await claimed(15));
    assert.deepEqual(await claimed(16), ['b', 'prepare', 0]);
    assert.deepEqual(await claimed(37), ['c', 'check', 2], 'its claim ran out');
    assert.deepEqual(await pages.organisationsWithPending(at(38)), ['o1']);
    assert.deepEqual(await claimed(38), ['b', 'prepare', 0]);
    assert.isTrue(await pages.finishClaim(ready('b', 70), 'x', { is_indexed: true }));
    assert.isNull(await claimed(39));
  },

  'keeps what a user scheduled during a check': async ({ pages, documents }) => {
    await pages.add(page('a'));
    await pages.claim('o1', 'x', at(30), at(10));
    await pages.schedule('o1', 'a', { due_at: at(11) });
    assert.isTrue(await pages.finishClaim(page('a'), 'x', { status: 'ready', due_at: at(50) }));
    assert.deepEqual(await documents.find('o1', 'a'), page('a', 11, { status: 'ready' }));
    await pages.claim('o1', 'y', at(60), at(40));
    await pages.schedule('o1', 'a', { refresh: 'manual', due_at: null });
    assert.isTrue(await pages.finishClaim(page('a', 11), 'y', { due_at: at(90) }));
    assert.deepEqual(await documents.find('o1', 'a'), page('a', null, { status: 'ready', refresh: 'manual' }));
  },

  'gives back what is released at once, and forgets an attempt that was none': async ({ pages }) => {
    await pages.add(page('a'));
    await pages.claim('o1', 'x', at(30), at(10));
    await pages.releaseClaim('a', 'y');
    assert.isNull(await pages.claim('o1', 'y', at(31), at(11)));
    await pages.releaseClaim('a', 'x');
    assert.equal((await pages.claim('o1', 'y', at(32), at(12)))?.attempt, 1);
    await pages.releaseClaim('gone', 'y');
  },

  'schedules pages of their organisation only, and no files': async ({ pages, documents }) => {
    await pages.add(page('a'));
    await documents.add(knowledgeDocument({ document_id: 'file' }));
    assert.isNull(await pages.schedule('o2', 'a', { due_at: at(5) }));
    assert.isNull(await pages.schedule('o1', 'file', { due_at: at(5) }));
    assert.isNull(await pages.schedule('o1', 'gone', { due_at: at(5) }));
    const change = { refresh: 'weekly', due_at: at(5) } as const;
    assert.deepEqual(await pages.schedule('o1', 'a', change), page('a', 5, { refresh: 'weekly' }));
    assert.deepEqual(await documents.find('o1', 'file'), knowledgeDocument({ document_id: 'file' }));
  },

  'knows nothing of a removed page': async ({ pages, documents }) => {
    await pages.add(page('a'));
    await pages.claim('o1', 'x', at(30), at(10));
    assert.isTrue(await documents.remove('o1', 'a'));
    assert.isFalse(await pages.renewClaim('a', 'x', at(40)));
    assert.isFalse(await pages.change('a', 'x', { chunk_count: 1 }));
    assert.isFalse(await pages.finishClaim(page('a'), 'x', { due_at: at(50) }));
    assert.isEmpty(await pages.organisationsWithPending(at(99)));
  },
};
