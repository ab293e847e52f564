import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MongoClient } from 'mongodb';
import { documentAgents } from '../adapters/documents/agents.ts';
import type { CollectionDefinition, DocumentStore } from '../adapters/documents/collection.ts';
import { mongoEngine } from '../adapters/documents/drivers/mongo.ts';
import { sqliteEngine } from '../adapters/documents/drivers/sqlite.ts';
import { pinoLog } from '../adapters/system/json-log.ts';
import type { AgentRepository } from '../application/ports/agents.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import type { Agent } from '../domain/agents/agent.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 9;
const AGENTS = 1_000;
const ORG = 'org';

/** One thing, done once. */
type Work = (turn: number) => unknown;

interface Run {
  readonly run_id: number;
  readonly campaign_id: string;
  readonly state: string;
  readonly not_before: string;
}

const QUEUE: CollectionDefinition<Run> = {
  name: 'runs',
  indexes: [{ name: 'by_time', fields: ['campaign_id', 'state', 'not_before'] }],
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`,
);
await onSqlite();
const server = process.env['TEST_DOCUMENTS_URL'];
if (server === undefined) say('MongoDB: nothing measured, for TEST_DOCUMENTS_URL is not set');
else await onMongo(server);

/** An agent by its id, through the repository and by a prepared statement whose text is parsed. */
async function onSqlite(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'stores-bench-'));
  const file = join(directory, 'platform.db');
  const engine = await sqliteEngine(file);
  const agents = await filled(engine);
  const database = new Database(file);
  const prepared = database
    .prepare(`SELECT doc FROM agents WHERE json_extract(doc, '$.org_id') = ? AND json_extract(doc, '$.agent_id') = ?`)
    .pluck();
  const bare: Work = (turn) => JSON.parse(prepared.get(ORG, idOf(turn)) as string);
  await compare('SQLite: an agent by its id', 5_000, 1.3, (turn) => agents.find(ORG, idOf(turn)), bare);
  database.close();
  await engine.close();
  await rm(directory, { recursive: true });
}

/** An agent by its id, and the next of a queue, through the engine and by the bare driver. */
async function onMongo(url: string): Promise<void> {
  const client = new MongoClient(url, { writeConcern: { w: 'majority' }, readConcernLevel: 'majority' });
  const database = client.db(`bench_${process.pid}`);
  const engine = await mongoEngine(
    url.replace(/\/(\?|$)/, `/${database.databaseName}$1`),
    pinoLog({ level: 'silent', showPii: false }),
  );
  const agents = await filled(engine);
  const stored = database.collection('agents');
  const bare: Work = (turn) => stored.findOne({ org_id: ORG, agent_id: idOf(turn) });
  await compare('MongoDB: an agent by its id', 300, 1.3, (turn) => agents.find(ORG, idOf(turn)), bare);

  const queue = await engine.open(QUEUE);
  const moment = new Date(0).toISOString();
  const waiting = (campaign_id: string) =>
    Array.from({ length: 1_500 }, (_, run_id) => ({ run_id, campaign_id, state: 'queued', not_before: moment }));
  // Each side has a queue of its own, and all of them are equally long at any time.
  for (const campaign of ['ours', 'bare', 'peer']) await queue.insertAll(waiting(campaign));
  const runs = database.collection('runs');
  const claim: Work = () =>
    queue.change({ campaign_id: 'ours', state: 'queued' }, { state: 'claimed' }, { not_before: 'asc' });
  const bareClaim = (campaign_id: string) => () =>
    runs.findOneAndUpdate(
      { campaign_id, state: 'queued' },
      { $set: { state: 'claimed' } },
      { sort: { not_before: 1 }, returnDocument: 'after' },
    );
  await compare('MongoDB: the claim of a queued run', 100, 1.5, claim, bareClaim('bare'), bareClaim('peer'));
  await database.dropDatabase();
  await engine.close();
  await client.close();
}

async function filled(engine: DocumentStore): Promise<AgentRepository> {
  const agents = await documentAgents(engine);
  for (let turn = 0; turn < AGENTS; turn += 1) {
    const described = { ...RECEPTIONIST, name: `Agent ${turn}`, agent_id: idOf(turn), org_id: ORG, telephony: null };
    const moment = new Date(turn).toISOString();
    await agents.add({ ...described, created_at: moment, updated_at: moment } as unknown as Agent);
  }
  return agents;
}

function idOf(turn: number): string {
  return `agent-${turn % AGENTS}`;
}

/** Ours between two runs of the bare call, by turns. What the bare call is to itself tells how far to trust the rest. */
async function compare(what: string, times: number, most: number, ours: Work, bare: Work, peer = bare): Promise<void> {
  for (const work of [ours, bare, peer]) await timeOf(work, times);
  const rounds: { readonly own: number; readonly before: number; readonly after: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      before: await timeOf(bare, times),
      own: await timeOf(ours, times),
      after: await timeOf(peer, times),
    });
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  const ratio = median(rounds.map(({ own, before, after }) => (2 * own) / (before + after)));
  const guard = median(rounds.map(({ before, after }) => after / before));
  const microseconds = (median(rounds.map(({ before }) => before)) * 1000).toFixed(1);
  say(`${what}: median ${ratio.toFixed(2)} times the bare call (target at most ${most.toFixed(2)})`);
  say(`  the bare call takes ${microseconds} us, and ${guard.toFixed(2)} times itself`);
}

/** Milliseconds per time. */
async function timeOf(work: Work, times: number): Promise<number> {
  const startedAt = performance.now();
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  return (performance.now() - startedAt) / times;
}
