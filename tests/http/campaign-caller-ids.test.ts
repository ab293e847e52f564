import { assert } from 'chai';
import { CALLER_ID_POOL_BOUNDS } from '../../domain/campaigns/caller-id-pool.ts';
import { newNumber } from '../../domain/telephony/phone-number.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { joinCampaigns, openCampaignWorld, passUntil, type CampaignClient } from '../support/campaign-client.ts';
import { commandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import type { World } from '../support/world.ts';

const [NEAR, FAR] = ['+14155550100', '+12125550100'];
const CONTACTS = Array.from({ length: 10 }, (_, index) => `+141555501${10 + index}`);

describe('caller ID pools over HTTP', () => {
  let world: World;
  let client: CampaignClient;
  let source: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    source = await client.upload(...CONTACTS);
    for (const number of [NEAR, FAR])
      await world.ports.phoneNumbers.add(
        newNumber({ phone_number: number, provider: 'plivo', org_id: client.org_id }, world.ports.clock.now()),
      );
  });

  const create = (caller_id_pool: unknown, more: object = {}) =>
    client.create({ source_id: source, caller_id_pool, ...more });
  const made = async (pool: object, more?: object) =>
    (await create({ numbers: [NEAR, FAR], ...pool }, more)).body as Campaign;
  const listed = async (id: string) =>
    ((await client.ask('GET', `/campaign/${id}/caller-ids`)).body as { caller_ids: readonly object[] }).caller_ids;

  it('are stored with defaults, merged by field, and removed by null', async () => {
    const { campaign_id, orchestrator_metadata } = await made({ min_answer_rate: 0.1 });
    const pool = { numbers: [NEAR, FAR], local_presence: true, min_answer_rate: 0.1, min_calls: 50, rest_hours: 24 };
    assert.deepEqual(orchestrator_metadata.caller_id_pool, { ...pool, min_interval_seconds: 0 });
    const patch = (body: object) => client.ask('PATCH', `/campaign/${campaign_id}`, { body });
    const changed = (await patch({ caller_id_pool: { numbers: [FAR], rest_hours: 2 } })).body as Campaign;
    assert.deepInclude(changed.orchestrator_metadata.caller_id_pool, { numbers: [FAR], rest_hours: 2, min_calls: 50 });
    const removed = (await patch({ caller_id_pool: null })).body as Campaign;
    assert.deepEqual(removed.orchestrator_metadata, { max_concurrency: 5 });
    assert.isEmpty(await listed(campaign_id));
  });

  for (const [what, pool, says] of [
    ['without numbers', { min_calls: 20 }, /caller_id_pool\.numbers is required/],
    ['with an empty list of numbers', { numbers: [] }, /numbers/],
    ['with a number twice', { numbers: [NEAR, NEAR] }, /numbers/],
    ['with a number that is none', { numbers: ['bank'] }, /caller_id_pool\.numbers\[0\]/],
    ['with a field that there is not', { numbers: [NEAR], stickiness: 1 }, /stickiness/],
    ['as a text', 'all', /caller_id_pool/],
  ] as const)
    it(`are refused ${what} with 422`, async () => {
      const { status, detail } = await create(pool);
      assert.equal(status, 422);
      assert.match(JSON.stringify(detail), says);
    });

  const { numbers: _numbers, ...bounds } = CALLER_ID_POOL_BOUNDS;
  for (const [field, { minimum, maximum }] of Object.entries(bounds))
    it(`take ${field} from ${minimum} to ${maximum}, and refuse what lies outside with 422`, async () => {
      for (const value of [minimum, maximum])
        assert.equal((await create({ numbers: [NEAR], [field]: value })).status, 201);
      for (const value of [minimum - 0.005, maximum + 0.5, 'many']) {
        const { status, detail } = await create({ numbers: [NEAR], [field]: value });
        assert.equal(status, 422);
        assert.include(JSON.stringify(detail), field);
      }
    });

  it('report each number with its answer rate, and until when it rests and why, as the command line does', async () => {
    const settings = { rate_limit_per_second: 20, max_concurrency: 20, retry_config: { enabled: false } };
    const { campaign_id: id } = await made({ numbers: [NEAR, FAR], min_answer_rate: 0.28, min_calls: 10 }, settings);
    await client.move(id, 'start');
    await passUntil(world, async () => (await client.runs(id)).length === CONTACTS.length);
    for (const [index, number] of CONTACTS.entries())
      await client.end(id, number, index === 0 ? 'answered' : 'no_answer');
    const [near, far, ...more] = await listed(id);
    assert.isEmpty(more);
    assert.deepInclude(near, { phone_number: NEAR, dials: 10, answered: 1, answer_rate: 0.1, in_pool: true });
    assert.deepInclude(far, { phone_number: FAR, dials: 0, answer_rate: null, is_usable: true, resting: null });
    const { resting } = near as { resting: object };
    assert.deepInclude(resting, { calls: 10, answered: 1, min_answer_rate: 0.28, campaign_id: id });
    const numbers = (await client.ask('GET', '/phone-numbers')).body as readonly {
      phone_number: string;
      resting?: object;
    }[];
    assert.deepInclude(
      numbers.find(({ phone_number }) => phone_number === NEAR),
      { resting },
    );

    const environment = { XDG_CONFIG_HOME: await temporaryDirectory(), VOICE_API_URL: world.url };
    const cli = commandLine({ ...environment, VOICE_API_TOKEN: client.token });
    const { code, out, err } = await cli(['campaign', 'caller-ids', id]);
    assert.equal(code, 0, err);
    assert.match(out, /\+14155550100 +10 +1 +10\.0 % +rests until 2026-.+Z +1 of 10 answered, less than 28 %\n/);
    assert.match(out, /\+12125550100 +0 +0 +- +used +-\n$/);
  });
});
