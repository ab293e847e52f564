import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { newQueuedRun, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { retryConfig } from '../../domain/campaigns/retry-policy.ts';
import type { AnswerRecord } from '../../domain/calls/answer-record.ts';
import { detailKey, rehearsalRecordingKey } from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import { newAnalysisRun } from '../../domain/calls/analysis-run.ts';
import { inboundCall } from '../../domain/calls/call-log.ts';
import { attached, newNumber } from '../../domain/telephony/phone-number.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { callAnalysis } from '../domain/calls/analysis-example.ts';
import { connects } from '../domain/voice/conversation-table.ts';
import { logText } from '../domain/voice/logged-calls.ts';
import { EXAMPLE_DETAIL, exampleConversation, rehearsalRun } from '../contracts/rehearsal-examples.ts';
import { PING_SUITE } from '../support/rehearsed-tables.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { pingTool } from '../support/fake-tools.ts';
import { testConfig } from '../support/providers.ts';
import type { World } from '../support/world.ts';
import type { Names } from './named-operations.ts';
import { eventually } from '../support/eventually.ts';

const USAGE = { kind: 'llm', provider: 'test_llm', model: 'small', metric: 'input_tokens', quantity: 7 };
const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};

const ANSWER: AnswerRecord = {
  ...{ number: 1, at: '2026-01-31T09:30:00.000Z', question: 'When?', answer: 'At nine.' },
  ...{ lookup: 'not_searched', sources: [] },
};

/** An organisation that has one of everything, and what its things are called where the contract asks for them. */
export interface FilledOrganisation {
  readonly fixture: AgentFixture;
  readonly names: Names;
  /** What it is called instead where it has to be on the telephone. */
  readonly phone: Names;
}

/** Operations that need an agent on the telephone. */
export const ON_THE_TELEPHONE = [
  'startOutboundCall',
  'registerInboundCall',
  'createCampaign',
  'attachPhoneNumber',
  'getAgentPhoneNumber',
];

