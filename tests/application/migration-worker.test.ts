import { assert } from 'chai';
import { documentMigrationRecords } from '../../adapters/documents/migration-records.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { CLAIM_MS } from '../../application/claim-heartbeat.ts';
import { Deferred } from '../../application/deferred.ts';
import type { Migration, MigrationRecords } from '../../application/ports/migrations.ts';
import { migrationWorker } from '../../application/upgrades/migration-worker.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { fakeIds } from '../support/fake-ids.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** Processes of the API over one store. */
async function processes() {
  const store = await sqliteEngine(':memory:');
  atEndOfTest(() => store.close());
  const migrationRecords = await documentMigrationRecords(store);
  const [clock, ids, { log, lines }] = [fakeClock(), fakeIds(), rememberingLog()];
  return {
    clock,
    migrationRecords,
    lines,
    worker: (migrations: readonly Migration[], records: MigrationRecords = migrationRecords, own = clock) =>
      migrationWorker({ migrations, migrationRecords: records, clock: own, ids, log }),
    state: async (name: string) => (await migrationRecords.all([name], 'never'))[0]!,
  };
}

/** A migration of five batches of ten documents, which notes what it does. */
function counting(name = 'counting', within: (cursor: string | null) => Promise<void> = async () => undefined) {
  const cursors: (string | null)[] = [];
  const migration: Migration = {
    name,
    async batch(cursor) {
      cursors.push(cursor);
      await within(cursor);
      const at = Number(cursor ?? 0) + 1;
      return { read: 10, changed: at, next: at === 5 ? null : String(at) };
    },
  };
  return { migration, cursors };
}

const ALL = [null, '1', '2', '3', '4'];

