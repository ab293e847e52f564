import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { flush } from '../../adapters/call-spool/files.ts';
import { ToolJournal } from '../../adapters/call-spool/tool-journal.ts';
import { Deferred } from '../../application/deferred.ts';
import type { ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const TIME = '2026-03-02T09:00:01.000Z';
const start = (run: number): ToolJournalEntry => ({
  ...{ run, name: 'book', arguments: '{}', side_effects: true, started_at: TIME, idempotency_key: null },
});
const end = (run: number): ToolJournalEntry => ({
  ...{ run, outcome: 'ok', status: 201, answer: 'T1', cause: null, ended_at: TIME },
});

const linesIn = async (path: string): Promise<unknown[]> => {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
};

describe('the journal of tool calls', () => {
  it('has every line in order once its promise resolves, also those after its call is complete', async () => {
    const path = join(await temporaryDirectory(), 'tools.ndjson');
    const journal = new ToolJournal(path, assert.ifError);
    const lines = [start(1), start(2), end(2)];
    await Promise.all(lines.map((line) => journal.append(line)));
    assert.deepEqual(await linesIn(path), lines);
    await journal.close();
    await journal.append(end(1));
    assert.deepEqual(await linesIn(path), [...lines, end(1)]);
  });

  it('reports a line that was not written, and writes the next one', async () => {
    const folder = join(await temporaryDirectory(), 'call');
    const path = join(folder, 'tools.ndjson');
    const lost: unknown[] = [];
    const journal = new ToolJournal(path, (error) => lost.push(error));
    const refused = await journal.append(start(1)).then(
      () => false,
      () => true,
    );
    assert.isTrue(refused && lost.length === 1);
    await mkdir(folder);
    await journal.append(start(2));
    assert.deepEqual(await linesIn(path), [start(2)]);
    await journal.close();
    assert.lengthOf(lost, 1);
  });

  it('finds a thread on a busy disk, because two files at most are flushed at the same time', async () => {
    const syncing: Deferred<void>[] = [];
    const file = {
      sync() {
        const done = new Deferred<void>();
        syncing.push(done);
        return done.promise;
      },
    };
    const flushed = Promise.all(Array.from({ length: 5 }, () => flush(file)));
    for (const ended of [0, 1, 2, 3, 4]) {
      await eventually(() => syncing.length > ended, 'a flush');
      assert.isAtMost(syncing.length, ended + 2);
      syncing[ended]?.resolve();
    }
    await flushed;
  });
});
