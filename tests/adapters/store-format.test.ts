import { assert } from 'chai';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentStoreFormat, formatGuarded } from '../../adapters/documents/store-format.ts';
import { DomainError, outage } from '../../domain/errors.ts';
import { NewerStores, STORE_FORMAT } from '../../domain/upgrades/store-format.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest } from '../support/temporary.ts';

interface Note {
  readonly id: string;
}

const NOTES = { name: 'notes', indexes: [{ name: 'by_id', fields: ['id'], unique: true }] } as const;

/** One store, and releases that use it. */
async function shared() {
  const store = await sqliteEngine(':memory:');
  atEndOfTest(() => store.close());
  const [clock, { log, lines }] = [fakeClock(), rememberingLog()];
  return {
    ...{ store, clock, lines },
    stored: await documentStoreFormat(store),
    /** A release of this format with a collection open. */
    release: async (format: number, on: DocumentStore = store) =>
      formatGuarded(on, { clock, log }, format).open<Note>(NOTES),
  };
}

/** The store, which is away at first, and the collections that are opened in it. */
function leaving(store: DocumentStore) {
  const [at, opened] = [{ isAway: true }, [] as string[]];
  const away: DocumentStore = {
    ping: () => store.ping(),
    close: () => store.close(),
    async open(definition) {
      opened.push(definition.name);
      return new Proxy(await store.open(definition), {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          return async (...given: unknown[]): Promise<unknown> => {
            if (at.isAway) throw outage('The store is away');
            return Reflect.apply(member, target, given) as unknown;
          };
        },
      });
    },
  };
  return { away, at, opened };
}

const fault = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('the format of the stores', () => {
  it('is that of the newest release that has used them, whatever comes later', async () => {
    const { release, stored } = await shared();
    assert.isNull(await stored());
    for (const [format, afterwards] of [
      [2, 2],
      [3, 3],
      [2, 3],
      [3, 3],
      [4, 4],
    ] as const) {
      await release(format);
      assert.equal(await stored(), afterwards);
    }
  });

  it('is recorded once when many processes start', async () => {
    const { release, store } = await shared();
    await Promise.all(Array.from({ length: 5 }, () => release(3)));
    assert.equal(await (await store.open({ name: 'store_formats', indexes: [] })).count({}), 1);
  });

  it('lets a release work beside the next one, and logs that once', async () => {
    const { release, lines, clock } = await shared();
    await release(3);
    const notes = await release(2);
    await notes.insert({ id: 'one' });
    assert.deepEqual(await notes.find({}), [{ id: 'one' }]);
    await clock.advanceAsync(300_000);
    const warned = lines.filter(({ event }) => event === 'stores.newer_release');
    assert.lengthOf(warned, 1);
    assert.deepInclude(warned[0], { level: 'warn', stored_format: 3, own_format: 2 });
  });

  it('keeps a release from starting two steps behind, which changes nothing and says what to do', async () => {
    const { release, stored, store } = await shared();
    await release(4);
    const error = await fault(formatGuarded(store, { clock: fakeClock(), log: rememberingLog().log }, 2).open(NOTES));
    assert.instanceOf(error, NewerStores);
    assert.match(error.message, /format 4.*up to 3.*Nothing was changed.*Start that release/s);
    assert.equal(await stored(), 4);
  });

  it('fences a process that is left two steps behind, within a minute', async () => {
    const { release, clock, lines } = await shared();
    const left = await release(2);
    await left.insert({ id: 'before' });
    await release(4);
    await clock.advanceAsync(60_000);
    for (const work of [
      () => left.insert({ id: 'after' }),
      () => left.insertAll([{ id: 'after' }]),
      () => left.change({ id: 'before' }, { id: 'after' }),
      () => left.changeAll([{ match: { id: 'before' }, changes: { id: 'after' } }]),
      () => left.remove({ id: 'before' }),
      () => left.find({}),
      () => left.findOne({}),
      () => left.count({}),
      () => left.tally({}, ['id'], 'id'),
      () => left.each({})[Symbol.asyncIterator]().next(),
      () => left.all()[Symbol.asyncIterator]().next(),
    ]) {
      const error = await fault(work());
      assert.instanceOf(error, DomainError, String(work));
      assert.equal(error.problem, 'outage');
    }
    assert.lengthOf(
      lines.filter(({ event, level }) => event === 'stores.too_new' && level === 'error'),
      1,
    );
    assert.deepEqual(await (await release(4)).find({}), [{ id: 'before' }]);
  });

  it('is looked at before the first operation when the store was away at the start', async () => {
    const { release, store, clock } = await shared();
    await release(4);
    const { away, at, opened } = leaving(store);
    const old = await release(2, away);
    assert.match(String(await fault(old.insert({ id: 'one' }))), /away/);
    at.isAway = false;
    assert.match(String(await fault(old.insert({ id: 'one' }))), /format 4/);
    assert.deepEqual(opened, ['store_formats'], 'no index of another collection is changed');
    const next = await release(3, away);
    await next.insert({ id: 'two' });
    // A store that goes away later is waited for as ever.
    at.isAway = true;
    await clock.advanceAsync(120_000);
    at.isAway = false;
    assert.deepEqual(await next.find({}), [{ id: 'two' }]);
  });

  it('lets collections be opened by their first operation when the store is back', async () => {
    const { release, store } = await shared();
    const { away, at, opened } = leaving(store);
    const notes = await release(3, away);
    assert.match(String(await fault(notes.find({}))), /away/);
    assert.deepEqual(opened, ['store_formats']);
    at.isAway = false;
    assert.deepEqual(await Promise.all([notes.count({}), notes.insert({ id: 'one' }), notes.insertAll([])]), [
      0,
      undefined,
      0,
    ]);
    assert.deepEqual(await notes.find({}), [{ id: 'one' }]);
    assert.deepEqual(opened, ['store_formats', 'notes']);
    assert.match(String(await fault(notes.insert({ id: 'one' }))), /by_id/);
  });

  it('is newer in this release than in those that recorded none', () => {
    assert.isAbove(STORE_FORMAT, 1);
  });
});
