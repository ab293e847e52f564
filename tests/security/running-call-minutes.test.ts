import { assert } from 'chai';
import type { QuotaUse } from '../../domain/accounts/quotas.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

/** Ends that a member may report for a call of two minutes. */
const REPORTED: Readonly<Record<string, { readonly end_time_utc?: string }>> = {
  'of 1970': { end_time_utc: '1970-01-01T00:00:00.000Z' },
  'at its start': { end_time_utc: '2026-03-02T09:00:00.000Z' },
  'without a time': {},
};

describe('the minutes of a running call that a member ends', () => {
  let world: World;
  let org: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    org = await openAgentFixture(world);
  });

  const now = (): Date => world.ports.clock.now();
  const patch = async (callId: string, body: object): Promise<object> =>
    (await org.ask('PATCH', `/calls/${callId}`, { body })).body as object;
  const minutes = async (): Promise<number> => {
    const { body } = await org.ask('GET', `/organisations/${org.org_id}/usage`);
    return (body as { quotas: { call_minutes_per_month: QuotaUse } }).quotas.call_minutes_per_month.used;
  };

  for (const [which, reported] of Object.entries(REPORTED))
    it(`count until now for an end ${which}`, async () => {
      const callId = await org.registerCall();
      const lease = { org_id: org.org_id, call_id: callId, owner: 'a runtime' };
      const until = new Date(now().getTime() + 150_000).toISOString();
      assert.isTrue(await world.ports.leases.claimOrRenew({ ...lease, until }, now().toISOString()));
      await patch(callId, { status: 'in_progress' });
      world.ports.clock.advance(120_000);
      const ended = { duration: 120, end_time_utc: now().toISOString() };
      assert.deepInclude(await patch(callId, { status: 'completed', ...reported }), ended);
      assert.deepInclude(await patch(callId, { end_time_utc: '1970-01-01T00:00:00Z' }), ended);
      assert.equal(await minutes(), 2);
    });

  it('follow the reported end of a call that no runtime ran', async () => {
    const callId = await org.registerCall();
    await patch(callId, { status: 'in_progress' });
    world.ports.clock.advance(120_000);
    const end = { end_time_utc: new Date(now().getTime() - 60_000).toISOString() };
    assert.deepInclude(await patch(callId, { status: 'completed', ...end }), { ...end, duration: 60 });
  });
});
