import { fork, type ChildProcess } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { assert } from 'chai';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import {
  documentChangesContract,
  sharedDocumentsContract,
  type SharedDocuments,
} from '../contracts/documents-changes.contract.ts';
import { documentConditionsContract } from '../contracts/documents-conditions.contract.ts';
import { people, person } from '../contracts/documents-people.ts';
import { documentsContract } from '../contracts/documents.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { TYPESCRIPT } from '../suites/suites.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { documentSaboteurs, engineWith, hesitantly } from './documents-saboteurs.ts';
import { eventually } from '../support/eventually.ts';

const opened = async (location: string): Promise<DocumentStore> => {
  const engine = await sqliteEngine(location);
  atEndOfTest(() => engine.close());
  return engine;
};
const newFile = async (): Promise<string> => join(await temporaryDirectory(), 'folder', 'platform.db');

const shared = async (): Promise<SharedDocuments> => {
  const file = await newFile();
  return { one: await opened(file), other: await opened(file) };
};

const wholeContract = { ...documentsContract, ...documentConditionsContract, ...documentChangesContract };

describe('documents: sqlite in memory', () => keeps(wholeContract, () => opened(':memory:')));
describe('documents: sqlite in a file', () => keeps(wholeContract, async () => opened(await newFile())));
describe('documents: two sqlite engines on one file', () => keeps(sharedDocumentsContract, shared));

describe('documents: the contract', () => bites(wholeContract, ...Object.values(documentSaboteurs)));

describe('documents: the contract of two', () =>
  bites(
    sharedDocumentsContract,
    async () => ({ one: await opened(':memory:'), other: await opened(':memory:') }),
    async () => {
      const { one, other } = await shared();
      const hesitant = (engine: DocumentStore): DocumentStore => engineWith(engine, hesitantly);
      return { one: hesitant(one), other: hesitant(other) };
    },
  ));

describe('documents: sqlite', () => {
  it('creates files for the owner only', async () => {
    const file = await newFile();
    const engine = await opened(file);
    await (await people(engine)).insert(person(1));
    const files = await readdir(dirname(file));
    assert.includeMembers(files, ['platform.db', 'platform.db-wal']);
    for (const each of ['.', ...files]) assert.equal((await stat(join(dirname(file), each))).mode & 0o077, 0, each);
  });

  it('keeps every key unique between two processes', async function () {
    const file = await newFile();
    const script = fileURLToPath(new URL('./documents-contender.ts', import.meta.url));
    const start = (): ChildProcess => fork(script, [file, '200'], { execArgv: [...TYPESCRIPT] });
    const contenders = [start(), start()];
    atEndOfTest(() => contenders.map((contender) => contender.kill()));
    const word = (contender: ChildProcess): Promise<unknown> =>
      new Promise((resolve, reject) => {
        contender.once('message', resolve);
        contender.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
      });
    const words = (): Promise<unknown[]> => Promise.all(contenders.map(word));
    assert.deepEqual(await words(), ['ready', 'ready']);
    const results = words();
    for (const contender of contenders) contender.send('go');
    const [won, lost] = (await results) as [number, number];
    assert.equal(won + lost, 200);
    assert.equal(await (await people(await opened(file))).count({}), 200);
  });

  it("waits for another process's lock without blocking the event loop", async () => {
    const file = await newFile();
    const collection = await people(await opened(file));
    const holder = new Database(file);
    atEndOfTest(() => holder.close());
    holder.exec('BEGIN IMMEDIATE');
    const time = manualTimers();
    let inserted = false;
    void collection.insert(person(1)).then(() => (inserted = true));
    const attempt = async (): Promise<boolean> => {
      await new Promise((resolve) => setImmediate(resolve));
      time.pass(100);
      return inserted;
    };
    for (let count = 0; count < 20; count += 1) assert.isFalse(await attempt());
    holder.exec('COMMIT');
    await eventually(attempt, 'the insert');
    assert.equal(await collection.count({}), 1);
  });

  it('says that the store is out of order when the file is something else', async () => {
    const file = join(await temporaryDirectory(), 'letter.txt');
    await writeFile(file, 'Dear Sir or Madam, '.repeat(100));
    assert.equal((await refusalOf(sqliteEngine(file))).problem, 'outage');
  });

  it('lets no error of its library out', async () => {
    const collection = await people(await opened(':memory:'));
    const deep = JSON.parse('{"a":'.repeat(2000) + '1' + '}'.repeat(2000)) as Record<string, unknown>;
    const refusal = await refusalOf(collection.insert(person(1, { notes: deep })));
    assert.equal(refusal.problem, 'failed');
    assert.notInclude(refusal.message, 'CHECK');
  });
});
