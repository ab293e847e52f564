import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from 'chai';
import Database from 'better-sqlite3';
import { Checkpointer } from '../../adapters/documents/drivers/sqlite-checkpointer.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { eventually } from '../support/eventually.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

interface Note {
  readonly id: string;
  readonly place: string | null;
  readonly text: string;
}

const NOTES = 600;
/** An order that spreads over the pages, as calls of different lengths do. */
const idOf = (turn: number): string => `note-${String((turn * 7_919) % NOTES).padStart(4, '0')}`;

/** How often the file contains the ids. */
function occurrences(file: string, ids: ReadonlySet<string>): number {
  if (!existsSync(file)) return 0;
  const bytes = readFileSync(file, 'latin1');
  return [...bytes.matchAll(/note-\d{4}/g)].filter(([id]) => ids.has(id)).length;
}

describe('removed documents in the files of SQLite', () => {
  async function removeHalf() {
    const file = join(await temporaryDirectory(), 'platform.db');
    const engine = await sqliteEngine(file);
    const notes = await engine.open<Note>({
      name: 'notes',
      indexes: [
        { name: 'by_id', fields: ['id'], unique: true },
        { name: 'by_place', fields: ['place', 'id'], sparse: 'place' },
      ],
    });
    const removed = new Set<string>();
    for (let turn = 0; turn < NOTES; turn += 1)
      await notes.insert({ id: idOf(turn), place: null, text: `${idOf(turn)} ${'x'.repeat((turn * 31) % 3_000)}` });
    for (let turn = 0; turn < NOTES; turn += 1) await notes.change({ id: idOf(turn) }, { place: `of ${idOf(turn)}` });
    for (let turn = 0; turn < NOTES; turn += 2) {
      await notes.remove({ id: idOf(turn) });
      removed.add(idOf(turn));
    }
    await engine.close();
    return { file, removed };
  }

  it('are overwritten except for stray copies in fewer than one page of a hundred documents', async () => {
    const { file, removed } = await removeHalf();
    assert.isAtMost(occurrences(file, removed), removed.size / 100);
    assert.equal(occurrences(`${file}-wal`, removed), 0);
  });

  it('are gone to the last byte after VACUUM', async () => {
    const { file, removed } = await removeHalf();
    const database = new Database(file);
    database.exec('VACUUM');
    database.close();
    assert.equal(occurrences(file, removed), 0);
  });

  it('leave the log as well after ten minutes, while the database stays open', async () => {
    const file = join(await temporaryDirectory(), 'platform.db');
    const database = new Database(file);
    database.pragma('journal_mode = WAL');
    database.pragma('secure_delete = ON');
    database.exec('CREATE TABLE notes (text TEXT)');
    const checkpointer = new Checkpointer(database, file);
    atEndOfTest(async () => {
      await checkpointer.close();
      database.close();
    });
    database.prepare('INSERT INTO notes VALUES (?)').run('note-0001');
    database.prepare('DELETE FROM notes').run();
    assert.isAbove(occurrences(`${file}-wal`, new Set(['note-0001'])), 0);
    const timers = manualTimers();
    checkpointer.afterRemoval();
    timers.pass(10 * 60_000);
    await eventually(() => statSync(`${file}-wal`).size === 0, 'an empty log');
    assert.equal(occurrences(file, new Set(['note-0001'])), 0);
  });

  it('are tried again when another connection reads the log', async () => {
    const file = join(await temporaryDirectory(), 'platform.db');
    const [database, reader] = [new Database(file), new Database(file)];
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE notes (text TEXT)');
    const checkpointer = new Checkpointer(database, file, 1);
    atEndOfTest(async () => {
      await checkpointer.close();
      for (const each of [reader, database]) each.close();
    });
    database.prepare('INSERT INTO notes VALUES (?)').run('note-0001');
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM notes').get();
    checkpointer.afterRemoval();
    const isCopied = (): boolean => {
      const [state] = database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
      return state !== undefined && state.log > 0 && state.log === state.checkpointed;
    };
    await eventually(isCopied, 'an attempt');
    assert.isAbove(statSync(`${file}-wal`).size, 0, 'the reader is in the way');
    reader.exec('COMMIT');
    await eventually(() => statSync(`${file}-wal`).size === 0, 'an empty log');
  });
});
