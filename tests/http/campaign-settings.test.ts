import { assert } from 'chai';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { BOUNDS } from '../../domain/campaigns/settings.ts';
import { DEFAULT_RETRY } from '../../domain/campaigns/retry-policy.ts';
import { joinCampaigns, openCampaignWorld, passUntil, type CampaignClient } from '../support/campaign-client.ts';
import type { Answer } from '../support/client.ts';
import { testConfig } from '../support/providers.ts';
import type { World } from '../support/world.ts';

const SLOT = { day_of_week: 0, start_time: '09:00', end_time: '17:00' };
const SCHEDULE = { enabled: true, timezone: 'Asia/Kolkata', slots: [SLOT] };
const BREAKER = { enabled: true, failure_threshold: 0.5, window_seconds: 300, min_calls_in_window: 5 };

/** Where each bounded number stands in a request. */
const PLACES: Readonly<Record<keyof typeof BOUNDS, (value: unknown) => object>> = {
  rate_limit_per_second: (value) => ({ rate_limit_per_second: value }),
  max_concurrency: (value) => ({ max_concurrency: value }),
  max_retries: (value) => ({ retry_config: { max_retries: value } }),
  retry_delay_seconds: (value) => ({ retry_config: { retry_delay_seconds: value } }),
  failure_threshold: (value) => ({ circuit_breaker: { failure_threshold: value } }),
  window_seconds: (value) => ({ circuit_breaker: { window_seconds: value } }),
  min_calls_in_window: (value) => ({ circuit_breaker: { min_calls_in_window: value } }),
  probe_after_seconds: (value) => ({ circuit_breaker: { probe_after_seconds: value } }),
  day_of_week: (value) => ({ schedule_config: { ...SCHEDULE, slots: [{ ...SLOT, day_of_week: value }] } }),
};

