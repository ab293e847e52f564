import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import type { Answer, RequestParts } from '../support/client.ts';
import { type DescribedOperation } from './described-operations.ts';
import { openAgentFixture } from '../support/agent-fixture.ts';
import type { Inventory } from '../support/inventory.ts';
import { answerCall, attachNumber, createCampaign } from '../support/telephony-resources.ts';
import { PING_SUITE } from '../support/rehearsed-tables.ts';
import { pingTool } from '../support/fake-tools.ts';
import { testConfig } from '../support/providers.ts';
import { type Meaningful } from './schema-values.ts';
import { invited } from '../support/staff.ts';
import { INTERNAL_KEY, type World } from '../support/world.ts';
import { answerWith } from '../domain/calls/answer-example.ts';

/** Operations with versions as numbers: elsewhere they are in paths. */
const NUMBERED_VERSIONS = /Canary|WebCall|RehearsalRun/;

/** Operations with fields that only the runtime may send. */
const OF_THE_RUNTIME: readonly string[] = ['updateCall', 'updateCallByProviderSid'];

/** One operation, requested by a super admin, or the runtime, in a separate organisation. */
export interface BodyStage {
  readonly operation: DescribedOperation;
  readonly meaningful: Meaningful;
  ask(sent: RequestParts): Promise<Answer>;
  read(path: string): Promise<Answer>;
  /** What is stored when the work in the background is done that a request leaves. */
  stored(): Promise<Inventory>;
  /** What is stored now. After a request that was refused it is as before. */
  storedNow(): Promise<Inventory>;
}

export async function openBodyStage(world: World, operation: DescribedOperation): Promise<BodyStage> {
  const { ports } = world;
  const fixture = await openAgentFixture(world, `ada-${operation.id.toLowerCase()}`);
  const ben = await invited(world, fixture, `ben-${operation.id.toLowerCase()}`);
  const callId = await fixture.registerCall();
  await world.ask('POST', '/api/v1/users/forgot-password', { body: { email: ben.email } });
  await world.ports.mailQueue.flush();
  const number = await attachNumber(world, fixture, fixture.agentId);
  const phone = await answerCall(world, fixture);
  const campaign = await createCampaign(world, fixture, phone.agentId);
  await fixture.ask('POST', '/auth', { body: { provider: 'test_stt', auth: { api_key: 'k' } } });
  const config = { ...testConfig(), tools: [pingTool()] };
  await fixture.ask('PATCH', `/agents/${fixture.agentId}`, { body: { config } });
  await fixture.ask('PUT', `/agents/${fixture.agentId}/draft`, { body: { config: testConfig() } });
  const canary = { share_percent: 10 };
  if (operation.id === 'promoteAgentCanary') await fixture.post(`/agents/${fixture.agentId}/canary`, canary);
  const endpoint = { url: 'https://hooks.example.com/events', event_types: ['tool.failed'] };
  const { body } = await fixture.ask('POST', '/event-endpoints', { body: endpoint });
  const suite = await fixture.post<{ suite_id: string; source: string }>('/rehearsal-suites', {
    ...{ agent_id: fixture.agentId, source: PING_SUITE },
  });
  const seen = (await ports.calls.find(fixture.org_id, callId))!;
  await ports.calls.update(fixture.org_id, callId, seen, { answers: [answerWith('When?')] });
  const artifact = (name: string) =>
    [callId, phone.callId].map((call) => `${ports.objects.root}${fixture.org_id}/${call}/${name}`);
  const meaningful = {
    email: [fixture.email, ben.email, `new-${operation.id}@example.com`],
    ...{ password: [fixture.password], token: [ports.mailer.lastToken()], org_id: [fixture.org_id], role: ['member'] },
    agent_id: operation.id === 'createCampaign' ? [phone.agentId] : [fixture.agentId, phone.agentId],
    ...{ call_id: [callId], provider_call_sid: [phone.sid], answer_number: ['1'] },
    version: NUMBERED_VERSIONS.test(operation.id) ? [1] : ['1'],
    ...{ from_number: [phone.number], suite_id: [suite.suite_id] },
    // Elsewhere it is where something came from.
    source: operation.id.includes('Suite') ? [suite.source] : [],
    ...{ only: [['a table']], compare: ['published'], cost_limit: ['2.50'] },
    to_number: ['+14155550100'],
    provider: ['test_stt', 'plivo'],
    phone_number: [number],
    auth: [{ api_key: 'k' }],
    ...{ allowed_hosts: [['models.example.com']], hosts: [['api.example.com']], tool_name: ['ping'] },
    ...{ endpoint_id: [(body as { endpoint_id: string }).endpoint_id], url: [endpoint.url] },
    ...{ campaign_id: [campaign.campaign_id], source_id: [campaign.source_id], source_type: ['csv'] },
    ...{ timezone: ['Europe/Berlin'], timezone_column: ['timezone'] },
    ...{ column: ['name'], expiry_column: ['agreed_until'], max_concurrency: [5] },
    ...{ caller_id_pool: [{ numbers: [phone.number] }], variants: [null], by_analysis: [null] },
    slots: [[{ day_of_week: 0, start_time: '09:00', end_time: '24:00' }]],
    ...{ call_response: ['busy', 'no-answer'], telephony_provider: [null] },
    ...{ config: [testConfig()], custom_variables: [{ name: 'Ada', guests: [{ age: 7 }] }] },
    breakdowns: [[{ user_turn_start_time: 1, ttfb: [{ processor: 'LLM', duration_secs: 0.5 }] }]],
    ...{ recording_url: artifact('recording.wav'), transcript_url: artifact('transcript.txt') },
    ...momentsOf(['end_time_utc', 'heard_at'], ports.clock.now()),
  };
  const filled = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named(meaningful, name) ?? `no-${name}`);
  const bot = { email: BOT_EMAIL, org_id: fixture.org_id, role: 'admin' } as const;
  const token = OF_THE_RUNTIME.includes(operation.id) ? ports.tokens.issue(bot) : fixture.token;
  const credential = { token: { token }, key: { key: INTERNAL_KEY }, none: {} }[operation.credential ?? 'none'];
  return {
    operation,
    meaningful,
    ask: (sent) => world.ask(operation.method, filled(operation.path), { ...credential, ...sent }),
    read: (path) => world.ask('GET', filled(path), { token: fixture.token }),
    // Web pages that were added are checked in the background.
    stored: () => ports.pageWorker.tick().then(() => ports.documents.everything()),
    storedNow: () => ports.documents.everything(),
  };
}

const momentsOf = (names: readonly string[], now: Date): Meaningful =>
  Object.fromEntries(names.map((name) => [name, [now.toISOString()]]));

/** The text that stands for a parameter of a path. */
function named(meaningful: Meaningful, name: string): string | null {
  const [value] = meaningful[name] ?? [];
  return typeof value === 'string' ? value : null;
}
