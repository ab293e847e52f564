import { assert } from 'chai';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Collection, UniqueViolation } from '../../adapters/documents/collection.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { temporaryDirectory } from '../support/temporary.ts';

interface Guest {
  readonly name: string;
  readonly table: number;
}

describe('writes to a SQLite file', () => {
  let file: string;
  let guests: Collection<Guest>;
  let close: () => Promise<void>;
  beforeEach(async () => {
    file = join(await temporaryDirectory(), 'platform.db');
    const engine = await sqliteEngine(file);
    close = () => engine.close();
    guests = await engine.open<Guest>({
      name: 'guests',
      indexes: [{ name: 'guest_name', fields: ['name'], unique: true }],
    });
  });
  afterEach(() => close());

  const stored = (): number => {
    const other = new Database(file, { readonly: true });
    const count = other.prepare('SELECT count(*) FROM guests').pluck().get() as number;
    other.close();
    return count;
  };

  it('that come together are each answered for themselves, and undone for themselves', async () => {
    const answers = await Promise.allSettled([
      guests.insert({ name: 'Ann', table: 1 }),
      guests.insert({ name: 'Ann', table: 2 }),
      guests.insert({ name: 'Ben', table: 3 }),
      guests.change({ name: 'Ben' }, { table: 4 }),
      guests.changeAll([{ match: { name: 'Ann' }, changes: { table: 5 } }]),
    ]);
    assert.deepEqual(
      answers.map((answer) =>
        answer.status === 'rejected' ? (answer.reason as UniqueViolation).index : answer.status,
      ),
      ['fulfilled', 'guest_name', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(await guests.find({}, { sort: { name: 'asc' } }), [
      { name: 'Ann', table: 5 },
      { name: 'Ben', table: 4 },
    ]);
  });

  it('are seen by other processes as soon as they are answered, and not before', async () => {
    const first = guests.insert({ name: 'Ann', table: 1 });
    const second = guests.insert({ name: 'Ben', table: 1 });
    assert.equal(stored(), 0);
    await first;
    assert.equal(stored(), 2);
    await second;
  });

  it("waits for another process's lock without blocking the event loop", async () => {
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const writing = guests.insert({ name: 'Ann', table: 1 });
    let turns = 0;
    for (; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    other.exec('COMMIT');
    other.close();
    await writing;
    assert.equal(stored(), 1);
  });

  it('are all tried when the store is closed at once', async () => {
    const writing = guests.insert({ name: 'Ann', table: 1 });
    await close();
    await writing;
    assert.equal(stored(), 1);
  });
});
