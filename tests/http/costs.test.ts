import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { invited } from '../support/staff.ts';
import { openWorld, type World } from '../support/world.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
/** 0.05 USD. */
const SPEECH = {
  kind: 'tts',
  provider: 'elevenlabs',
  model: 'eleven_flash_v2_5',
  metric: 'characters',
  quantity: 1_000,
};
const UNPRICED = { kind: 'llm', provider: 'acme', model: 'huge', metric: 'output_tokens', quantity: 40 };
const DAY_MS = 86_400_000;

interface Report {
  readonly from: string;
  readonly to: string;
  readonly total: number;
  readonly totals: readonly Group[];
  readonly groups: readonly Group[];
}
type Group = Readonly<Record<string, unknown>>;
interface BudgetBody {
  readonly amount: string | null;
  readonly hard_stop: boolean;
  readonly updated_by: string | null;
  readonly spent: Group;
  readonly reached: readonly { readonly percent: number }[];
  readonly is_stopped: boolean;
}

let world: World;
let ada: AgentFixture;
/** Opens a world for each test of this suite. */
function inWorlds(): void {
  beforeEach(async () => (ada = await openAgentFixture((world = await openWorld()), 'ada')));
}

/** A call that has ended with this usage, with its cost in the sums. */
async function ended(usage: readonly object[], agentId = ada.agentId): Promise<string> {
  const call = await ada.ask('POST', '/calls/web', { body: { agent_id: agentId } });
  const { call_id } = call.body as { call_id: string };
  await ada.ask('PUT', `/calls/${call_id}/metrics`, { body: { ...METRICS, vendor_usage: usage } });
  await ada.ask('PATCH', `/calls/${call_id}`, { body: { status: 'completed' } });
  await world.ports.costRollup.tick();
  return call_id;
}
const costs = async (query = '', from = ada) => (await from.ask('GET', `/costs${query}`)).body as Report;
/** Lets days pass, and logs in again: sessions have ended by then. */
async function daysPass(days: number): Promise<void> {
  world.ports.clock.advance(days * DAY_MS);
  const { email, password } = ada;
  const { body } = await world.ask('POST', '/api/v1/users/login', { body: { email, password } });
  const { access_token: token } = body as { access_token: string };
  ada = { ...ada, ask: (method, path, sent) => world.ask(method, `/api/v1${path}`, { token, ...sent }) };
}
/** The fields of each group, in their order. */
const shown = ({ groups }: Report, ...fields: readonly string[]): unknown[][] =>
  groups.map((group) => fields.map((field) => group[field]));

