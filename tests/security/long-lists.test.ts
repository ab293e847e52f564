import Database from 'better-sqlite3';
import { assert } from 'chai';
import { create, tally } from '../../adapters/documents/drivers/sqlite-statements.ts';
import { criteria, between } from '../../adapters/documents/match.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { watchedLoop } from './watched-loop.ts';
import { openWorld, type World } from '../support/world.ts';

/** Other requests wait no longer for a list than this. In milliseconds. */
const DELAY_MAX = 50;
/** Repetitions of which the best counts, because a busy machine is late anyway. */
const TRIES = 6;

/** 30 agents of 1.7 MB, and as many calls with as many variables as they may have. */
const MANY = 30;
const VARIABLES = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`v${at}`, 'x'.repeat(190_000)]));
const CALL_VARIABLES = { long: 'x'.repeat(130_000) };

describe('large lists of a tenant', function () {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
    const config = { ...testConfig(), custom_variables: VARIABLES };
    for (let at = 0; at < MANY; at += 1) {
      const name = `Agent ${at}`;
      const made = await fixture.ask('POST', '/agents', { body: { name, agent_category: 'websocket', config } });
      assert.equal(made.status, 201, made.text.slice(0, 200));
      await overCall(CALL_VARIABLES);
    }
  });

  async function overCall(variables: object): Promise<number> {
    const made = await fixture.ask('POST', '/calls/web', {
      body: { agent_id: fixture.agentId, custom_variables: variables },
    });
    const { call_id } = made.body as { call_id: string };
    if (made.status === 201) await fixture.ask('PATCH', `/calls/${call_id}`, { body: { status: 'completed' } });
    return made.status;
  }

  /** Reads the answer as it comes, without looking at it. */
  async function bytesOf(path: string): Promise<number> {
    const answer = await fetch(`${world.url}/api/v1${path}`, { headers: { authorization: `Bearer ${fixture.token}` } });
    assert.equal(answer.status, 200);
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
    return bytes;
  }

  async function staysShort(path: string): Promise<void> {
    const delays: number[] = [];
    while (delays.length < TRIES && Math.min(...delays) >= DELAY_MAX) {
      const loop = watchedLoop();
      await bytesOf(path);
      delays.push(await loop.longestDelay());
    }
    assert.isBelow(Math.min(...delays), DELAY_MAX, `of ${delays.map(Math.round).join(', ')} ms`);
  }

  it('do not delay other requests with 50 MB of agents', async () => {
    assert.isAbove(await bytesOf('/agents'), 50_000_000);
    await staysShort('/agents');
  });

  it('contain every agent, complete and in order', async () => {
    const { body, headers } = await fixture.ask('GET', '/agents');
    const agents = body as { readonly name: string; readonly config: { readonly custom_variables: object } }[];
    const names = Array.from({ length: MANY }, (_, at) => `Agent ${MANY - 1 - at}`);
    assert.deepEqual(
      agents.map(({ name }) => name),
      [...names, 'Desk'],
    );
    assert.deepEqual(agents[MANY - 1]?.config.custom_variables, VARIABLES);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  });

  it('contain every call of the page, with the paging fields', async () => {
    const { body } = await fixture.ask('GET', `/calls/org/${fixture.org_id}?limit=20&offset=1`);
    const { calls, ...beside } = body as { readonly calls: readonly { readonly custom_variables: object }[] };
    assert.deepEqual(beside, { limit: 20, offset: 1, total: MANY });
    assert.lengthOf(calls, 20);
    assert.deepEqual(calls[19]?.custom_variables, CALL_VARIABLES);
  });

  it('are not read to sum up the calls of a month', async () => {
    const database = new Database(':memory:');
    atEndOfTest(() => database.close());
    const outcome = ['agent_id', 'agent_name', 'status', 'call_response', 'without_speech'];
    const fields = ['org_id', 'created_at', ...outcome, 'duration'] as never[];
    const [table = '', ...indexes] = create({ name: 'calls', indexes: [{ name: 'by_age_and_outcome', fields }] });
    database.exec([table, ...indexes].join(';'));
    const month = criteria({ org_id: 'o', created_at: between({ from: '2026-01', below: '2026-02' }) });
    const { sql, values } = tally('calls', month, outcome, 'duration');
    const steps = database.prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    assert.match(steps.map(({ detail }) => detail).join(), /USING COVERING INDEX calls.by_age_and_outcome/);
  });

  it('contain call variables of at most 131,072 characters of JSON', async () => {
    assert.equal(await overCall({ long: 'x'.repeat(131_061) }), 201);
    assert.equal(await overCall({ long: 'x'.repeat(131_062) }), 422);
  });
});
