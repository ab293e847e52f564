import { join } from 'node:path';
import Database from 'better-sqlite3';
import { assert } from 'chai';
import { documentCallAnalyses } from '../../adapters/documents/call-analyses.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentEventDeliveries } from '../../adapters/documents/event-deliveries.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { select, tally, type Statement } from '../../adapters/documents/drivers/sqlite-statements.ts';
import { between, criteria } from '../../adapters/documents/match.ts';
import { SEATS, seat, takenIndex } from '../contracts/documents-people.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

/** What an earlier version made: its sparse index excludes documents without any of the fields. */
const EARLIER = `
  CREATE TABLE seats (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL CHECK (json_valid(doc))) STRICT;
  CREATE UNIQUE INDEX "seats.by_place" ON seats (json_extract(doc, '$.team'), json_extract(doc, '$.place'))
    WHERE json_extract(doc, '$.team') IS NOT NULL AND json_extract(doc, '$.place') IS NOT NULL;
  CREATE INDEX "seats.by_colour" ON seats (json_extract(doc, '$.colour'));
  INSERT INTO seats (doc) VALUES ('{"id":1,"team":"red","place":7}');
`;

describe('the indexes of documents in SQLite', () => {
  const opened = async () => {
    const file = join(await temporaryDirectory(), 'platform.db');
    const database = new Database(file);
    atEndOfTest(() => database.close());
    const open = async () => {
      const engine = await sqliteEngine(file);
      atEndOfTest(() => engine.close());
      return engine;
    };
    return { database, open };
  };
  const planOf = (database: Database.Database, { sql, values }: Statement): string =>
    database
      .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail)
      .join('; ');

  it('replace those of an earlier version at the start, whichever process starts first', async () => {
    const { database, open } = await opened();
    database.exec(EARLIER);
    const [first, second] = await Promise.all([open(), open()]);
    const [seats] = await Promise.all([first.open(SEATS), second.open(SEATS)]);
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").pluck().all();
    assert.deepEqual(names, ['seats.by_id', 'seats.place.by_place']);
    assert.equal(await takenIndex(seats.insert(seat(2, 7))), 'by_place');
    await seats.insert(seat(3, null));
    await seats.insert(seat(4, null));
    assert.equal((await seats.findOne({ team: 'red', place: 7 }))?.id, 1);
  });

  it('serve queries that give the field which may be missing, whatever else they give', async () => {
    const { database, open } = await opened();
    const engine = await open();
    await documentCalls(engine);
    await documentCallAnalyses(engine);
    await documentEventDeliveries(engine);
    const newest = { sort: { created_at: 'desc' } } as const;
    const campaign = { org_id: 'o', campaign_id: 'c' };
    const due = { due_at: between({ from: '2026-01', below: '2026-02' }) };
    const plans: readonly (readonly [Statement, string])[] = [
      [
        select<typeof campaign & { created_at: string }>('calls', criteria(campaign), newest),
        'calls.campaign_id.by_campaign',
      ],
      [tally('call_analyses', criteria({ run_id: 'r' }), ['status'], 'attempts'), 'call_analyses.run_id.by_run'],
      [
        tally('event_deliveries', criteria(due), ['org_id', 'endpoint_id'], 'attempts'),
        'event_deliveries.due_at.by_due',
      ],
    ];
    for (const [statement, index] of plans) assert.match(planOf(database, statement), new RegExp(`INDEX ${index} \\(`));
    assert.notInclude(planOf(database, plans[0]![0]), 'TEMP B-TREE');
    assert.include(planOf(database, plans[2]![0]), 'COVERING');
  });

  it('find calls and their analyses by ids, and do not read the others of the organisation', async () => {
    const { database, open } = await opened();
    const engine = await open();
    const [calls, analyses] = [await documentCalls(engine), await documentCallAnalyses(engine)];
    const { prepare } = Database.prototype;
    const statements = new Set<string>();
    atEndOfTest(() => void (Database.prototype.prepare = prepare));
    Database.prototype.prepare = function (this: Database.Database, sql: string) {
      statements.add(sql);
      return prepare.call(this, sql);
    } as typeof prepare;
    assert.isEmpty(await calls.findMany('o', ['a', 'b']));
    assert.isEmpty(await analyses.findMany('o', ['a', 'b']));
    Database.prototype.prepare = prepare;
    const plans = [...statements].map((sql) => planOf(database, { sql, values: ['o', '["a","b"]', -1, 0] }));
    assert.lengthOf(plans, 2);
    assert.match(plans[0]!, /USING INDEX calls\.by_id/);
    assert.match(plans[1]!, /USING INDEX call_analyses\.by_call/);
  });

  it('list callbacks that are not over, and read none of those that are', async () => {
    const { database, open } = await opened();
    const runs = await documentQueuedRuns(await open());
    const { prepare } = Database.prototype;
    const selects: string[] = [];
    Database.prototype.prepare = function (this: Database.Database, sql: string) {
      if (sql.includes('callback_org')) selects.push(sql);
      return prepare.call(this, sql);
    } as typeof prepare;
    await runs.listCallbacks('o', { upcoming: true, limit: 9, offset: 0 }).finally(() => {
      Database.prototype.prepare = prepare;
    });
    assert.isNotEmpty(selects);
    for (const sql of selects) {
      const values = Array.from(sql.matchAll(/\?/g), () => '[]');
      assert.match(planOf(database, { sql, values }), /INDEX queued_runs.callback_org.by_callback_state \(/);
    }
  });
});
