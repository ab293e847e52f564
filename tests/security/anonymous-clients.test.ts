import { assert } from 'chai';
import { callUseCases } from '../../application/calls/index.ts';
import { openCallFixture, type CallFixture } from '../application/call-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { ADA, BOT } from '../application/telephony-fixture.ts';

describe('browser calls without a ticket, at several runtimes', () => {
  let fixture: CallFixture;
  let agentId: string;
  beforeEach(async () => {
    fixture = await openCallFixture();
    Object.assign(fixture.ports.limits, {
      concurrentCallsPerOrganisation: 100,
      anonymousClients: { atOnce: 3, attemptsPerMinute: 20 },
    });
    const agent = { name: 'Web', agent_category: 'websocket' as const, config: testConfig() };
    agentId = (await fixture.ports.agentUseCases.create(ADA, agent)).agent_id;
  });

  /** Processes of the API on the same stores. */
  const processes = (count: number) => Array.from({ length: count }, () => callUseCases(fixture.ports));
  const request = (client = 'a') => ({ agent_id: agentId, anonymous: true, client });
  const outcomes = async (attempts: readonly Promise<unknown>[]): Promise<string[]> =>
    (await Promise.allSettled(attempts)).map((each) =>
      each.status === 'fulfilled' ? 'registered' : (each.reason as Error).message,
    );
  const registered = (results: readonly string[]): number => results.filter((each) => each === 'registered').length;

  it('are limited at once, for each client, and again when one has ended', async () => {
    const [one, other] = processes(2);
    const { call } = await one!.registerWeb(BOT, request());
    for (const api of [other!, one!]) await api.registerWeb(BOT, request());
    const refused = await refusalOf(other!.registerWeb(BOT, request()));
    assert.equal(refused.message, 'At most 3 calls at once from one address: try again when one has ended');
    assert.equal(refused.problem, 'limited');
    await other!.registerWeb(BOT, request('b'));
    await fixture.ports.leases.release('o1', call.call_id);
    await other!.registerWeb(BOT, request());
    assert.equal(await fixture.taken(), 4);
  });

  it('are as many at once as allowed when more come at the same moment, and hold no slot when refused', async () => {
    const apis = processes(3);
    const results = await outcomes(Array.from({ length: 12 }, (_, nth) => apis[nth % 3]!.registerWeb(BOT, request())));
    assert.equal(registered(results), 3);
    assert.equal(await fixture.taken(), 3);
  });

  it('are limited in a minute, whichever API is asked', async () => {
    const apis = processes(2);
    const results: string[] = [];
    for (let nth = 0; nth < 22; nth += 1) {
      results.push(...(await outcomes([apis[nth % 2]!.registerWeb(BOT, request())])));
      for (const call of await fixture.logs()) await fixture.ports.leases.release('o1', call.call_id);
    }
    assert.equal(registered(results), 20);
    assert.equal(results.at(-1), 'At most 20 calls a minute from one address: try again in a minute');
    const refused = await refusalOf(apis[0]!.registerWeb(BOT, request()));
    assert.equal(refused.retryAfterMs, 60_000);
    fixture.ports.clock.advance(60_000);
    await apis[0]!.registerWeb(BOT, request());
  });

  it('free their place when their runtime died', async () => {
    const [api] = processes(1);
    for (let nth = 0; nth < 3; nth += 1) await api!.registerWeb(BOT, request());
    fixture.ports.clock.advance(60_001);
    await api!.registerWeb(BOT, request());
  });

  it('count only when the runtime says so: a member cannot use up the limit of another client', async () => {
    const [api] = processes(1);
    for (let nth = 0; nth < 25; nth += 1) await api!.registerWeb(ADA, request());
    await api!.registerWeb(BOT, request());
  });

  it('have no limit with RATE_LIMITS=off', async () => {
    fixture.ports.limits.anonymousClients = null;
    const [api] = processes(1);
    for (let nth = 0; nth < 25; nth += 1) await api!.registerWeb(BOT, request());
  });
});