describe('the settings of campaigns over HTTP', function () {
  let world: World;
  let client: CampaignClient;
  let source: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    source = await client.upload('+14155550101', '', '+14155550102');
  });

  const create = (more: object = {}): Promise<Answer> => client.create({ source_id: source, ...more });
  const made = async (more: object = {}): Promise<Campaign> => (await create(more)).body as Campaign;
  const patch = (id: string, body: unknown): Promise<Answer> => client.ask('PATCH', `/campaign/${id}`, { body });

  it('are those of the platform where nothing is said', async () => {
    const { status, body } = await create();
    const now = world.ports.clock.now().toISOString();
    assert.equal(status, 201);
    assert.deepEqual(body, {
      campaign_id: (body as Campaign).campaign_id,
      org_id: client.org_id,
      name: 'Spring',
      agent_id: client.telephoneId,
      source_type: 'csv',
      source_id: source,
      state: 'created',
      total_rows: 2,
      processed_rows: 0,
      failed_rows: 0,
      rate_limit_per_second: 1,
      retry_config: DEFAULT_RETRY,
      orchestrator_metadata: { max_concurrency: 5 },
      from_number: null,
      created_by: client.email,
      created_at: now,
      updated_at: now,
      started_at: null,
      paused_at: null,
      completed_at: null,
    });
  });

  it('are stored as they are given, the nested ones inside of the metadata', async () => {
    const retries = { ...DEFAULT_RETRY, enabled: false, max_retries: 7, retry_on_voicemail: true };
    const given = { rate_limit_per_second: 20, retry_config: retries, from_number: client.number };
    const nested = { max_concurrency: 20, schedule_config: SCHEDULE, circuit_breaker: BREAKER };
    const campaign = await made({ ...given, ...nested, source_type: 'csv', state: 'running', org_id: 'other' });
    assert.deepInclude(campaign, { ...given, state: 'created', org_id: client.org_id });
    assert.deepEqual(campaign.orchestrator_metadata, nested);
    assert.deepEqual(await client.find(campaign.campaign_id), campaign);
  });

  for (const [field, { minimum, maximum }] of Object.entries(BOUNDS))
    it(`take ${field} from ${minimum} to ${maximum}, and refuse what lies outside with 422`, async () => {
      const place = PLACES[field as keyof typeof BOUNDS];
      const { campaign_id } = await made();
      const step = field === 'failure_threshold' ? 0.01 : 1;
      for (const value of [minimum, maximum]) {
        assert.equal((await create(place(value))).status, 201, `${field} ${value}`);
        assert.equal((await patch(campaign_id, place(value))).status, 200, `${field} ${value}`);
      }
      const isWhole = field !== 'failure_threshold';
      // Null removes it.
      const absent = field === 'probe_after_seconds' ? [] : [null];
      const wrong = [minimum - step, maximum + step, '2', ...absent, [2], ...(isWhole ? [minimum + 0.5] : [])];
      for (const value of wrong)
        for (const answer of [await create(place(value)), await patch(campaign_id, place(value))]) {
          assert.equal(answer.status, 422, `${field} ${String(value)}`);
          assert.include(JSON.stringify(answer.detail), field);
        }
    });

  const REFUSED: readonly (readonly [what: string, body: () => object, status: number, says: RegExp])[] = [
    ['no name', () => ({ name: undefined }), 422, /name/],
    ['a blank name', () => ({ name: '  ' }), 422, /^name must have 1 to 200/],
    ['a long name', () => ({ name: 'x'.repeat(201) }), 422, /^name must have 1 to 200/],
    ['an agent that is none', () => ({ agent_id: 'none' }), 404, /^Agent not found$/],
    ['an agent of browsers', () => ({ agent_id: client.agentId }), 422, /agent_category telephony/],
    ['another type of source', () => ({ source_type: 'sheet' }), 422, /source_type must be csv/],
    ['a source that was never uploaded', () => ({ source_id: 'none' }), 400, /source_id does not match an uploaded/],
    ['a source with dots', () => ({ source_id: `${source}/../x.csv` }), 400, /source_id does not match an uploaded/],
    ['a number of another organisation', () => ({ from_number: '+15550109999' }), 422, /from_number must be one of/],
    ['a schedule without a zone', () => ({ schedule_config: { slots: [SLOT] } }), 422, /timezone is required/],
    ['an unknown zone', () => ({ schedule_config: { ...SCHEDULE, timezone: 'Mars/Base' } }), 422, /Mars\/Base/],
    ['a schedule without slots', () => ({ schedule_config: { timezone: 'UTC' } }), 422, /at least one slot/],
    ['half a slot', () => ({ schedule_config: { ...SCHEDULE, slots: [{ day_of_week: 1 }] } }), 422, /start_time/],
    [
      'a time that is none',
      () => ({ schedule_config: { ...SCHEDULE, slots: [{ ...SLOT, start_time: '25:00' }] } }),
      422,
      /slots\[0\]\.start_time/,
    ],
    ['a breaker that is not an object', () => ({ circuit_breaker: 'on' }), 422, /circuit_breaker/],
  ];
  for (const [what, body, status, says] of REFUSED)
    it(`are refused with ${status} for ${what}`, async () => {
      const answer = await create(body());
      assert.equal(answer.status, status, answer.text);
      assert.match(typeof answer.detail === 'string' ? answer.detail : JSON.stringify(answer.detail), says);
    });

  it('are refused with 422 for an agent without a number', async () => {
    const config = testConfig();
    const agent = { name: 'Mute', agent_category: 'telephony', telephony_provider: 'plivo', config };
    const { agent_id } = (await client.ask('POST', '/agents', { body: agent })).body as { agent_id: string };
    assert.deepInclude(await create({ agent_id }), { status: 422, detail: 'The agent has no phone number' });
  });

  it('are refused with 400 for the source of another organisation, and 404 for its agent', async () => {
    const eve = await joinCampaigns(world, 'eve');
    assert.equal((await eve.create({ source_id: source })).status, 400);
    assert.equal((await eve.create({ agent_id: client.telephoneId })).status, 404);
  });

  it('are refused with 400 when the source is gone or can no longer be dialled', async () => {
    const key = await client.upload('+14155550101');
    await world.ports.objects.put(key, once('phone_number\n12\n'), { size: 16, contentType: 'text/csv' });
    assert.match(String((await create({ source_id: key })).detail), /row 2/);
    await world.ports.objects.remove(key);
    assert.equal((await create({ source_id: key })).status, 400);
  });

  describe('with a lower limit', () => {
    before(() => void (world.ports.limits.concurrentCallsPerOrganisation = 4));
    after(() => void (world.ports.limits.concurrentCallsPerOrganisation = 20));

    it('are held against it, also when they change', async () => {
      const campaign = await made();
      assert.equal(campaign.orchestrator_metadata.max_concurrency, 4);
      for (const answer of [
        await create({ max_concurrency: 5 }),
        await patch(campaign.campaign_id, { max_concurrency: 5 }),
      ]) {
        assert.equal(answer.status, 400);
        assert.match(String(answer.detail), /max_concurrency must not exceed the organisation's limit of 4/);
      }
      assert.equal((await create({ max_concurrency: 4 })).status, 201);
    });
  });

  it('change one by one, and nested ones are merged field by field', async () => {
    const { campaign_id: id } = await made({ schedule_config: SCHEDULE, circuit_breaker: { window_seconds: 60 } });
    world.ports.clock.advance(1_000);
    const changes: readonly (readonly [body: object, expected: object])[] = [
      [{ name: ' Summer ' }, { name: 'Summer' }],
      [{ rate_limit_per_second: 9 }, { rate_limit_per_second: 9 }],
      [{ retry_config: { max_retries: 0 } }, { retry_config: { ...DEFAULT_RETRY, max_retries: 0 } }],
      [{ retry_config: { enabled: false } }, { retry_config: { ...DEFAULT_RETRY, max_retries: 0, enabled: false } }],
    ];
    for (const [body, expected] of changes) assert.deepInclude((await patch(id, body)).body as object, expected);
    const nested = {
      max_concurrency: 3,
      schedule_config: { enabled: false },
      circuit_breaker: { failure_threshold: 1 },
    };
    const { orchestrator_metadata, updated_at } = (await patch(id, nested)).body as Campaign;
    assert.deepEqual(orchestrator_metadata, {
      max_concurrency: 3,
      schedule_config: { ...SCHEDULE, enabled: false },
      circuit_breaker: { ...BREAKER, window_seconds: 60, failure_threshold: 1 },
    });
    assert.equal(updated_at, world.ports.clock.now().toISOString());
    assert.deepInclude(await client.find(id), { name: 'Summer', rate_limit_per_second: 9 });
  });

  it('change nothing else, and nothing when a part is wrong', async () => {
    const campaign = await made();
    const foreign = { state: 'completed', org_id: 'x', processed_rows: 9, source_id: 'x', created_by: 'eve' };
    const { updated_at: _, ...rest } = campaign;
    assert.deepInclude((await patch(campaign.campaign_id, foreign)).body as object, rest);
    const half = { name: 'Summer', schedule_config: { timezone: 'Mars/Base' } };
    assert.equal((await patch(campaign.campaign_id, half)).status, 422);
    assert.equal((await client.find(campaign.campaign_id)).name, 'Spring');
    assert.equal((await patch('none', { name: 'Summer' })).status, 404);
  });

  it('change in every state, and the next dial follows them', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => `+14155550${200 + at}`);
    const { campaign_id: id } = await client.plan(numbers, { max_concurrency: 1, retry_config: { enabled: false } });
    const { dialled } = world.ports.carriers.carrier('plivo');
    await client.move(id, 'start');
    await passUntil(world, () => dialled.length === 1);
    assert.equal((await patch(id, { max_concurrency: 12, rate_limit_per_second: 20 })).status, 200);
    await passUntil(world, () => dialled.length === 12);
    await client.move(id, 'pause');
    assert.deepInclude((await patch(id, { name: 'While paused' })).body as object, { state: 'paused' });
    await client.move(id, 'resume');
    await passUntil(world, async () => (await client.runs(id)).length === 12);
    for (const number of numbers) await client.end(id, number, 'answered');
    assert.deepInclude((await patch(id, { name: 'Over' })).body as object, { state: 'completed', name: 'Over' });
  });
});

async function* once(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
