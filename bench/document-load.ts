import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection, DocumentStore } from '../adapters/documents/collection.ts';
import { mongoEngine } from '../adapters/documents/drivers/mongo.ts';
import { sqliteEngine } from '../adapters/documents/drivers/sqlite.ts';
import { pinoLog } from '../adapters/system/json-log.ts';
import { say } from './print.ts';
import { storeSeconds } from './store-costs.ts';

/** Operations of a call on documents, as `bench:saturation` counts them. */
const OF_A_CALL = { findOne: 34, insert: 4, change: 13, remove: 2 } as const;
const SECONDS = 15;
const DOCUMENTS = 500;

interface LoadDocument {
  readonly id: string;
  readonly org_id: string;
  readonly at: number;
  readonly text: string;
}

const ORG = 'org';
const document = (id: string): LoadDocument => ({ id, org_id: ORG, at: 0, text: 'x'.repeat(1_500) });

/** The operations of calls on documents alone, without API and runtime: how many calls a second the store bears. */
export async function loadDocuments(url: string | undefined, atOnce: readonly number[]): Promise<void> {
  const log = pinoLog({ level: 'silent', showPii: false });
  const engine: DocumentStore =
    url === undefined
      ? await sqliteEngine(join(await mkdtemp(join(tmpdir(), 'load-bench-')), 'load.db'))
      : await mongoEngine(url, log);
  const collection = await engine.open<LoadDocument>({
    name: 'load',
    indexes: [{ name: 'by_id', fields: ['org_id', 'id'], unique: true }],
  });
  for (let place = 0; place < DOCUMENTS; place += 1) await collection.insert(document(`d${place}`));
  for (const callers of atOnce) {
    const [until, before] = [performance.now() + SECONDS * 1_000, storeSeconds().documents];
    let calls = 0;
    const caller = async (): Promise<void> => {
      while (performance.now() < until) {
        await operationsOfCall(collection);
        calls += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    const spent = storeSeconds().documents - before;
    say(
      `  ${String(callers).padStart(4)} at once: ${(calls / SECONDS).toFixed(1).padStart(6)} calls a second` +
        (url === undefined
          ? ''
          : `, ${((spent * 1_000) / calls).toFixed(1)} ms of processor time of the server for each, ${(spent / SECONDS).toFixed(2)} processors`),
    );
  }
  await engine.close();
}

async function operationsOfCall(documents: Collection<LoadDocument>): Promise<void> {
  const own: string[] = [];
  for (let turn = 0; turn < OF_A_CALL.insert; turn += 1) {
    own.push(randomUUID());
    await documents.insert(document(own.at(-1) ?? ''));
  }
  const some = (turn: number): string => own[turn % own.length] ?? '';
  for (let turn = 0; turn < OF_A_CALL.findOne; turn += 1)
    await documents.findOne({
      org_id: ORG,
      id: turn % 2 === 0 ? some(turn) : `d${Math.floor(Math.random() * DOCUMENTS)}`,
    });
  for (let turn = 0; turn < OF_A_CALL.change; turn += 1)
    await documents.change({ org_id: ORG, id: some(turn) }, { at: turn });
  for (let turn = 0; turn < OF_A_CALL.remove; turn += 1) await documents.remove({ org_id: ORG, id: some(turn) });
}