describe('GET /costs', () => {
  inWorlds();

  it('sums by month, agent, campaign and vendor, and says what is estimated and what has no price', async () => {
    const agent = { name: 'Night desk', agent_category: 'websocket', config: testConfig() };
    const { agent_id: other } = await ada.post<{ agent_id: string }>('/agents', agent);
    await ended([SPEECH, UNPRICED]);
    await ended([{ ...SPEECH, estimated: true }], other);
    await ended([SPEECH, SPEECH], other);
    const byAgent = await costs('?group_by=agent');
    assert.deepEqual(shown(byAgent, 'agent_id', 'agent_name', 'amount', 'estimated_share', 'calls', 'unpriced_calls'), [
      [other, 'Night desk', '0.15', 0.3333, 2, 0],
      [ada.agentId, 'Desk', '0.05', 0, 1, 1],
    ]);
    const month = world.ports.clock.now().toISOString().slice(0, 7);
    const total = { currency: 'USD', amount: '0.20', estimated_amount: '0.05', estimated_share: 0.25 };
    assert.deepEqual(byAgent.totals, [{ ...total, calls: 3, unpriced_calls: 1 }]);
    assert.deepEqual([byAgent.from, byAgent.to, byAgent.total], [month, month, 2]);
    assert.deepEqual(shown(await costs(), 'month', 'amount', 'calls'), [[month, '0.20', 3]]);
    const byCampaign = await costs('?group_by=campaign');
    assert.deepEqual(shown(byCampaign, 'campaign_id', 'campaign_name', 'amount'), [[null, null, '0.20']]);
    const vendors = await costs('?group_by=vendor');
    assert.deepEqual(shown(vendors, 'kind', 'provider', 'model', 'metric', 'quantity', 'amount', 'calls'), [
      ['tts', 'elevenlabs', 'eleven_flash_v2_5', 'characters', 4_000, '0.20', 3],
      ['llm', 'acme', 'huge', 'output_tokens', 40, '0.00', 1],
    ]);
    assert.deepEqual(shown(await costs(`?group_by=agent&agent_id=${other}`), 'amount'), [['0.15']]);
    assert.deepEqual(shown(await costs('?group_by=agent&limit=1&offset=1'), 'amount'), [['0.05']]);
  });

  it('keeps a call in the sums that is deleted, also before its cost was added, and counts a repeated delivery once', async () => {
    const first = await ended([SPEECH]);
    await ada.ask('PUT', `/calls/${first}/metrics`, { body: { ...METRICS, vendor_usage: [SPEECH, SPEECH] } });
    await ada.ask('DELETE', `/calls/${first}`);
    // The process that takes the cost of this call crashes before it adds it.
    await world.ports.costRollup.stop();
    const { call_id } = await ada.post<{ call_id: string }>('/calls/web', { agent_id: ada.agentId });
    await ada.ask('PUT', `/calls/${call_id}/metrics`, { body: { ...METRICS, vendor_usage: [SPEECH] } });
    await ada.ask('PATCH', `/calls/${call_id}`, { body: { status: 'completed' } });
    assert.deepEqual(shown(await costs(), 'amount'), [['0.05']]);
    assert.equal((await ada.ask('DELETE', `/calls/${call_id}`)).status, 200);
    assert.deepEqual(shown(await costs(), 'amount', 'calls'), [['0.10', 2]]);
    const { call_costs = [], cost_sums = [] } = await world.ports.documents.everything();
    assert.isEmpty(call_costs);
    for (const id of [first, call_id]) assert.notInclude(JSON.stringify(cost_sums), id);
  });

  it('counts a call in the month it was registered, and refuses months that are wrong', async () => {
    await ended([SPEECH]);
    await daysPass(40);
    await ended([SPEECH]);
    const { from, groups } = await costs();
    assert.lengthOf(groups, 2);
    assert.deepEqual(shown(await costs('?group_by=agent'), 'amount'), [['0.05']]);
    assert.deepEqual(shown(await costs(`?group_by=agent&from=${from}`), 'amount'), [['0.10']]);
    for (const query of [
      '?from=2026-13',
      '?to=2026-1',
      '?from=2026-05&to=2026-04',
      '?from=2020-01&to=2026-01',
      '?group_by=call',
    ])
      assert.equal((await ada.ask('GET', `/costs${query}`)).status, 400, query);
  });

  it('has nothing of another organisation', async () => {
    await ended([SPEECH]);
    assert.isEmpty((await costs('?group_by=vendor', await openAgentFixture(world, 'bob'))).groups);
  });
});

