import { assert } from 'chai';
import { joinCampaigns, openCampaignWorld, type CampaignClient } from '../support/campaign-client.ts';
import type { World } from '../support/world.ts';

interface Preview {
  readonly contacts: { readonly total: number; readonly to_dial: number };
  readonly estimate: { readonly ends_at: string | null; readonly cost: { readonly amount: string } };
  readonly assumptions: { readonly given: readonly string[] };
}

describe('previews of campaigns over HTTP', function () {
  let world: World;
  let client: CampaignClient;
  let id: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    ({ campaign_id: id } = await client.plan(['+14155550101', '+14155550102']));
  });

  const ask = (body: object, campaign = id) => client.ask('POST', `/campaign/${campaign}/preview`, { body });

  it('answer counts, estimate, assumptions and first contacts', async () => {
    const { status, body } = await ask({});
    assert.equal(status, 200);
    const { contacts, estimate } = body as Preview;
    assert.include(contacts, { total: 2, to_dial: 2 });
    assert.isString(estimate.ends_at);
    assert.match(estimate.cost.amount, /^\d+\.\d\d/);
  });

  it('take assumptions, a sample and a beginning', async () => {
    const later = new Date(world.ports.clock.now().getTime() + 3_600_000).toISOString();
    const { status, body } = await ask({ assumptions: { answered_share: 0.5 }, sample_size: 100, starts_at: later });
    assert.equal(status, 200);
    assert.deepEqual((body as Preview).assumptions.given, ['answered_share']);
  });

  it('refuse bad input with the field', async () => {
    for (const [body, field] of [
      [{ assumptions: { answered_share: 2 } }, 'answered_share'],
      [{ assumptions: { answered_share: 0.9, voicemail_share: 0.9 } }, 'assumptions'],
      [{ assumptions: { luck: 1 } }, 'luck'],
      [{ sample_size: 1 }, 'sample_size'],
      [{ starts_at: 'soon' }, 'starts_at'],
      [{ starts_at: '2020-01-01T00:00:00Z' }, 'starts_at'],
    ] as const) {
      const answer = await ask(body);
      assert.equal(answer.status, 422, field);
      assert.include(JSON.stringify(answer.body), field);
    }
    assert.equal((await ask({}, 'none')).status, 404);
  });

  it('do not show campaigns of other organisations', async () => {
    const other = await joinCampaigns(world, 'Other');
    assert.equal((await other.ask('POST', `/campaign/${id}/preview`, { body: {} })).status, 404);
  });
});
