import { assert } from 'chai';
import type { DocumentView } from '../../domain/knowledge/document-view.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const URL_OF_PAGE = 'https://example.com/hours';
const HOURS = '# Opening hours\nWe open at nine.';

describe('web pages over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  let pages: World['ports']['pageFetcher']['pages'];
  beforeEach(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
    pages = world.ports.pageFetcher.pages;
    pages.set(URL_OF_PAGE, HOURS);
  });

  const add = (body: object = { url: URL_OF_PAGE }) => fixture.ask('POST', '/knowledge/pages', { body });
  const list = async () => (await fixture.ask('GET', '/knowledge')).body as DocumentView[];
  const added = async (): Promise<DocumentView> => {
    const answer = await add();
    assert.equal(answer.status, 201, answer.text);
    await world.ports.pageWorker.tick();
    return (await list())[0]!;
  };

  it('are processing at first, become ready by themselves, and answer with their address', async () => {
    const { body } = await add({ url: `${URL_OF_PAGE}#sunday`, refresh: 'daily' });
    const { document_id, status, web_page, original_filename } = body as DocumentView;
    assert.deepEqual([status, original_filename], ['processing', 'example.com/hours']);
    const now = world.ports.clock.now().toISOString();
    const unchecked = { url: URL_OF_PAGE, refresh: 'daily', checked_at: null, changed_at: null, problem: null };
    assert.deepEqual(web_page, { ...unchecked, next_check_at: now } as never);
    await world.ports.pageWorker.tick();
    const [ready] = await list();
    assert.deepInclude(ready, { document_id, status: 'ready', original_filename: 'Opening hours', chunk_count: 1 });
    assert.deepInclude(ready?.web_page, {
      checked_at: now,
      changed_at: now,
      next_check_at: '2026-03-03T09:00:00.000Z',
    });
    const answer = await fixture.ask('POST', '/knowledge/ask', { body: { question: 'when do you open' } });
    const { chunks } = answer.body as { chunks: object[] };
    assert.deepInclude(chunks[0], { document_id, source_filename: 'Opening hours', source_url: URL_OF_PAGE });
  });

  it('can be named by an agent once they are ready, and stay so while they are checked', async () => {
    const { document_id } = await added();
    const config = { ...testConfig(), knowledge_base: { enabled: true, document_ids: [document_id] } };
    const create = (name: string) =>
      fixture.ask('POST', '/agents', { body: { name, agent_category: 'websocket', config } });
    assert.equal((await create('One')).status, 201);
    pages.set(URL_OF_PAGE, { kind: 'failed', problem: 'example.com did not answer', retryAfterMs: null });
    await fixture.ask('POST', `/knowledge/${document_id}/refresh`);
    await world.ports.pageWorker.tick();
    assert.equal((await create('Two')).status, 201);
    const [document] = await list();
    assert.match(String(document?.notice), /as it was found on 2026-03-02: example\.com did not answer/);
    assert.equal(document?.web_page?.problem, 'example.com did not answer');
  });

  for (const [what, body, says] of [
    ['an address that is none', { url: 'example.com' }, /url must be an http or https URL/],
    ['a password in the address', { url: 'https://a:b@example.com/' }, /user name or a password/],
    ['an unknown interval', { url: URL_OF_PAGE, refresh: 'hourly' }, /refresh/],
    ['no address', {}, /url/],
  ] as const)
    it(`are refused with 422 when they have ${what}`, async () => {
      const answer = await add(body);
      assert.equal(answer.status, 422, answer.text);
      assert.match(JSON.stringify(answer.body), says);
      assert.deepEqual(await list(), []);
    });

  it('are checked when requested, and in another interval from then on', async () => {
    const { document_id } = await added();
    pages.set(URL_OF_PAGE, '# Opening hours\nWe open at ten.');
    const refreshed = await fixture.ask('POST', `/knowledge/${document_id}/refresh`);
    assert.deepInclude(refreshed.body, { document_id, status: 'ready' });
    await world.ports.pageWorker.tick();
    const answer = await fixture.ask('POST', '/knowledge/ask', { body: { question: 'when do you open' } });
    assert.include(answer.text, 'We open at ten.');
    assert.notInclude(answer.text, 'We open at nine.');
    const changed = await fixture.ask('PATCH', `/knowledge/${document_id}`, { body: { refresh: 'manual' } });
    assert.deepInclude((changed.body as DocumentView).web_page, { refresh: 'manual', next_check_at: null });
  });

  it('alone are checked: a file is 400, and an unknown document 404', async () => {
    const uploaded = await sendForm(world, fixture.token, fileForm('%PDF-words', 'Hours.pdf'), '/knowledge/upload');
    const { document_id } = uploaded.body as { document_id: string };
    for (const [id, status] of [
      [document_id, 400],
      ['nobody', 404],
    ] as const) {
      assert.equal((await fixture.ask('POST', `/knowledge/${id}/refresh`)).status, status);
      assert.equal((await fixture.ask('PATCH', `/knowledge/${id}`, { body: { refresh: 'daily' } })).status, status);
    }
  });

  it('are shown as they were fetched, under their title, and never run', async () => {
    const bytes = new TextEncoder().encode('<h1>Hours</h1>');
    const content = { bytes, type: 'html', charset: null, etag: null, last_modified: null } as const;
    pages.set(URL_OF_PAGE, { kind: 'content', content });
    const { document_id, original_filename } = await added();
    const { status, headers, text } = await fixture.ask('GET', `/knowledge/${document_id}/preview`);
    assert.deepEqual([status, text, headers.get('content-type')], [200, '<h1>Hours</h1>', 'text/plain']);
    assert.include(headers.get('content-disposition') ?? '', `attachment; filename="${original_filename.slice(0, 5)}`);
    assert.match(headers.get('content-disposition') ?? '', /\.html"/);
  });

  it('are deleted with their vectors and index, and not fetched any more', async () => {
    const { document_id } = await added();
    assert.equal((await fixture.ask('DELETE', `/knowledge/${document_id}`)).status, 200);
    assert.equal(await world.ports.vectors.count(fixture.org_id, document_id), 0);
    world.ports.clock.advance(30 * 24 * 3_600_000);
    await world.ports.pageWorker.tick();
    assert.lengthOf(world.ports.pageFetcher.fetched, 1);
    assert.deepEqual(await world.ports.knowledge.list(fixture.org_id), []);
  });

  it('are erased with their organisation', async () => {
    const { document_id } = await added();
    const progress = { erased: async () => undefined, waits: () => undefined };
    await world.ports.documentEraser.eraseAll(fixture.org_id, progress);
    assert.equal(await world.ports.vectors.count(fixture.org_id, document_id), 0);
    assert.deepEqual(await world.ports.webPages.organisationsWithPending('2100-01-01T00:00:00.000Z'), []);
  });

  it('are added and deleted with their sitemap', async () => {
    pages.set('https://example.com/sitemap.xml', `urlset\n${URL_OF_PAGE}`);
    const body = { url: 'https://example.com/sitemap.xml', path_prefix: '/hours', max_pages: 5, refresh: 'daily' };
    const sitemap = await fixture.ask('POST', '/knowledge/sitemaps', { body });
    assert.equal(sitemap.status, 201, sitemap.text);
    const { document_id } = sitemap.body as DocumentView;
    await world.ports.pageWorker.tick();
    const documents = await list();
    assert.deepInclude(documents.find((each) => each.document_id === document_id)?.sitemap, { pages: 1, left_out: 0 });
    assert.equal(documents.find((each) => each.sitemap_id === document_id)?.status, 'ready');
    assert.equal((await fixture.ask('DELETE', `/knowledge/${document_id}`)).status, 200);
    assert.deepEqual(await list(), []);
  });

  it('leave their addresses out of the log', async () => {
    await add({ url: 'https://example.com/gone?token=secret' });
    await world.ports.pageWorker.tick();
    assert.notInclude(JSON.stringify(world.log), 'secret');
  });
});