describe('the budget of an organisation', () => {
  inWorlds();

  const set = (amount: string | null, more: object = {}) =>
    ada.ask('PUT', `/organisations/${ada.org_id}/budget`, {
      body: { amount, warn_at_percent: [50, 100], hard_stop: true, ...more },
    });
  const budget = async () => (await ada.ask('GET', `/organisations/${ada.org_id}/budget`)).body as BudgetBody;
  const mail = async (): Promise<void> => {
    world.ports.clock.advance(1);
    await world.ports.costUseCases.mailWarnings();
  };
  const dial = () => ada.ask('POST', '/calls/web', { body: { agent_id: ada.agentId } });

  it('warns once at each threshold, stops new calls when it is spent, and allows them when it is raised', async () => {
    assert.deepInclude(await budget(), { amount: null, hard_stop: false, is_stopped: false, updated_by: null });
    assert.equal((await set('0.10')).status, 200);
    await ended([SPEECH, UNPRICED]);
    await mail();
    const [warning] = world.ports.mailer.sent;
    assert.deepInclude(warning, { to: ada.email, subject: '50 % of the budget for 2026-03 is spent' });
    assert.include(
      warning?.text,
      'Organisation of ada has spent 0.05 USD on calls in 2026-03. Its budget is 0.10 USD.',
    );
    assert.include(warning?.text, 'When all of it is spent, no new call starts.');
    await ended([SPEECH]);
    for (let round = 0; round < 3; round += 1) await mail();
    assert.lengthOf(world.ports.mailer.sent, 2);
    assert.include(world.ports.mailer.sent[1]?.text, 'The hard stop is in force');
    const { spent, reached, is_stopped } = await budget();
    assert.deepInclude(spent, { amount: '0.10', calls: 2, unpriced_calls: 1 });
    assert.deepEqual(
      reached.map(({ percent }) => percent),
      [50, 100],
    );
    assert.isTrue(is_stopped);
    const refused = await dial();
    assert.equal(refused.status, 429);
    assert.match(refused.detail as string, /^The budget of 0\.10 USD for 2026-03 is spent, .* An admin can raise/);
    assert.equal((await set('0.19')).status, 200);
    assert.isFalse((await budget()).is_stopped);
    assert.equal((await dial()).status, 201);
    // 53 % of the new amount was announced already; 100 % may be announced again.
    await mail();
    assert.lengthOf(world.ports.mailer.sent, 2);
  });

  it('lets a running call continue, and counts what it costs', async () => {
    const running = (await dial()).body as { call_id: string };
    await set('0.05');
    await ended([SPEECH]);
    assert.equal((await dial()).status, 429);
    const { call_id } = running;
    const claim = await ada.ask('PATCH', `/calls/${call_id}`, { body: { status: 'in_progress' } });
    assert.equal(claim.status, 200);
    await ada.ask('PUT', `/calls/${call_id}/metrics`, { body: { ...METRICS, vendor_usage: [SPEECH] } });
    await world.ports.costRollup.tick();
    assert.deepInclude((await budget()).spent, { amount: '0.10' });
  });

  it('is in force at once when more is spent already, and ends with the month', async () => {
    await ended([SPEECH]);
    await set('0.01', { warn_at_percent: [] });
    assert.equal((await dial()).status, 429);
    assert.deepEqual(
      (await budget()).reached.map(({ percent }) => percent),
      [100],
    );
    await daysPass(31);
    const { spent, reached, is_stopped } = await budget();
    assert.deepInclude(spent, { amount: '0.00', calls: 0 });
    assert.isEmpty(reached);
    assert.isFalse(is_stopped);
    assert.equal((await dial()).status, 201);
    // The mail of the past month was not sent in it.
    await mail();
    assert.isEmpty(world.ports.mailer.sent);
  });

  it('warns and stops nothing without a hard stop, and is removed by an amount of null', async () => {
    await set('0.01', { hard_stop: false });
    await ended([SPEECH]);
    assert.equal((await dial()).status, 201);
    assert.deepInclude((await set(null)).body as object, { amount: null, reached: [], warn_at_percent: [80, 100] });
  });

  it('mails every admin and no member, and again after five minutes when no mail is accepted', async () => {
    const adam = await invited(world, ada, 'adam');
    await invited(world, ada, 'mem');
    await world.ports.memberships.changeRole(ada.org_id, adam.email, ['member'], 'admin');
    await set('1.00', { warn_at_percent: [1], hard_stop: false });
    await ended([SPEECH]);
    const { mailer, clock } = world.ports;
    const send = mailer.send.bind(mailer);
    Object.assign(mailer, { send: () => Promise.reject(new Error('away')) });
    await mail();
    Object.assign(mailer, { send });
    await mail();
    assert.isEmpty(mailer.sent);
    clock.advance(5 * 60_000 + 1);
    await Promise.all([mail(), mail()]);
    assert.sameMembers(
      mailer.sent.map(({ to }) => to),
      [ada.email, adam.email],
    );
  });

  it('refuses amounts and thresholds that are wrong', async () => {
    for (const amount of ['-1', '1.234', 'ten', '1e3', '1234567890', ''])
      assert.equal((await set(amount)).status, 422, amount);
    for (const percents of [[0], [1.5], [201], Array.from({ length: 11 }, (_, at) => at + 1)])
      assert.equal((await set('1', { warn_at_percent: percents })).status, 422, String(percents));
    assert.equal((await set('999999999.99')).status, 200);
  });
});
