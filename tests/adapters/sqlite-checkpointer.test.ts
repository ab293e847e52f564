import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as iteration } from 'node:timers/promises';
import { assert } from 'chai';
import Database from 'better-sqlite3';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { Checkpointer, WAL_BYTES_KEPT } from '../../adapters/documents/drivers/sqlite-checkpointer.ts';
import { eventually } from '../support/eventually.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

interface Note {
  readonly number: number;
  readonly text: string;
}

/** Longer than the log from which it is copied. */
const NOTES = 120;
const TEXT = 'x'.repeat(150_000);

describe('SQLite checkpoints', () => {
  const openNotes = async () => {
    const file = join(await temporaryDirectory(), 'platform.db');
    const engine = await sqliteEngine(file);
    return { file, engine, notes: await engine.open<Note>({ name: 'notes', indexes: [] }) };
  };

  it('copy a long log into the database while it is open, in another thread', async () => {
    const { file, engine, notes } = await openNotes();
    const before = statSync(file).size;
    for (let number = 0; number < NOTES; number += 1) {
      await notes.insert({ number, text: TEXT });
      if (number === 1) assert.equal(statSync(file).size, before, 'A short log stays');
    }
    while (statSync(file).size < 0.8 * NOTES * TEXT.length) await iteration();
    assert.equal(await notes.count({}), NOTES);
    await engine.close();
  });

  it('let a long log start over while it is written', async () => {
    const { file, engine, notes } = await openNotes();
    const other = new Database(file);
    atEndOfTest(() => void other.close());
    const pages = (): number => (other.pragma('wal_checkpoint(NOOP)') as { log: number }[])[0]!.log;
    let [number, longest] = [0, 0];
    const isShorter = async (): Promise<boolean> => {
      await notes.insert({ number, text: TEXT });
      number += 1;
      longest = Math.max(longest, pages());
      return pages() < longest;
    };
    await eventually(isShorter, 'a log that has begun again');
    assert.isAbove(pages(), 0);
    assert.equal(await notes.count({}), number);
    await engine.close();
  });

  it('cut the file of a log that has grown too long', async () => {
    const file = join(await temporaryDirectory(), 'platform.db');
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE notes (text TEXT)');
    const checkpointer = new Checkpointer(database, file);
    // Only the thread copies, and this connection cuts nothing.
    database.pragma('wal_autocheckpoint = 0');
    atEndOfTest(async () => {
      await checkpointer.close();
      database.close();
    });
    const insert = database.prepare('INSERT INTO notes VALUES (?)');
    while (statSync(`${file}-wal`).size <= WAL_BYTES_KEPT) insert.run('x'.repeat(10_000_000));
    checkpointer.afterCommit();
    await eventually(() => statSync(`${file}-wal`).size <= WAL_BYTES_KEPT, 'a shorter file');
    assert.equal(database.pragma('quick_check(1)', { simple: true }), 'ok');
  });

  it('lose nothing when the store is closed during one', async () => {
    const { file, engine, notes } = await openNotes();
    for (let number = 0; number < NOTES; number += 1) await notes.insert({ number, text: TEXT });
    await engine.close();
    const other = new Database(file, { readonly: true });
    assert.equal(other.pragma('quick_check(1)', { simple: true }), 'ok');
    assert.equal(other.prepare('SELECT count(*) FROM notes').pluck().get(), NOTES);
    other.close();
  });
});
