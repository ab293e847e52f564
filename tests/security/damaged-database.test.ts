import { readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { copyFile, open, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { assert } from 'chai';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { checkDatabase, WatchedFile } from '../../adapters/lib/sqlite-file.ts';
import { DamagedDatabase, storeFaultLog, storeFaultOf } from '../../adapters/lib/store-faults.ts';
import { sqliteVectors } from '../../adapters/vectors/sqlite.ts';
import { outage } from '../../domain/errors.ts';
import { root } from '../architecture/cruise.ts';
import { people, person } from '../contracts/documents-people.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform } from '../support/platform.ts';
import { refusalOf } from '../support/refusals.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { TYPESCRIPT } from '../suites/suites.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const PAGE_BYTES = 4096;

/** A database of some forty pages, as a platform leaves it that was stopped. */
async function leftDatabase(): Promise<string> {
  const file = join(await temporaryDirectory(), 'platform.db');
  const engine = await sqliteEngine(file);
  const collection = await people(engine);
  for (let number = 0; number < 40; number += 1)
    await collection.insert(person(number, { notes: { text: 'x'.repeat(3_000) } }));
  await engine.close();
  assert.isAbove((await stat(file)).size, 20 * PAGE_BYTES);
  return file;
}

const halve = async (file: string): Promise<void> => truncate(file, PAGE_BYTES * 10);

/** Overwrites a page in the middle of the file. */
async function scribble(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, PAGE_BYTES * 12);
  await handle.close();
}

describe('damaged database', () => {
  for (const [how, damage] of Object.entries({
    'was cut short': halve,
    'has a page of something else': scribble,
    'is another file': (file: string) => writeFile(file, 'Dear Sir or Madam, '.repeat(1_000)),
  }))
    it(`is refused at opening if it ${how}`, async () => {
      const file = await leftDatabase();
      await damage(file);
      const before = await readFile(file);
      const refusal = await refusalOf(sqliteEngine(file));
      assert.equal(refusal.problem, 'outage');
      assert.instanceOf(refusal.cause, DamagedDatabase);
      assert.isTrue(before.equals(await readFile(file)), 'the file stays as it was found');
    });

  it('is distinguished from an interrupted one, whose log is written back', async () => {
    const file = await leftDatabase();
    const engine = await sqliteEngine(file);
    await (await people(engine)).insert(person(100));
    const copy = join(await temporaryDirectory(), 'platform.db');
    for (const end of ['', '-wal']) await copyFile(file + end, copy + end);
    await engine.close();
    const recovered = await sqliteEngine(copy);
    atEndOfTest(() => recovered.close());
    assert.equal(await (await people(recovered)).count({}), 41);
  });

  it('refuses writes once it is truncated while open', async () => {
    const file = await leftDatabase();
    const engine = await sqliteEngine(file);
    atEndOfTest(() => engine.close());
    const collection = await people(engine);
    await collection.insert(person(100));
    await halve(file);
    for (const write of [() => collection.insert(person(101)), () => collection.remove({})]) {
      const refusal = await refusalOf(write());
      assert.deepEqual([refusal.problem, refusal.message], ['outage', 'The document store is damaged']);
    }
  });

  it('refuses writes once its file is replaced', async () => {
    const file = await leftDatabase();
    const engine = await sqliteEngine(file);
    atEndOfTest(() => engine.close());
    const collection = await people(engine);
    await copyFile(file, `${file}.other`);
    await rename(`${file}.other`, file);
    assert.equal((await refusalOf(collection.insert(person(101)))).message, 'The document store is damaged');
  });

  it('makes sign-ups 503 and the API unready, and is logged', async () => {
    const platform = await openPlatform({ services: ['api'] });
    const signUp = async (email: string): Promise<number> =>
      (
        await fetch(`${platform.apiBaseUrl}/users/signup`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email, password: 'a password of the tests', organisation_name: email }),
        })
      ).status;
    assert.equal(await signUp('before@example.com'), 201);
    const file = join(platform.directory, 'platform.db');
    // Writes are in the log until it is brought into the file.
    const other = new Database(file);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    // With this write the API sees how long the file is.
    assert.equal(await signUp('between@example.com'), 201);
    await halve(file);
    assert.equal(await signUp('after@example.com'), 503);
    const ready = await fetch(new URL('/readyz', platform.apiBaseUrl));
    assert.deepEqual([ready.status, await ready.json()], [503, { status: 'unavailable', unwritable: ['documents'] }]);
    assert.equal((await fetch(new URL('/livez', platform.apiBaseUrl))).status, 200);
  });

  it('stops the start with its file name and the restore command', async () => {
    const file = await leftDatabase();
    await halve(file);
    const program = [...TYPESCRIPT, 'bootstrap/main.ts', 'api'];
    const env = {
      ...process.env,
      DOCUMENTS_URL: `sqlite:${file}`,
      DATA_DIR: await temporaryDirectory(),
      API_PORT: '0',
    };
    const failure = await promisify(execFile)(process.execPath, program, { cwd: root, env }).then(
      () => assert.fail('it started'),
      (error: { code: number; stderr: string }) => error,
    );
    assert.equal(failure.code, 1);
    assert.match(failure.stderr, new RegExp(`^The database ${file} is damaged: `, 'm'));
    assert.include(failure.stderr, 'npm run restore -- <directory of the backup> --replace');
    assert.notInclude(failure.stderr, '    at ');
  });

  it('is reported for vectors too', async () => {
    const file = await leftDatabase();
    await halve(file);
    const vectors = sqliteVectors(file);
    const refusal = await refusalOf(vectors.count('org', 'document'));
    await vectors.close();
    assert.equal(refusal.message, 'The vector store is damaged');
    assert.equal(storeFaultOf(refusal), 'damaged');
  });
});