/** Signs a user up whose organisation has one object of each type; `place` makes its number unique. */
export async function fillOrganisation(world: World, name: string, place: number): Promise<FilledOrganisation> {
  const { ports } = world;
  const fixture = await openAgentFixture(world, name);
  const { org_id, agentId, email } = fixture;
  const number = `+1555010000${place}`;
  const sid = crypto.randomUUID();
  const campaignId = crypto.randomUUID();
  const source = `${org_id}/campaigns/${crypto.randomUUID()}/list.csv`;
  const callId = await fixture.registerCall();
  const artifact = (file: string): string => `${ports.objects.root}${org_id}/${callId}/${file}`;
  for (const file of ['recording.wav', 'transcript.txt']) await keep(world, `${org_id}/${callId}/${file}`, 'sound');
  await keep(world, `${org_id}/${callId}/inputs.ndjson`, logText([[0, connects]]));
  await keep(world, source, 'phone_number\n+14155550101\n');
  const urls = { recording_url: artifact('recording.wav'), transcript_url: artifact('transcript.txt') };
  await fixture.ask('PATCH', `/calls/${callId}`, { body: urls });
  await ports.calls.update(org_id, callId, (await ports.calls.find(org_id, callId))!, { answers: [ANSWER] });
  await fixture.ask('PUT', `/calls/${callId}/metrics`, { body: { ...METRICS, vendor_usage: [USAGE] } });
  if (name === 'ada')
    await fixture.ask('POST', '/auth', { body: { provider: 'test_llm', auth: { api_key: 'of ada' } } });
  const secretName = `key_of_${name}`;
  await fixture.ask('POST', '/tool-secrets', {
    body: { name: secretName, value: `secret of ${name}`, hosts: ['api.example.com'] },
  });
  const endpoint = { url: 'https://crm.example.com/', event_types: ['call.ended'] };
  const { endpoint_id } = (await fixture.ask('POST', '/event-endpoints', { body: endpoint })).body as {
    endpoint_id: string;
  };
  const { body: sent } = await fixture.ask('POST', `/event-endpoints/${endpoint_id}/test`);
  const { body: apiKey } = await fixture.ask('POST', '/api-keys', { body: { name: 'CRM', scopes: ['agents.read'] } });
  const provider = { issuer: 'https://login.acme.example', client_id: 'voice', client_secret: `sso of ${name}` };
  const { body: connection } = await fixture.ask('POST', '/sso-connections', {
    body: { ...provider, domain: `${name}.example` },
  });
  await fixture.ask('PATCH', `/agents/${agentId}`, { body: { config: { ...testConfig(), tools: [pingTool()] } } });
  const otherTool = { ...pingTool(), description: 'Another description' };
  await fixture.ask('PUT', `/agents/${agentId}/draft`, { body: { config: { ...testConfig(), tools: [otherTool] } } });
  await fixture.ask('POST', `/agents/${agentId}/canary`, { body: { share_percent: 10 } });
  await fixture.ask('POST', '/suppressions', { body: { phone_number: number } });
  const { body: erasure } = await fixture.ask('POST', '/erasures', { body: { phone_number: '+14155550199' } });
  const phoneAgent = await onTheTelephone(fixture);
  const pending = newNumber({ phone_number: number, provider: 'plivo', org_id }, new Date(0));
  await ports.phoneNumbers.add(attached(pending, phoneAgent, { byEmail: email, now: new Date(0) }));
  await ports.agents.update(org_id, phoneAgent, { linked_phone_number: number });
  await ports.callAnalyses.add(callAnalysis({ org_id, call_id: callId, agent_id: agentId, status: 'done' }));
  const facts = { run_id: crypto.randomUUID(), org_id, created_by: email, now: ports.clock.now() };
  await ports.analysisRuns.add(newAnalysisRun({}, facts));
  const suite = { agent_id: agentId, source: PING_SUITE };
  const { body: kept } = await fixture.ask('POST', '/rehearsal-suites', { body: suite });
  const { suite_id } = kept as { suite_id: string };
  await rehearsed(world, { ...facts, suite_id, agent_id: agentId }, place);
  await ports.calls.add(ringing(fixture, sid, number));
  await ports.campaigns.add(campaignOf(fixture, campaignId, source), newDialState(false));
  const callback = callbackOf(fixture);
  await ports.runs.addAll([callback]);
  const documentId = await uploaded(world, fixture);
  const names = {
    org_id,
    email,
    agent_id: agentId,
    call_id: callId,
    provider_call_sid: sid,
    campaign_id: campaignId,
    callback_id: callback.queued_run_id,
    source_id: source,
    document_id: documentId,
    document_ids: [documentId],
    phone_number: number,
    from_number: number,
    provider: 'test_llm',
    secret_name: secretName,
    endpoint_id,
    event_id: (sent as { event_id: string }).event_id,
    run_id: facts.run_id,
    suite_id,
    conversation_id: `a${place}`,
    erasure_id: (erasure as { erasure_id: string }).erasure_id,
    key_id: (apiKey as { key_id: string }).key_id,
    connection_id: (connection as { connection_id: string }).connection_id,
    actor: email,
    ...urls,
  };
  return { fixture, names, phone: { agent_id: phoneAgent, provider: 'plivo', provider_call_sid: crypto.randomUUID() } };
}

/** A run of a suite that is over, with a recording. */
async function rehearsed(
  world: World,
  {
    now: _now,
    ...run
  }: Pick<RehearsalRun, 'org_id' | 'run_id' | 'suite_id' | 'agent_id' | 'created_by'> & { readonly now: Date },
  position: number,
): Promise<void> {
  const { rehearsalRuns, rehearsedConversations } = world.ports;
  const place = { org_id: run.org_id, run_id: run.run_id, side: 'a', position } as const;
  await rehearsalRuns.add({ ...rehearsalRun(run.run_id), ...run, state: 'completed' });
  await rehearsedConversations.add({ ...exampleConversation('a', position), ...place, has_recording: true });
  await keep(world, rehearsalRecordingKey(place), 'sound');
  await keep(world, detailKey(place), JSON.stringify(EXAMPLE_DETAIL));
}

