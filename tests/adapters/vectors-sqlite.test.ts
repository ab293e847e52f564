import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import Database from 'better-sqlite3';
import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import { sqliteVectors } from '../../adapters/vectors/sqlite.ts';
import type { EmbeddedChunk } from '../../application/ports/vectors.ts';
import { refusalOf } from '../support/refusals.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const chunk = (id: string, vector: readonly number[]): EmbeddedChunk => ({
  chunk_id: id,
  document_id: 'd',
  source_filename: 'd.pdf',
  page: null,
  heading: null,
  text: id,
  embedding_model: 'm',
  vector: Float32Array.from(vector),
});

function opened(location: string, timeoutMs?: number): ListedVectors {
  const vectors = sqliteVectors(location, timeoutMs);
  atEndOfTest(() => vectors.close());
  return vectors;
}

describe('vectors: sqlite, in particular', () => {
  it('is a file, made with its folder when it is first used, that several processes share', async () => {
    const folder = join(await temporaryDirectory(), 'made', 'later');
    const [one, two] = [opened(join(folder, 'vectors.db')), opened(join(folder, 'vectors.db'))];
    await one.upsert('org', [chunk('a', [1, 0])]);
    await Promise.all([one, two].map((store, at) => store.upsert('org', [chunk(`b${at}`, [1, at])])));
    assert.equal(await two.count('org', 'd'), 3);
    const files = await readdir(folder);
    assert.include(files, 'vectors.db');
    for (const file of ['.', ...files]) assert.equal((await stat(join(folder, file))).mode & 0o077, 0, file);
  });

  it('upgrades a file of an earlier version at once, keeps what is in it, and leaves it usable for that version', async () => {
    const location = join(await temporaryDirectory(), 'vectors.db');
    const before = opened(location);
    await before.upsert('org', [chunk('old', [1, 0])]);
    await before.close();
    const earlier = new Database(location);
    earlier.exec('ALTER TABLE chunks DROP COLUMN heading');
    const [one, two] = [opened(location), opened(location)];
    await Promise.all([one, two].map((store) => store.count('org', 'd')));
    await one.upsert('org', [{ ...chunk('new', [0, 1]), heading: 'Hours' }]);
    earlier.exec("UPDATE chunks SET text = 'changed' WHERE chunk_id = 'old'");
    earlier.close();
    const query = { vector: Float32Array.of(1, 0), embeddingModel: 'm', documentIds: null, topK: 5 };
    assert.deepEqual(
      (await two.query('org', query)).map(({ text, heading }) => [text, heading]),
      [
        ['changed', null],
        ['new', 'Hours'],
      ],
    );
  });

  it('does not hold up the process while it searches', async () => {
    const vectors = opened(':memory:');
    const wave = (at: number): number[] => Array.from({ length: 384 }, (_, n) => Math.sin(at * n) + 1e-6);
    const many = Array.from({ length: 4_000 }, (_, at) => chunk(`c${at}`, wave(at)));
    await vectors.upsert('org', many);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const vector = Float32Array.from({ length: 384 }, (_, n) => n + 1);
    for (let turn = 0; turn < 10; turn += 1)
      await vectors.query('org', { vector, embeddingModel: 'm', documentIds: null, topK: 5 });
    isOver = true;
    assert.isAbove(turns, 10);
  });

  it('is unavailable, and says nothing of the disk, when the disk refuses', async () => {
    const folder = await temporaryDirectory();
    await writeFile(join(folder, 'file'), 'not a database, but long enough to look like one '.repeat(50));
    for (const location of [join(folder, 'file'), join(folder, 'file', 'below.db')]) {
      const refusal = await refusalOf(opened(location).count('org', 'd'));
      assert.equal(refusal.problem, 'unavailable');
      assert.notInclude(refusal.message, folder);
      assert.instanceOf(refusal.cause, Error);
    }
  });

  it('is unavailable in time when another process holds the file, and works again when it lets go', async () => {
    const location = join(await temporaryDirectory(), 'vectors.db');
    const vectors = opened(location);
    await vectors.upsert('org', [chunk('a', [1, 0])]);
    const holder = new Database(location);
    holder.exec('BEGIN IMMEDIATE');
    const refusal = await refusalOf(vectors.upsert('org', [chunk('b', [1, 0])]));
    holder.exec('COMMIT');
    holder.close();
    assert.equal(refusal.problem, 'unavailable');
    assert.equal(await vectors.count('org', 'd'), 1);
  });

  it('fails all pending calls when its thread does not answer in time', async () => {
    const vectors = opened(':memory:', 1);
    const requests = Array.from({ length: 3 }, () => refusalOf(vectors.count('org', 'd')));
    for (const { problem } of await Promise.all(requests)) assert.equal(problem, 'unavailable');
  });
});