describe('database file check', () => {
  it('detects a missing file', async () => {
    const file = await leftDatabase();
    const watched = new WatchedFile(file);
    watched.check();
    await rename(file, `${file}.away`);
    assert.throws(() => watched.check(), /removed or replaced/);
  });

  it('detects a truncated large database without reading all of it', async () => {
    const file = await leftDatabase();
    // A sparse file of more than 256 MiB, whose header claims that many pages and some more.
    const pages = 70_000;
    const header = Buffer.alloc(4);
    header.writeUInt32BE(pages + 1);
    const handle = await open(file, 'r+');
    await handle.write(header, 0, 4, 28);
    await handle.truncate(pages * PAGE_BYTES);
    await handle.close();
    const database = new Database(file, { readonly: true });
    atEndOfTest(() => database.close());
    const before = bytesRead();
    assert.throws(() => checkDatabase(database, file), /lost a part/);
    assert.isBelow(bytesRead() - before, 1_000_000);
  });
});

/** What this process has read from files so far. */
const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

describe('store faults', () => {
  const caused = (code: string): Error => outage('x', { cause: Object.assign(new Error('y'), { code }) });

  it('are recognised by SQLite, system, MongoDB and MinIO codes in any cause', () => {
    for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG', 'XMinioStorageFull'])
      assert.equal(storeFaultOf(new Error('z', { cause: caused(code) })), 'full', code);
    for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'])
      assert.equal(storeFaultOf(caused(code)), 'damaged', code);
    for (const error of [caused('SQLITE_BUSY'), caused('EACCES'), new Error('full'), 'ENOSPC', null])
      assert.isNull(storeFaultOf(error));
  });

  it('are logged once a minute per store with the remedy', () => {
    const { log, lines } = rememberingLog();
    const clock = fakeClock();
    const note = storeFaultLog(log, clock);
    for (const store of ['documents', 'documents', 'objects']) note(store, caused('ENOSPC'));
    note('documents', caused('SQLITE_CORRUPT'));
    note('documents', caused('SQLITE_BUSY'));
    clock.advance(60_000);
    note('documents', caused('ENOSPC'));
    assert.deepEqual(
      lines.map(({ event, store }) => `${event} ${String(store)}`),
      ['store.full documents', 'store.full objects', 'store.damaged documents', 'store.full documents'],
    );
    assert.match(String(lines[0]?.['advice']), /^Free space/);
  });
});