describe('migrations of stored documents', () => {
  it('run in batches to their end, once, and say so', async () => {
    const { worker, state, lines, migrationRecords } = await processes();
    const { migration, cursors } = counting();
    let looks = 0;
    const all: MigrationRecords['all'] = (...given) => {
      looks += 1;
      return migrationRecords.all(...given);
    };
    const first = worker([migration], { ...migrationRecords, all });
    assert.deepEqual(first.pending, ['counting']);
    await first.tick();
    assert.deepEqual(cursors, ALL);
    assert.isEmpty(first.pending);
    const needed = looks;
    await first.tick();
    assert.equal(looks, needed, 'the store is not read any more');
    await worker([migration]).tick();
    assert.deepEqual(cursors, ALL);
    assert.deepInclude(await state('counting'), { status: 'done', read: 50, changed: 15, cursor: null });
    assert.deepEqual(
      lines.map(({ event, changed }) => [event, changed]),
      [
        ['migrations.running', undefined],
        ['migrations.done', 15],
      ],
    );
  });

  it('are each run by one of many processes at once', async () => {
    const { worker } = await processes();
    const one = counting('one', () => new Promise((resolve) => void setImmediate(resolve)));
    const two = counting('two', () => new Promise((resolve) => void setImmediate(resolve)));
    const all = Array.from({ length: 5 }, () => worker([one.migration, two.migration]));
    await Promise.all(all.map((each) => each.tick()));
    assert.deepEqual([one.cursors, two.cursors], [ALL, ALL]);
  });

  it('continue after the last stored batch when their process dies', async () => {
    const { worker, clock, state } = await processes();
    const dead = new Deferred<void>();
    const reached = new Deferred<void>();
    const lost = counting('counting', async (cursor) => {
      if (cursor !== '2') return;
      reached.resolve();
      await dead.promise;
    });
    // Its clock stands still: it renews nothing.
    const stuck = worker([lost.migration], undefined, fakeClock(clock.now()));
    stuck.wake();
    await reached.promise;
    const next = counting();
    const successor = worker([next.migration]);
    await successor.tick();
    assert.deepEqual([next.cursors, successor.pending], [[], ['counting']]);
    clock.advance(CLAIM_MS + 1);
    await successor.tick();
    assert.deepEqual(next.cursors, ['2', '3', '4']);
    // The process was only suspended: its batch is not counted, and it does not continue.
    dead.resolve();
    await stuck.tick();
    await stuck.stop();
    assert.deepEqual(lost.cursors, [null, '1', '2']);
    assert.deepInclude(await state('counting'), { status: 'done', read: 50, changed: 15 });
  });

  it('stop after the current batch when their process ends, and continue in another at once', async () => {
    const { worker } = await processes();
    const first = counting('counting', async (cursor) => {
      if (cursor === '1') void ending.stop();
    });
    const ending = worker([first.migration]);
    await ending.tick();
    assert.deepEqual(first.cursors, [null, '1']);
    const second = counting();
    await worker([second.migration]).tick();
    assert.deepEqual(second.cursors, ['2', '3', '4']);
  });

  it('are tried again a minute after a failure, which is stored and logged, while others continue', async () => {
    const { worker, clock, state, lines } = await processes();
    let isBroken = true;
    const failing = counting('failing', async (cursor) => {
      if (cursor === '1' && isBroken) throw new Error('There is no key');
    });
    const other = counting('other');
    const own = worker([failing.migration, other.migration]);
    await own.tick();
    assert.deepEqual(other.cursors, ALL);
    assert.deepEqual(own.pending, ['failing']);
    assert.deepInclude(await state('failing'), { status: 'pending', cursor: '1', error_message: 'There is no key' });
    assert.lengthOf(
      lines.filter(({ event, level }) => event === 'migrations.failed' && level === 'warn'),
      1,
    );
    isBroken = false;
    await own.tick();
    assert.deepEqual(failing.cursors, [null, '1']);
    clock.advance(60_001);
    await own.tick();
    assert.deepEqual(failing.cursors, [null, '1', '1', '2', '3', '4']);
    assert.deepInclude(await state('failing'), { status: 'done', error_message: null });
  });

  it('say which of them fail, in every process, and why once for each reason', async () => {
    const { worker, clock, lines } = await processes();
    let reason = 'There is no key';
    const failing = counting('failing', async () => {
      if (reason !== '') throw new Error(reason);
    });
    const [own, other] = [worker([failing.migration]), worker([counting('failing').migration])];
    const again = async (): Promise<void> => {
      clock.advance(60_001);
      await own.tick();
    };
    for (let minute = 0; minute < 5; minute += 1) await again();
    await other.tick();
    assert.deepEqual([own.failing, other.failing, own.pending], [['failing'], ['failing'], ['failing']]);
    reason = 'The key is another one';
    for (let minute = 0; minute < 5; minute += 1) await again();
    assert.deepEqual(
      lines.map(({ event, error }) => [event, (error as Error | undefined)?.message]),
      [
        ['migrations.running', undefined],
        ['migrations.failed', 'There is no key'],
        ['migrations.failed', 'The key is another one'],
      ],
    );
    reason = '';
    await again();
    assert.deepEqual([own.failing, own.pending], [[], []]);
  });

  it('wait for a store that is away', async () => {
    const { worker, migrationRecords, lines } = await processes();
    let isAway = true;
    const { migration, cursors } = counting();
    const own = worker([migration], {
      ...migrationRecords,
      all: async (...given) => {
        if (isAway) throw new Error('The store is away');
        return migrationRecords.all(...given);
      },
    });
    await own.tick();
    assert.deepEqual([cursors, own.pending], [[], ['counting']]);
    assert.equal(lines[0]?.event, 'migrations.work_failed');
    isAway = false;
    await own.tick();
    assert.deepEqual(cursors, ALL);
  });

  it('leave the records of migrations alone that they do not know', async () => {
    const { worker, migrationRecords, state } = await processes();
    await migrationRecords.all(['of a newer release'], 'then');
    await worker([counting().migration]).tick();
    assert.equal((await state('of a newer release')).status, 'pending');
  });
});
