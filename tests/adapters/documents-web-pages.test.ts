import { assert } from 'chai';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentWebPages } from '../../adapters/documents/web-pages.ts';
import { webPagesContract } from '../contracts/web-pages.contract.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { newWebPage } from '../../domain/knowledge/web-page.ts';
import { knowledgeDocument } from '../domain/knowledge/example.ts';
import { repository } from './documents-repository.ts';

repository(
  'web pages',
  webPagesContract,
  async (store) => ({ pages: await documentWebPages(store), documents: await documentKnowledge(store) }),
  ['findsAll', 'changesAny', 'answersAnother', 'changesNothing', 'findsNoFirst', 'hesitates'],
);

describe('web pages of another release', () => {
  it('are prepared again where it indexed or measured in an earlier way, and not by it', async () => {
    const store = await sqliteEngine(':memory:');
    const [former, pages] = [await documentWebPages(store, 2), await documentWebPages(store, 3)];
    const [now, until] = ['2026-01-01T12:00:00.000Z', '2026-01-01T12:00:15.000Z'];
    const page = {
      ...knowledgeDocument({ document_id: 'a', status: 'ready' }),
      refresh: 'manual',
      due_at: null,
    } as const;
    const added = { ...page, web_page: newWebPage('https://example.com/a') };
    await former.add(added);
    assert.isNull(await former.claim('o1', 'x', until, now));
    assert.deepEqual(await pages.organisationsWithPending(now), ['o1']);
    assert.equal((await pages.claim('o1', 'x', until, now))?.work, 'prepare');
    assert.isTrue(await pages.finishClaim(added, 'x', { is_indexed: true }));
    for (const each of [former, pages]) assert.isEmpty(await each.organisationsWithPending(now));
    await store.close();
  });
});
