import { systemClock } from '../../adapters/system/clock.ts';
import type { VoiceAgent } from '../../application/runtime/rehearsal/suite-plan.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallRecord } from '../../domain/rehearsal/call-record.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';
import { CARRIERS, carrierToken, webhooksOf, type StoredTelephony } from '../lib/agent-webhooks.ts';
import { carrierCalls } from '../lib/carrier-call.ts';
import type { InstallationApi } from '../lib/installation-api.ts';
import type { InstalledModels } from './rehearsal-models.ts';
import { placedWords } from './placed-words.ts';
import { actingProblems, actingTools } from './acting-tools.ts';
import { installedVersion, versionPath, type AgentChoice } from './rehearsed-agent.ts';
import { runSocketCall } from './socket-call.ts';
import { storedCall, type StoredCall } from './stored-call.ts';
import { runTelephoneCall } from './telephone-call.ts';

type InstalledAgent = Agent & { readonly telephony: StoredTelephony };

export interface VoiceSources {
  readonly api: () => Promise<InstallationApi>;
  readonly models: Pick<InstalledModels, 'transcription'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly suite: Suite;
}

const REMARK = 'The caller spoke in real time. What the agent costs is in the cost of its calls.';
/** The number that is called unless the suite says another. */
const NUMBER = '+15550100000';
/** Of the newest calls of an agent that many are looked through for one. */
const NEWEST = 100;

/** An agent of an installation, called as its category says. Throws an error that says what to do. */
export async function installedVoiceAgent(choice: AgentChoice, sources: VoiceSources): Promise<VoiceAgent> {
  const api = await sources.api();
  const agent = await api.json<InstalledAgent>(`/agents/${encodeURIComponent(choice.source)}`);
  return agent.agent_category === 'telephony'
    ? telephoneAgent(api, agent, choice, sources)
    : browserAgent(api, agent, choice);
}

async function browserAgent(
  api: InstallationApi,
  agent: InstalledAgent,
  { version }: AgentChoice,
): Promise<VoiceAgent> {
  const { agent_id, name } = agent;
  const tried = version === null ? {} : version === 'draft' ? { draft: true } : { version: Number(version) };
  const config = version === null ? null : await api.json<Pick<Agent, 'config'>>(versionPath(agent_id, version));
  const acting = await actingTools(api, { ...agent, ...config });
  const of = version === null ? '' : version === 'draft' ? ', draft' : `, version ${version}`;
  return {
    title: `${name}${of}, by voice`,
    level: 'voice',
    installed: installedVersion(agent, version),
    remark: REMARK,
    problems: ({ live }) => actingProblems(acting, live),
    async talk(call) {
      const variables = call.conversation.custom_variables;
      const { call_id, ticket, socket_url } = await api.post<{
        readonly call_id: string;
        readonly ticket: string;
        readonly socket_url: string | null;
      }>('/calls/web', { agent_id, ...tried, ...(variables && { custom_variables: variables }) });
      if (socket_url === null) throw new Error('The API does not know the runtime: set VOICE_SERVER_BASE_URL there');
      const socket = new URL(socket_url);
      socket.searchParams.set('ticket', ticket);
      const record = await runSocketCall(socket.href, call);
      return withStored(record, await storedCall(api, () => api.json<CallLog>(`/calls/${call_id}`)));
    },
  };
}

async function telephoneAgent(
  api: InstallationApi,
  agent: InstalledAgent,
  { version }: AgentChoice,
  { models, env, suite: { telephone = {} } }: VoiceSources,
): Promise<VoiceAgent> {
  const { agent_id, org_id, name, telephony } = agent;
  if (version !== null)
    throw new Error(`Versions and drafts are tried in the browser only: ${name} is an agent for telephones`);
  const webhooks = webhooksOf(telephony);
  if (!webhooks || !CARRIERS.includes(webhooks.provider))
    throw new Error(`${name} is at no carrier that can be simulated: those are ${CARRIERS.join(' and ')}`);
  const acting = await actingTools(api, agent);
  const clock = systemClock();
  const token = await carrierToken(api, webhooks.provider, env);
  const { number = NUMBER, stt = { provider: 'local', mode: 'open' } } = telephone;
  const place = carrierCalls({ webhooks, number, token, clock });
  const newest = `/calls/org/${org_id}?agent_id=${agent_id}&limit=${NEWEST}`;
  return {
    title: `${name}, by telephone`,
    level: 'telephone',
    installed: installedVersion(agent, version),
    remark: REMARK,
    problems: (suite) => [...actingProblems(acting, suite.live), ...variableProblems(suite)],
    async talk(call) {
      const target = { clock, token, place, openTranscription: models.transcription(stt) };
      const { callId, record } = await runTelephoneCall(target, call);
      const find = async (): Promise<CallLog | null> => {
        const { calls } = await api.json<{ calls: readonly CallLog[] }>(newest);
        return calls.find(({ provider_call_sid: sid }) => sid === callId) ?? null;
      };
      return withStored(record, await storedCall(api, find));
    },
  };
}

const variableProblems = ({ conversations }: Suite): string[] =>
  conversations.flatMap(({ title, custom_variables: variables }) =>
    variables ? [`${title}: a call of the telephone is given no custom_variables`] : [],
  );

/** What was said and done, as the installation keeps it; the sound, the times and the events as they were on the line. */
function withStored(record: CallRecord, { ended, transcript: words, startedAt, ...stored }: StoredCall): CallRecord {
  const { transcript, laterMs } = placedWords(words, record.events);
  return {
    ...{ ...record, ...stored, transcript, startedAt: startedAt + laterMs },
    ended: record.stopped === null ? (ended ?? record.ended) : null,
  };
}
