import { assert } from 'chai';
import { deleteDocument } from '../../../application/knowledge/delete-document.ts';
import { addSitemap, refreshWebPage, scheduleWebPage } from '../../../application/knowledge/manage-pages.ts';
import { retrieveChunks } from '../../../application/knowledge/retrieve-chunks.ts';
import { limited } from '../../../domain/errors.ts';
import type { NewSitemap } from '../../../domain/knowledge/sitemap.ts';
import { DAY_MS, pageWorld } from './page-world.ts';

const SITEMAP = 'https://example.com/sitemap.xml';
const at = (path: string): string => `https://example.com/${path}`;
const list = (...paths: string[]): string => ['urlset', ...paths.map(at)].join('\n');

describe('sitemaps as knowledge', () => {
  let world: Awaited<ReturnType<typeof pageWorld>>;
  let ports: Parameters<typeof addSitemap>[0];
  beforeEach(async () => {
    world = await pageWorld();
    ports = { ...world.ports, pageWorker: { wake: () => undefined } };
    for (const path of ['a', 'b', 'c']) world.pages.set(at(path), `# Page ${path}\nWe open at ${path}.`);
  });

  const ada = { org_id: 'o1', email: 'ada@example.com', role: 'admin' } as never;
  const add = async (more: Partial<NewSitemap> = {}): Promise<string> => {
    const { document_id } = await addSitemap(ports)(ada, { url: SITEMAP, refresh: 'daily', ...more });
    await world.check();
    return document_id;
  };
  const pagesOf = async (id: string): Promise<string[]> =>
    (await world.ports.knowledge.pagesOf('o1', [id])).map(({ web_page }) => web_page!.url).toSorted();

  it('become documents, and so do their pages, which an agent uses when it names the sitemap', async () => {
    world.pages.set(SITEMAP, list('a', 'b'));
    const id = await add();
    assert.deepInclude(await world.found(id), {
      ...{ status: 'ready', chunk_count: 0, embedding_model: null, original_filename: 'example.com/sitemap.xml' },
      sitemap: { path_prefix: '/', max_pages: 100, pages: 2, left_out: 0 },
    });
    const pages = await world.ports.knowledge.pagesOf('o1', [id]);
    assert.deepEqual(
      pages.map(({ status, refresh, sitemap_id }) => [status, refresh, sitemap_id]),
      [
        ['ready', 'daily', id],
        ['ready', 'daily', id],
      ],
    );
    const { chunks: found } = await retrieveChunks(world.ports)({
      org_id: 'o1',
      question: 'when do you open',
      document_ids: [id],
    });
    assert.sameMembers(
      found.map(({ source_url }) => source_url),
      [at('a'), at('b')],
    );
  });

  it('add pages that they list later, and remove those that they list no longer', async () => {
    world.pages.set(SITEMAP, list('a', 'b'));
    const id = await add();
    world.pages.set(SITEMAP, list('b', 'c'));
    await world.checkAfter(DAY_MS + 1);
    assert.deepEqual(await pagesOf(id), [at('b'), at('c')]);
    assert.sameMembers(await world.ask('when do you open'), ['We open at b.', 'We open at c.']);
  });

  it('lead to the sitemaps of an index on the same host, and to no more pages than wanted', async () => {
    world.pages.set(SITEMAP, ['sitemapindex', at('1.xml'), 'https://other.com/2.xml', at('3.xml')].join('\n'));
    world.pages.set(at('1.xml'), list('a', 'b', 'c'));
    const id = await add({ max_pages: 2 });
    assert.deepEqual(await pagesOf(id), [at('a'), at('b')]);
    assert.deepInclude((await world.found(id)).sitemap, { pages: 2, left_out: 1 });
    assert.notIncludeMembers(
      world.fetched.map(({ url }) => url),
      ['https://other.com/2.xml', at('3.xml')],
    );
  });

  it('keep their pages when they cannot be read, are empty, or one of an index is missing', async () => {
    world.pages.set(SITEMAP, list('a'));
    const id = await add();
    for (const [content, problem] of [
      ['hostile', /cannot be read/],
      ['urlset', /lists no pages/],
      [`sitemapindex\n${at('gone.xml')}`, /No page \(status 404\)/],
    ] as const) {
      world.pages.set(SITEMAP, content);
      await world.checkAfter(DAY_MS + 1);
      assert.match(String((await world.found(id)).web_page?.problem), problem);
      assert.deepEqual(await pagesOf(id), [at('a')]);
    }
  });

  it('that list nothing at first are failed, and say what to do', async () => {
    world.pages.set(SITEMAP, list('a'));
    const id = await add({ path_prefix: '/help' });
    const { status, error_message } = await world.found(id);
    assert.deepEqual([status, /prefix/.test(String(error_message))], ['failed', true]);
  });

  it('add as many pages as the quota allows, and say that some are missing', async () => {
    world.pages.set(SITEMAP, list('a', 'b', 'c'));
    let left = 2;
    const { quotas } = world.ports;
    const reserve: typeof quotas.reserve = async (orgId, wanted) => {
      if (wanted.kind === 'document' && left-- === 0) throw limited('The quota of documents is used up');
      return quotas.reserve(orgId, wanted);
    };
    const { document_id: id } = await addSitemap(ports)(ada, { url: SITEMAP });
    await world.worker({ quotas: { ...quotas, reserve } }).tick();
    assert.lengthOf(await pagesOf(id), 2);
    const { status, notice } = await world.found(id);
    assert.deepEqual(
      [status, notice],
      ['ready', '1 pages of the sitemap were not added: The quota of documents is used up'],
    );
  });

  it('are read again after a crash in between, and add each page once', async () => {
    world.pages.set(SITEMAP, list('a', 'b', 'c'));
    const { document_id: id } = await addSitemap(ports)(ada, { url: SITEMAP });
    const { webPages } = world.ports;
    let added = 0;
    const dead = (): Promise<never> => new Promise(() => undefined);
    const reached = new Promise<void>((resolve) => {
      const adding: typeof webPages.add = (page) => (
        (added += 1),
        added > 2 ? (resolve(), dead()) : webPages.add(page)
      );
      void world.worker({ webPages: { ...webPages, add: adding, renewClaim: dead } }).tick();
    });
    await reached;
    await world.checkAfter(15_001);
    assert.deepEqual(await pagesOf(id), [at('a'), at('b'), at('c')]);
    assert.lengthOf(await world.ports.knowledge.list('o1'), 4);
  });

  it('take their pages with them when they are deleted, also while they are read', async () => {
    world.pages.set(SITEMAP, list('a', 'b'));
    const id = await add();
    await deleteDocument(world.ports)(ada, id);
    assert.isEmpty(await world.ports.knowledge.list('o1'));
    const { document_id: other } = await addSitemap(ports)(ada, { url: SITEMAP });
    const { webPages } = world.ports;
    const late: typeof webPages.add = async (page) => {
      await deleteDocument(world.ports)(ada, other).catch(() => undefined);
      return webPages.add(page);
    };
    await world.worker({ webPages: { ...webPages, add: late } }).tick();
    assert.isEmpty(await world.ports.knowledge.list('o1'));
  });

  it('are checked with all their pages when requested, and in another interval', async () => {
    world.pages.set(SITEMAP, list('a', 'b'));
    const id = await add();
    world.later(1);
    const before = world.fetched.length;
    await refreshWebPage(ports)(ada, id);
    world.later(1);
    await world.check();
    assert.lengthOf(world.fetched, before + 3);
    await scheduleWebPage(ports)(ada, id, { refresh: 'manual' });
    const pages = await world.ports.knowledge.pagesOf('o1', [id]);
    assert.deepEqual(
      pages.map(({ refresh, due_at }) => [refresh, due_at]),
      [
        ['manual', null],
        ['manual', null],
      ],
    );
  });
});
