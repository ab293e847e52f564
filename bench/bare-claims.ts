import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MongoClient } from 'mongodb';

/** The least that a dialler may write about a contact: that it is its own, before it dials, and what became of it. */
export interface BareClaims {
  /** Claims and completes `count` runs; returns how many per second. */
  perSecond(runs: number): Promise<number>;
  close(): Promise<void>;
}

interface BareRun {
  readonly queued_run_id: string;
  readonly campaign_id: string;
  readonly contact_index: number;
  readonly attempt: number;
  readonly state: string;
  readonly not_before: string | null;
  readonly lease_until: string | null;
  readonly phone_number: string;
}

const CAMPAIGN = 'bare';
/** Concurrent claims, where concurrency is faster. */
const WORKERS = 8;
/** The questions that the runs of campaigns are asked, too. */
const INDEXES = [
  ['queued_run_id'],
  ['campaign_id', 'contact_index', 'attempt'],
  ['campaign_id', 'state', 'not_before', 'contact_index'],
  ['lease_until'],
] as const;

const waiting = (count: number): BareRun[] =>
  Array.from({ length: count }, (_, contact_index) => ({
    queued_run_id: crypto.randomUUID(),
    campaign_id: CAMPAIGN,
    contact_index,
    attempt: 0,
    state: 'queued',
    not_before: null,
    lease_until: null,
    phone_number: '+15550100000',
  }));

const field = (name: string): string => `json_extract(doc, '$.${name}')`;

/** Bare statements on a SQLite file; what is claimed is flushed, as it must be before anything is dialled. */
export async function sqliteClaims(directory: string): Promise<BareClaims> {
  const database = new Database(join(directory, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE runs (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL)');
  for (const [at, fields] of INDEXES.entries())
    database.exec(`CREATE INDEX runs_${at} ON runs (${fields.map(field).join(', ')})`);
  const next = `SELECT seq FROM runs WHERE ${field('campaign_id')} = ? AND ${field('state')} = 'queued' AND ${field('not_before')} IS NULL ORDER BY ${field('contact_index')} LIMIT 1`;
  const insert = database.prepare('INSERT INTO runs (doc) VALUES (?)');
  const claim = database
    .prepare(
      `UPDATE runs SET doc = json_set(doc, '$.state', 'dialing', '$.lease_until', ?) WHERE seq = (${next}) RETURNING doc`,
    )
    .pluck();
  const complete = database.prepare(
    `UPDATE runs SET doc = json_set(doc, '$.state', 'done', '$.lease_until', null) WHERE ${field('queued_run_id')} = ?`,
  );
  return {
    async perSecond(count) {
      database.transaction(() => waiting(count).map((run) => insert.run(JSON.stringify(run))))();
      const startedAt = performance.now();
      for (let turn = 0; turn < count; turn += 1) {
        database.pragma('synchronous = FULL');
        const run = JSON.parse(claim.get(new Date().toISOString(), CAMPAIGN) as string) as BareRun;
        database.pragma('synchronous = NORMAL');
        complete.run(run.queued_run_id);
      }
      return (count / (performance.now() - startedAt)) * 1000;
    },
    async close() {
      database.close();
    },
  };
}

/** The bare driver on a MongoDB, with confirmed and journalled writes. */
export async function mongoClaims(url: string, name: string): Promise<BareClaims> {
  const client = new MongoClient(url, { writeConcern: { w: 'majority' } });
  const runs = client.db(name).collection<BareRun>('runs');
  for (const fields of INDEXES) await runs.createIndex(Object.fromEntries(fields.map((each) => [each, 1])));
  const work = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      const run = await runs.findOneAndUpdate(
        { campaign_id: CAMPAIGN, state: 'queued', not_before: null },
        { $set: { state: 'dialing', lease_until: new Date().toISOString() } },
        { sort: { contact_index: 1 } },
      );
      await runs.updateOne({ queued_run_id: run?.queued_run_id ?? '' }, { $set: { state: 'done', lease_until: null } });
    }
  };
  return {
    async perSecond(count) {
      await runs.insertMany(waiting(count));
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: WORKERS }, () => work(count / WORKERS)));
      return (count / (performance.now() - startedAt)) * 1000;
    },
    async close() {
      await client.db(name).dropDatabase();
      await client.close();
    },
  };
}
