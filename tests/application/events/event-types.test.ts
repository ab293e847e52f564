import { assert } from 'chai';
import { eventUseCases } from '../../../application/events/index.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { callCost } from '../../../domain/costs/call-cost.ts';
import { EVENT_TYPES, TEST_EVENT, type EventType } from '../../../domain/events/recorded-event.ts';
import { openCampaignFixture, type CampaignFixture } from '../campaigns/campaign-fixture.ts';
import { complaintAbout, describedEvents } from '../../support/event-bodies.ts';
import { eventually } from '../../support/eventually.ts';
import { ADA, BOT } from '../telephony-fixture.ts';

interface Body {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('events', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  const subscribe = (...event_types: EventType[]) =>
    eventUseCases(fixture.ports).createEndpoint(ADA, { url: 'https://crm.example.com/', event_types });
  const sent = () => fixture.ports.eventSender.sent.map(({ body }) => JSON.parse(body) as Body);
  const arrive = (count: number) =>
    eventually(async () => {
      await fixture.ports.eventRelay.tick();
      await fixture.ports.deliveryEngine.tick();
      return sent().length >= count;
    }, `${count} events`);

  it('are all described in openapi.yaml, and nothing else is', () => {
    assert.sameMembers(describedEvents(), [...EVENT_TYPES, TEST_EVENT]);
    assert.equal(complaintAbout('{"type":"call.began"}'), 'call.began is not described');
    assert.match(complaintAbout('{"type":"agent.updated","timestamp":"","data":{}}') ?? '', /agent_id/);
  });

  it('are as openapi.yaml describes them also about the campaign of callbacks, whose id is longer than others', async () => {
    await subscribe('call.started', 'call.ended', 'campaign.state_changed', 'campaign.contact_finished');
    const { call_id } = await fixture.call();
    const { campaign_id } = await fixture.campaigns.scheduleCallback(ADA, call_id, { in_minutes: 1 });
    await fixture.pass(62_000);
    await fixture.calls.update(BOT, fixture.carrier.dialled[1]!.callId, { status: 'in_progress' });
    await fixture.end(1, 'answered');
    await arrive(5);
    for (const { body } of fixture.ports.eventSender.sent) assert.isNull(complaintAbout(body), body);
    assert.sameMembers(
      sent().map(({ type, data }) => `${type} ${data['campaign_id'] === campaign_id}`),
      [
        ...['campaign.state_changed true', 'call.started true', 'call.ended true'],
        ...['campaign.contact_finished true', 'campaign.state_changed true'],
      ],
    );
  });

  it('tell each change of state of a campaign, with the campaign as it was then', async () => {
    await subscribe('campaign.state_changed');
    const campaign = await fixture.plan(1, { retry_config: { enabled: false } });
    const { campaign_id } = campaign;
    for (const command of ['start', 'pause', 'resume'] as const) {
      const moved = fixture.campaigns.move(ADA, campaign_id, command);
      await fixture.pass(10_000);
      await moved;
    }
    await fixture.end(0, 'answered');
    await arrive(4);
    assert.deepEqual(
      sent().map(({ data }) => [data['previous_state'], (data['campaign'] as { state: string }).state]),
      [
        ['created', 'running'],
        ['running', 'paused'],
        ['paused', 'running'],
        ['running', 'completed'],
      ],
    );
    assert.deepEqual(sent()[3]!.data['campaign'], JSON.parse(JSON.stringify(await fixture.find(campaign))));
  });

  it('tell that the breaker of a campaign that probes trips, trips again, and closes', async () => {
    await subscribe('campaign.breaker_changed', 'campaign.state_changed');
    await fixture.launch(9, {
      ...{ max_concurrency: 1, retry_config: { enabled: false } },
      circuit_breaker: { failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 1, probe_after_seconds: 30 },
    });
    await fixture.pass(100);
    await fixture.end(0, 'failed');
    await fixture.pass(32_000);
    await fixture.end(1, 'failed');
    await fixture.pass(62_000);
    await fixture.end(2, 'answered');
    await arrive(4);
    const tripsOf = ({ data }: Body) =>
      (data['campaign'] as Campaign).orchestrator_metadata.breaker_state?.trips ?? null;
    assert.deepEqual(
      sent().map((body) => [body.type, body.data['breaker'] ?? body.data['previous_state'], tripsOf(body)]),
      [
        ['campaign.state_changed', 'created', null],
        ['campaign.breaker_changed', 'tripped', 1],
        ['campaign.breaker_changed', 'tripped', 2],
        ['campaign.breaker_changed', 'closed', null],
      ],
    );
    assert.isNull(complaintAbout(fixture.ports.eventSender.sent[2]!.body));
  });

  it('tell once when a contact is not called again, with its outcome and its last call', async () => {
    await subscribe('campaign.contact_finished');
    const campaign = await fixture.launch(2, { retry_config: { max_retries: 1, retry_delay_seconds: 30 } });
    await fixture.pass(1_000);
    await fixture.end(0, 'no_answer');
    await fixture.end(1, 'answered');
    await fixture.pass(31_000);
    await Promise.all([fixture.end(2, 'busy'), fixture.end(2, 'busy')]);
    await arrive(2);
    const [, second, third] = fixture.carrier.dialled;
    const contact = (index: number, more: object) => ({
      ...{ contact_index: index, context_variables: { name: `Name ${index}` } },
      ...more,
    });
    const about = { campaign_id: campaign.campaign_id };
    assert.sameDeepMembers(
      sent().map(({ data }) => data),
      [
        {
          ...{ ...about, call_id: second!.callId },
          contact: contact(1, { phone_number: second!.to, outcome: 'answered', attempts: 1 }),
        },
        {
          ...{ ...about, call_id: third!.callId },
          contact: contact(0, { phone_number: third!.to, outcome: 'busy', attempts: 2 }),
        },
      ],
    );
    const { event_deliveries: stored = [] } = await fixture.ports.documents.everything();
    assert.sameMembers(
      (stored as { call_id: string }[]).map(({ call_id }) => call_id),
      [second!.callId, third!.callId],
      'they are erased with their calls',
    );
  });

  it('name the fields of an agent that changed, and skip changes that change nothing', async () => {
    await subscribe('agent.updated');
    const { agent_id } = fixture.agent;
    await fixture.agents.update(ADA, agent_id, { name: fixture.agent.name });
    await fixture.agents.update(ADA, agent_id, { name: 'Night desk', status: 'archived' });
    await arrive(1);
    const { config: _config, telephony: _telephony, ...shown } = await fixture.agents.find(ADA, agent_id);
    assert.deepEqual(
      sent().map(({ data }) => data),
      [{ agent_id, changed_fields: ['name', 'status'], agent: shown }],
    );
  });

  it('are sent though what they are about is deleted right afterwards', async () => {
    await subscribe('agent.updated', 'campaign.state_changed', 'campaign.contact_finished');
    const campaign = await fixture.launch(1, { retry_config: { enabled: false } });
    await fixture.pass(1_000);
    await fixture.end(0, 'answered');
    await fixture.pass(1_000);
    const deleted = fixture.campaigns.delete(ADA, campaign.campaign_id);
    await fixture.pass(30_000);
    await deleted;
    const { agent_id } = await fixture.agents.create(ADA, {
      ...fixture.agent,
      name: 'Short-lived',
      agent_category: 'websocket',
    });
    await fixture.agents.update(ADA, agent_id, { name: 'Night desk' });
    await fixture.agents.delete(ADA, agent_id);
    await arrive(4);
    assert.sameMembers(
      sent().map(({ type, data }) =>
        [type, (data['campaign'] as { state?: string } | undefined)?.state].join(' ').trim(),
      ),
      [
        'campaign.state_changed running',
        'campaign.contact_finished',
        'campaign.state_changed completed',
        'agent.updated',
      ],
    );
    const { removed_outboxes: left } = await fixture.ports.documents.everything();
    assert.isEmpty(left);
  });

  it('tell once when a threshold of the budget is reached, with what was spent then', async () => {
    const { ports } = fixture;
    await subscribe('budget.threshold_reached');
    const spend = async (call_id: string) => {
      const about = {
        org_id: 'o1',
        call_id,
        agent_id: 'a',
        campaign_id: null,
        created_at: ports.clock.now().toISOString(),
      };
      const usage = { kind: 'tts', provider: 'elevenlabs', model: 'eleven_flash_v2_5', metric: 'characters' } as const;
      const rated = { table: ports.prices, now: ports.clock.now() };
      await ports.callCosts.add(callCost(about as CallLog, 'conversation', [{ ...usage, quantity: 1_000 }], rated));
      await ports.costRollup.tick();
    };
    await spend('one');
    const budget = { amount: '0.20', warn_at_percent: [20, 50], hard_stop: true };
    await ports.costUseCases.setBudget(ADA, 'o1', budget);
    await spend('two');
    await spend('three');
    await spend('four');
    await arrive(3);
    assert.deepEqual(
      sent().map(({ data }) => [data['percent'], data['spent'], data['is_stopped']]),
      [
        [20, '0.05', false],
        [50, '0.10', false],
        [100, '0.20', true],
      ],
    );
    assert.deepInclude(sent()[0]!.data, { org_id: 'o1', amount: '0.20', currency: 'USD', hard_stop: true });
  });
});
