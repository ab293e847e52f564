import { assert } from 'chai';
import { documentTextIndex } from '../../../adapters/documents/text-index.ts';
import { documentWebPages } from '../../../adapters/documents/web-pages.ts';
import { unavailable } from '../../../domain/errors.ts';
import { CALIBRATION_VERSION } from '../../../domain/knowledge/calibration.ts';
import { DAY_MS, HOURS, LATER_HOURS, URL_OF_PAGE, pageWorld } from './page-world.ts';

describe('web pages', () => {
  let world: Awaited<ReturnType<typeof pageWorld>>;
  beforeEach(async () => (world = await pageWorld()));

  it('become documents that are searched, named after their title and cited with their address', async () => {
    const id = await world.added();
    const document = await world.found(id);
    assert.deepInclude(document, {
      ...{ status: 'ready', original_filename: 'Opening hours', media_type: 'text/markdown', chunk_count: 1 },
      ...{ storage_key: `o1/knowledge/${id}.page`, due_at: '2026-03-03T09:00:00.000Z', error_message: null },
    });
    const [hit] = await world.retrieve('when do you open');
    const cited = { source_filename: 'Opening hours', source_url: URL_OF_PAGE, heading: 'Opening hours' };
    assert.deepInclude(hit, { ...cited, document_id: id, text: 'We open at nine.' });
    assert.equal(await world.ports.objects.size(`o1/knowledge/${id}.page`), HOURS.length);
  });

  it('are fetched again after their interval, with the validators of their content, and not before', async () => {
    const id = await world.added();
    await world.checkAfter(DAY_MS - 1);
    assert.lengthOf(world.fetched, 1);
    await world.checkAfter(1);
    assert.lengthOf(world.fetched, 2);
    assert.deepEqual(
      world.fetched.map(({ etag }) => etag === null),
      [true, false],
    );
    assert.equal((await world.pageOf(id)).checked_at, world.ports.clock.now().toISOString());
    assert.equal((await world.pageOf(id)).changed_at, '2026-03-02T09:00:00.000Z');
  });

  it('are fetched once only with the interval manual', async () => {
    const id = await world.added(HOURS, 'manual');
    assert.isNull((await world.found(id)).due_at);
    await world.checkAfter(365 * DAY_MS);
    assert.lengthOf(world.fetched, 1);
  });

  it('whose content is the same are not embedded again, whatever their server answers', async () => {
    const id = await world.added();
    const put = world.ports.objects.put.bind(world.ports.objects);
    let puts = 0;
    Object.assign(world.ports.objects, { put: (...file: Parameters<typeof put>) => ((puts += 1), put(...file)) });
    world.ports.pageFetcher.fetch = async (page) => {
      world.fetched.push(page);
      const bytes = new TextEncoder().encode(HOURS);
      return {
        kind: 'content',
        content: { bytes, type: 'markdown', charset: null, etag: '"new"', last_modified: 'x' },
      };
    };
    const embed = async (): Promise<never> => assert.fail('It was embedded');
    const embedders = { ...world.ports.embedders, current: { ...world.ports.embedders.current, embed } };
    world.later(DAY_MS + 1);
    await world.worker({ embedders }).tick();
    assert.equal(puts, 0);
    assert.deepInclude(await world.pageOf(id), { etag: '"new"', last_modified: 'x', problem: null });
    assert.equal(await world.vectors(id), 1);
  });

  it('whose content changed answer from it alone', async () => {
    const id = await world.added();
    world.pages.set(URL_OF_PAGE, LATER_HOURS);
    await world.checkAfter(DAY_MS + 1);
    assert.deepInclude(await world.found(id), { status: 'ready', chunk_count: 2 });
    assert.equal(await world.vectors(id), 2);
    assert.sameMembers(await world.ask('when do you open'), ['We open at eleven.', 'We are closed.']);
    assert.equal(await world.ports.objects.size(`o1/knowledge/${id}.page`), LATER_HOURS.length);
    world.pages.set(URL_OF_PAGE, HOURS);
    await world.checkAfter(DAY_MS + 1);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
  });

  it('are measured when their content is new, and once', async () => {
    const id = await world.added();
    assert.equal((await world.found(id)).calibration?.version, CALIBRATION_VERSION);
    let searches = 0;
    const textIndex = {
      ...world.ports.textIndex,
      search: () => ((searches += 1), Promise.reject(unavailable('away'))),
    };
    world.later(DAY_MS + 1);
    await world.worker({ textIndex }).tick();
    assert.equal(searches, 0);
    assert.isNull((await world.pageOf(id)).problem);
  });

  it('are indexed by another analyser and measured again after an upgrade, without a look at the page', async () => {
    const id = await world.added(HOURS, 'manual');
    const { documents: store } = world.ports;
    const textIndex = await documentTextIndex(store, { analyser: 99 });
    const search = { question: 'nine', documentIds: [id], topK: 5 };
    assert.deepEqual((await textIndex.search('o1', search)).unindexed, [id]);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.'], 'it is still found');
    const webPages = await documentWebPages(store, 99);
    // The process dies once the page is indexed.
    const dead = (): Promise<never> => new Promise(() => undefined);
    const reached = new Promise<void>((resolve) => {
      const finishClaim = (): Promise<never> => (resolve(), dead());
      void world.worker({ textIndex, webPages: { ...webPages, finishClaim, renewClaim: dead } }).tick();
    });
    await reached;
    world.later(15_001);
    await world.worker({ textIndex, webPages }).tick();
    assert.deepEqual(await textIndex.search('o1', search), { chunkIds: [`${id}:0`], unindexed: [] });
    let puts = 0;
    const put: typeof textIndex.put = (...of) => ((puts += 1), textIndex.put(...of));
    world.later(DAY_MS);
    await world.worker({ textIndex: { ...textIndex, put }, webPages }).tick();
    assert.equal(puts, 0);
    assert.lengthOf(world.fetched, 1);
    assert.isNull((await world.found(id)).due_at);
  });

  it('stay as they are when they cannot be measured, and are again a minute later', async () => {
    const { vectors } = world.ports;
    const chunks = vectors.chunks.bind(vectors);
    // eslint-disable-next-line require-yield
    const away = async function* (): AsyncGenerator<never> {
      throw unavailable('away');
    };
    world.pages.set(URL_OF_PAGE, HOURS);
    const id = await world.add(URL_OF_PAGE, 'daily');
    Object.assign(vectors, { chunks: away });
    await world.check();
    Object.assign(vectors, { chunks });
    const { status, calibration, web_page } = await world.found(id);
    assert.deepEqual([status, calibration, web_page?.problem], ['ready', undefined, null]);
    await world.checkAfter(59_999);
    assert.isUndefined((await world.found(id)).calibration);
    await world.checkAfter(2);
    assert.equal((await world.found(id)).calibration?.version, CALIBRATION_VERSION);
    assert.lengthOf(world.fetched, 1);
  });

  it('leave nothing when they are deleted while they are measured', async () => {
    world.pages.set(URL_OF_PAGE, HOURS);
    const id = await world.add(URL_OF_PAGE, 'daily');
    const { knowledge, vectors, textIndex } = world.ports;
    const search: typeof textIndex.search = async (...of) => {
      await knowledge.remove('o1', id);
      return textIndex.search(...of);
    };
    await world.worker({ textIndex: { ...textIndex, search } }).tick();
    assert.isNull(await knowledge.find('o1', id));
    assert.equal(await vectors.count('o1', id), 0);
    assert.deepEqual(await textIndex.documents(null, 9), []);
  });

  it('answer from their earlier content until the new one is complete, also after a crash in between', async () => {
    const id = await world.added();
    world.pages.set(URL_OF_PAGE, LATER_HOURS);
    world.later(DAY_MS + 1);
    // The process dies once the vectors and the text index are stored: nothing that follows is written.
    const dead = (): Promise<never> => new Promise(() => undefined);
    const reached = new Promise<void>((resolve) => {
      const { webPages } = world.ports;
      const change: typeof webPages.change = (page, owner, changes) =>
        changes.status === 'ready' ? (resolve(), dead()) : webPages.change(page, owner, changes);
      void world.worker({ webPages: { ...webPages, change, renewClaim: dead } }).tick();
    });
    await reached;
    assert.equal(await world.vectors(id), 3);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
    await world.check();
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.'], 'its claim has not run out');
    world.later(15_001);
    await world.check();
    assert.sameMembers(await world.ask('when do you open'), ['We open at eleven.', 'We are closed.']);
    assert.equal(await world.vectors(id), 2);
  });

  it('that got their earlier content back after a crash are stored again as a whole', async () => {
    const id = await world.added();
    world.pages.set(URL_OF_PAGE, '# Other\nNothing about it.');
    world.later(DAY_MS + 1);
    const { webPages } = world.ports;
    const away = (): Promise<never> => Promise.reject(unavailable('The document store is away'));
    const change: typeof webPages.change = (page, owner, changes) =>
      changes.status === 'ready' ? away() : webPages.change(page, owner, changes);
    await world.worker({ webPages: { ...webPages, change, finishClaim: away } }).tick();
    world.pages.set(URL_OF_PAGE, HOURS);
    await world.checkAfter(15_001);
    const query = { question: 'open at nine', documentIds: [id], topK: 5 };
    assert.deepEqual((await world.ports.textIndex.search('o1', query)).chunkIds, [`${id}:0`]);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
    assert.equal(await world.vectors(id), 1);
    assert.equal(await world.ports.objects.size(`o1/knowledge/${id}.page`), HOURS.length);
    assert.isFalse((await world.pageOf(id)).is_pending);
  });

  it('are fetched by one of several processes', async () => {
    for (const each of Array.from({ length: 6 }, (_, at) => `https://example.com/${at}`)) {
      world.pages.set(each, HOURS);
      await world.add(each);
    }
    await Promise.all([1, 2, 3].map(() => world.worker().tick()));
    assert.lengthOf(world.fetched, 6);
    assert.lengthOf(new Set(world.fetched.map(({ url }) => url)), 6);
  });

  it('that are deleted while they are processed leave nothing', async () => {
    world.pages.set(URL_OF_PAGE, HOURS);
    const id = await world.add();
    const { vectors, knowledge } = world.ports;
    const upsert = vectors.upsert.bind(vectors);
    Object.assign(vectors, {
      async upsert(...chunks: Parameters<typeof upsert>) {
        await upsert(...chunks);
        await knowledge.remove('o1', id);
      },
    });
    await world.check();
    assert.equal(await world.vectors(id), 0);
    const query = { question: 'open', documentIds: [id], topK: 5 };
    assert.deepEqual((await world.ports.textIndex.search('o1', query)).unindexed, [id]);
  });

  it('are released on shutdown without counting the attempt', async () => {
    world.pages.set(URL_OF_PAGE, HOURS);
    await world.add();
    const worker = world.worker();
    const started = new Promise<void>((begin) => {
      world.ports.pageFetcher.before = (_page, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve());
          begin();
        });
    });
    const ticking = worker.tick();
    await started;
    await worker.stop();
    await ticking;
    const now = world.ports.clock.now().getTime();
    const moment = (ms: number): string => new Date(now + ms).toISOString();
    assert.equal((await world.ports.webPages.claim('o1', 'other', moment(15_000), moment(1)))?.attempt, 1);
  });
});