/** An agent of the organisation that is on the telephone. */
async function onTheTelephone({ ask }: AgentFixture): Promise<string> {
  await ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
  const agent = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
  return ((await ask('POST', '/agents', { body: agent })).body as { agent_id: string }).agent_id;
}

async function keep({ ports }: World, key: string, content: string): Promise<void> {
  const bytes = Buffer.from(content);
  await ports.objects.put(key, once(bytes), { size: bytes.length, contentType: 'text/plain' });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A callback that waits. */
function callbackOf({ org_id, email }: AgentFixture): QueuedRun {
  const at = '2030-01-01T00:00:00.000Z';
  const contact = { contact_index: 1_000_000_000, phone_number: '+14155550142', context_variables: {}, attempt: 0 };
  const agreed = { call_id: 'c1', source: 'api', requested_by: email, requested_at: at, at, timezone: 'UTC' } as const;
  const run = {
    queued_run_id: crypto.randomUUID(),
    campaign_id: crypto.randomUUID(),
    org_id,
    not_before: at,
    ...contact,
  };
  return {
    ...newQueuedRun(run, new Date(0)),
    ...{ callback: { ...agreed, note: null }, callback_org: org_id, callback_at: at },
  };
}

const ringing = ({ org_id, agentId }: AgentFixture, provider_call_sid: string, to_number: string) =>
  inboundCall({
    call_id: crypto.randomUUID(),
    org_id,
    agent_id: agentId,
    agent_name: 'Desk',
    telephony_provider: 'plivo',
    provider_call_sid,
    from_number: '+14155552671',
    to_number,
    now: new Date(0),
  });

const campaignOf = ({ org_id, agentId, email }: AgentFixture, campaign_id: string, source_id: string): Campaign =>
  newCampaign({
    campaign_id,
    org_id,
    name: 'Spring',
    agent_id: agentId,
    source_type: 'csv',
    source_id,
    total_rows: 1,
    rate_limit_per_second: 1,
    retry_config: retryConfig(),
    orchestrator_metadata: { max_concurrency: 1 },
    from_number: null,
    created_by: email,
    now: new Date(0),
  });

/** The id of a document of this organisation that can be asked. */
async function uploaded(world: World, { token, ask }: AgentFixture): Promise<string> {
  const { body } = await sendForm(world, token, fileForm('%PDF-words', 'Hours.pdf'), '/knowledge/upload');
  await eventually(async () => (await ask('GET', '/knowledge')).text.includes('"ready"'), 'a document that is ready');
  return (body as { document_id: string }).document_id;
}

/** Values for what names nothing of an organisation, where a request needs it. */
export const PLAIN: Names = {
  name: 'Taken over',
  scopes: ['agents.read'],
  expires_at: null,
  tool_name: 'ping',
  version: '2',
  runs: 1,
  arguments: {},
  variables: {},
  status: 'failed',
  event_types: ['call.ended'],
  owner: 'runtime',
  answer_number: '1',
  conversation_id: 'a1',
  number: 1,
  heard_at: '2026-03-02T09:00:00.000Z',
  password: 'a good password',
  to_number: '+14155550123',
  agent_category: 'websocket',
  config: { ...testConfig(), tools: [pingTool()] },
  question: 'When are you open?',
  url: 'https://example.com/',
  refresh: 'daily',
  auth: { api_key: 'k' },
  summary: METRICS.summary,
  transport: METRICS.transport,
  turns: METRICS.turns,
  latencies: METRICS.latencies,
};
