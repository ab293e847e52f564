import { assert } from 'chai';
import type { PageAnswer } from '../../../application/ports/page-fetcher.ts';
import { unavailable } from '../../../domain/errors.ts';
import { sweepVectors } from '../../../application/knowledge/sweep-vectors.ts';
import { DAY_MS, HOURS, LATER_HOURS, URL_OF_PAGE, pageWorld } from './page-world.ts';

const HOUR_MS = 3_600_000;
const away: PageAnswer = { kind: 'failed', problem: 'example.com did not answer', retryAfterMs: null };
const missing = (isPermanent = false): PageAnswer => ({
  kind: 'missing',
  isPermanent,
  problem: 'There is no such page.',
});

describe('web pages that fail', () => {
  let world: Awaited<ReturnType<typeof pageWorld>>;
  beforeEach(async () => (world = await pageWorld()));

  it('that cannot be fetched are tried four times, then failed, and checked again after their interval', async () => {
    world.pages.set(URL_OF_PAGE, away);
    const id = await world.add();
    await world.check();
    assert.deepInclude(await world.found(id), { status: 'processing', due_at: '2026-03-02T09:00:10.000Z' });
    assert.equal((await world.pageOf(id)).problem, 'example.com did not answer');
    for (const ms of [10_001, 60_001, 300_001]) await world.checkAfter(ms);
    const { status, error_message, due_at } = await world.found(id);
    assert.deepEqual([status, error_message], ['failed', 'example.com did not answer']);
    assert.equal(Date.parse(due_at!) - world.ports.clock.now().getTime(), DAY_MS);
    world.pages.set(URL_OF_PAGE, HOURS);
    await world.checkAfter(DAY_MS + 1);
    assert.deepInclude(await world.found(id), { status: 'ready', error_message: null });
  });

  it('keep their content while a check fails, and say so until one succeeds', async () => {
    const id = await world.added();
    world.pages.set(URL_OF_PAGE, { kind: 'refused', problem: 'robots.txt does not allow it' });
    await world.checkAfter(DAY_MS + 1);
    assert.equal((await world.found(id)).status, 'ready');
    assert.equal((await world.pageOf(id)).problem, 'robots.txt does not allow it');
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
    world.pages.set(URL_OF_PAGE, HOURS);
    await world.checkAfter(DAY_MS + 1);
    assert.isNull((await world.pageOf(id)).problem);
  });

  it('that are not found any more lose their content at the third check in two hours', async () => {
    const id = await world.added();
    world.pages.delete(URL_OF_PAGE);
    await world.checkAfter(DAY_MS + 1);
    await world.checkAfter(HOUR_MS + 1);
    assert.equal((await world.found(id)).status, 'ready');
    await world.checkAfter(HOUR_MS + 1);
    assert.deepInclude(await world.found(id), {
      status: 'failed',
      error_message: 'No page (status 404)',
      chunk_count: 0,
    });
    assert.deepEqual([await world.vectors(id), await world.ask('when do you open')], [0, []]);
    world.pages.set(URL_OF_PAGE, HOURS);
    await world.checkAfter(DAY_MS + 1);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
  });

  it('that are permanently gone lose their content at once', async () => {
    const id = await world.added();
    world.pages.set(URL_OF_PAGE, missing(true));
    await world.checkAfter(DAY_MS + 1);
    assert.deepInclude(await world.found(id), { status: 'failed', error_message: 'There is no such page.' });
    assert.equal(await world.vectors(id), 0);
  });

  it('that failed keep what is stored for them while remains of failed documents are removed', async () => {
    const id = await world.add();
    await world.check();
    world.pages.set(URL_OF_PAGE, HOURS);
    const { vectors } = world.ports;
    const upsert = vectors.upsert.bind(vectors);
    Object.assign(vectors, {
      async upsert(...chunks: Parameters<typeof upsert>) {
        await upsert(...chunks);
        await sweepVectors(world.ports, { org_id: 'o1', document_id: id });
      },
    });
    await world.checkAfter(DAY_MS + 1);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
  });

  it('that were never there are failed at once', async () => {
    const id = await world.add();
    await world.check();
    assert.deepInclude(await world.found(id), { status: 'failed', error_message: 'No page (status 404)' });
  });

  it('without text, or that cannot be read, are failed and say why', async () => {
    world.pages.set(URL_OF_PAGE, '');
    world.pages.set('https://example.com/bad', 'hostile');
    const [empty, bad] = [await world.add(), await world.add('https://example.com/bad')];
    await world.check();
    assert.match(String((await world.found(empty)).error_message), /contains no text.*scripts/);
    assert.deepInclude(await world.found(bad), { status: 'failed', error_message: 'The file cannot be read.' });
  });

  it('are checked again after an outage of a store', async () => {
    world.pages.set(URL_OF_PAGE, HOURS);
    const id = await world.add();
    const { vectors } = world.ports;
    const upsert = vectors.upsert.bind(vectors);
    Object.assign(vectors, { upsert: () => Promise.reject(unavailable('The vector store does not answer')) });
    await world.check();
    Object.assign(vectors, { upsert });
    assert.equal((await world.pageOf(id)).problem, 'The vector store does not answer');
    await world.checkAfter(10_001);
    assert.equal((await world.found(id)).status, 'ready');
  });

  it('keep their content when the new one is over the quota', async () => {
    const id = await world.added();
    const reserve = async (): Promise<never> => {
      throw Object.assign(unavailable('Over quota'), { problem: 'oversized' });
    };
    world.pages.set(URL_OF_PAGE, LATER_HOURS);
    world.later(DAY_MS + 1);
    await world.worker({ quotas: { ...world.ports.quotas, reserve } }).tick();
    assert.equal((await world.pageOf(id)).problem, 'Over quota');
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
  });

  it('keep their content, or fail, with more passages than the quota leaves, and store nothing of them', async () => {
    const id = await world.added();
    world.ports.limits.quotas = { ...world.ports.limits.quotas, passages: 40 };
    const long = Array.from({ length: 45 }, (_, at) => `# Part ${at}\nWords of part ${at}.`).join('\n');
    world.pages.set(URL_OF_PAGE, long);
    await world.checkAfter(DAY_MS + 1);
    assert.match((await world.pageOf(id)).problem ?? '', /^The quota passages does not allow this: 0 of 40 /);
    assert.deepEqual(await world.ask('when do you open'), ['We open at nine.']);
    assert.equal(await world.vectors(id), 1);
    world.pages.set('https://example.com/other', long);
    const other = await world.add('https://example.com/other');
    await world.check();
    const { status, error_message } = await world.found(other);
    assert.deepEqual(
      [status, error_message?.slice(0, 50)],
      ['failed', 'The quota passages does not allow this: 1 of 40 pa'],
    );
    assert.equal(await world.vectors(other), 0);
  });

  it('that interrupt every attempt are left alone until their interval', async () => {
    world.pages.set(URL_OF_PAGE, HOURS);
    const id = await world.add();
    for (let each = 0; each < 4; each += 1) {
      const now = world.ports.clock.now();
      const until = new Date(now.getTime() + 15_000).toISOString();
      assert.isNotNull(await world.ports.webPages.claim('o1', `dead ${each}`, until, now.toISOString()));
      world.later(15_001);
    }
    await world.check();
    assert.isEmpty(world.fetched);
    assert.match(String((await world.found(id)).error_message), /interrupted/);
  });

  it('are not fetched for a deleted organisation', async () => {
    const id = await world.add();
    await world.ports.organisations.remove('o1');
    await world.check();
    assert.isEmpty(world.fetched);
    assert.deepInclude(await world.found(id), { status: 'failed', due_at: null });
  });
});
