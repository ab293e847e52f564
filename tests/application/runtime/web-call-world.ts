import { Container } from 'inversify';
import type { ControlPlane } from '../../../application/ports/control-plane.ts';
import type { ObjectStore } from '../../../application/ports/objects.ts';
import type { ProviderRegistry, ProviderSettings, Vendors } from '../../../application/ports/providers.ts';
import type { ArtifactDelivery } from '../../../application/runtime/deliver-artifacts.ts';
import type { RuntimeUseCases } from '../../../application/runtime/index.ts';
import type { CallingPage } from '../../../application/runtime/open-web-call.ts';
import { LiveCalls } from '../../../application/runtime/live-calls.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import type { AgentDraft } from '../../../domain/agents/agent-draft.ts';
import type { RanAgent } from '../../../domain/calls/call-log.ts';
import type { Declaration } from '../../../domain/providers/declaration.ts';
import { readConfig } from '../../../bootstrap/config.ts';
import { modulesOf } from '../../../bootstrap/container.ts';
import { resolveKeys } from '../../../bootstrap/secrets.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { fakeIds } from '../../support/fake-ids.ts';
import { FakeChannel, fakeNoiseSuppression, fakeResampling, fakeVoiceActivity } from './fake-channel.ts';
import { ScriptedModel, ScriptedTranscription, ScriptedSynthesiser } from './fake-vendors.ts';
import { rememberingLog } from '../../support/remembering-log.ts';
import { FakeCarrier, fakeTickets } from './fake-carrier.ts';
import { memoryControlPlane } from './memory-control-plane.ts';
import { MemorySpool } from './memory-spool.ts';
import { fakeMcpClient, fakeToolCaller } from '../../support/fake-tools.ts';
import { TEST_KEYS } from '../../support/test-keys.ts';
import { tracedCalls } from '../../../adapters/opentelemetry/calls.ts';

/** A provider `cloud` with a secret, and one without for any other name. */
const declaration = (provider: string): Declaration => ({
  ...{ kind: 'stt', provider, name: provider, provider_type: 'cloud', description: '', required: [] },
  fields: provider === 'cloud' ? { api_key: { type: 'string', secret: true } } : {},
});
export const providers = {
  find: (_kind: string, provider: string) => declaration(provider),
  parseSettings: (_kind: string, _provider: string, settings: Readonly<Record<string, unknown>>) => settings,
};

export const AGENT: Agent = {
  ...{ agent_id: 'a1', org_id: 'o1', name: 'Desk', status: 'active', agent_category: 'websocket', created_by: 'ada' },
  ...{ linked_phone_number: null, telephony: null, created_at: '', updated_at: '' },
  config: parseAgentConfig(
    {
      prompts: { system_prompt: 'Serve {{name}}.', greeting_message: 'Hello {{name}}!' },
      language: { primary: 'en' },
      models: {
        stt_config: { provider: 'cloud', model: 'stt-1' },
        tts_config: { provider: 'plain' },
        llm_config: { provider: 'cloud', model: 'llm-1' },
      },
      custom_variables: { name: 'stranger' },
    },
    providers,
  ),
};

const config = readConfig({ ...TEST_KEYS, DATA_DIR: '/nowhere' }, ['runtime']);
const MODULES = await modulesOf(config, await resolveKeys(config));

/** The use cases of the runtime by the production wiring, with these parts in the place of its own. */
function assembled(parts: object): { readonly runtime: RuntimeUseCases; readonly delivery: ArtifactDelivery } {
  const container = new Container();
  container.load(...MODULES);
  for (const [name, part] of Object.entries(parts)) container.rebind(name).toConstantValue(part);
  return { runtime: container.get('runtimeUseCases'), delivery: container.get('delivery') };
}

/** A runtime whose API, store and vendors are in memory, and everything they were asked to do. */
export function webCallWorld() {
  const clock = fakeClock();
  const ids = fakeIds();
  const spool = new MemorySpool(clock);
  const { log, lines } = rememberingLog();
  const agents = new Map<string, Agent>([['a1', AGENT]]);
  const drafts = new Map<string, Pick<AgentDraft, 'config' | 'revision'>>();
  /** By the id of their agent and their number. */
  const versions = new Map<string, Pick<AgentDraft, 'config'>>();
  const patches: string[] = [];
  /** The calls that were patched by their carrier's id, and those that were reported as over. */
  const bySid: string[] = [];
  const reports: string[] = [];
  /** What of its agent each claimed call runs. */
  const ran = new Map<string, RanAgent>();
  const opened: { kind: string; settings: ProviderSettings }[] = [];
  const instruments = {
    transcription: new ScriptedTranscription(clock, []),
    voice: new ScriptedSynthesiser(clock),
    model: new ScriptedModel(clock),
  };
  const api = memoryControlPlane(clock, agents, () => ids.next());
  const { calls, claims, register } = api;
  const { claimCall, updateCall, updateCallBySid } = api.controlPlane;
  const note = (callId: string, what: string): void => void patches.push(`${callId.slice(-1)} ${what}`);
  const controlPlane: ControlPlane = Object.assign(api.controlPlane, {
    agentDraft: async (orgId, agentId) => (orgId === 'o1' ? (drafts.get(agentId) ?? null) : null),
    agentVersion: async (_orgId, agentId, version) => versions.get(`${agentId} ${version}`) ?? null,
    async claimCall(orgId, callId, owner, what) {
      if (!(await claimCall(orgId, callId, owner, what))) return false;
      ran.set(callId, what);
      note(callId, 'claimed');
      return true;
    },
    async scheduleCallback(_orgId, callId, { time = '' }) {
      note(callId, `callback ${time}`);
      return time === '03:00' ? { refusal: 'the hours of calls are others' } : { time_in_words: `Friday at ${time}` };
    },
    async updateCallBySid(orgId, sid, patch) {
      const call = await updateCallBySid(orgId, sid, patch);
      bySid.push(`${call.call_id.slice(-1)} ${sid}`);
      return call;
    },
    async updateCall(orgId, callId, patch) {
      const call = await updateCall(orgId, callId, patch);
      // The end comes with the URLs of the artifacts.
      const urls = Object.keys(patch).filter((field) => field.endsWith('_url'));
      if (patch.status && urls.length > 0) note(callId, `${urls.join()} `);
      note(callId, [patch.status ?? Object.keys(patch).join(), patch.call_response ?? ''].join(' '));
      return call;
    },
    reportCallStatus: async (orgId, callId) => void reports.push(`${orgId} ${callId.slice(-1)}`),
  } satisfies Partial<ControlPlane>);
  const vendors: Vendors = {
    async transcription(settings, options, listener) {
      opened.push({ kind: `stt ${options.sampleRate} ${options.language}`, settings });
      return instruments.transcription.open(listener);
    },
    async synthesiser(settings, { sampleRate }) {
      opened.push({ kind: `tts ${sampleRate}`, settings });
      return instruments.voice;
    },
    async languageModel(settings) {
      opened.push({ kind: 'llm', settings });
      return instruments.model;
    },
  };
  const carrier = new FakeCarrier();
  const parts = {
    ...{ clock, log, spool, controlPlane, vendors, liveCalls: new LiveCalls('this process') },
    objects: { root: 'file://artifacts/', put: async () => undefined } as unknown as ObjectStore,
    random: { pick: <T>(items: readonly T[]): T => items[0] as T },
    resampling: { ...fakeResampling },
    voiceActivity: fakeVoiceActivity,
    neuralAudio: async () => ({ voiceActivity: fakeVoiceActivity, noiseSuppression: fakeNoiseSuppression }),
    numberWords: { spellerOf: () => null },
    monitor: tracedCalls,
    ...{ toolCaller: fakeToolCaller(), mcpClient: fakeMcpClient() },
    ...{ carriers: carrier.carriers, tickets: fakeTickets(), voiceServer: { baseUrl: 'https://voice.example' } },
    providers: providers as unknown as ProviderRegistry,
  };
  const { runtime, delivery } = assembled(parts);
  /** A browser opens its socket; what becomes of the call is answered as it stands. */
  const open = (
    callId: string | null = null,
    { orgId = 'o1', agentId = 'a1', mayRegister = true, isAnonymous = true, page = null as CallingPage | null } = {},
  ) => {
    const channel = new FakeChannel(clock);
    const result: { outcome: 'live' | 'over' | Error } = { outcome: 'live' };
    runtime.openWebCall({ orgId, agentId, callId, channel, mayRegister, isAnonymous, network: null, page }).then(
      () => (result.outcome = 'over'),
      (error: Error) => (result.outcome = error),
    );
    return { channel, result };
  };
  return {
    ...parts,
    delivery,
    carrier,
    agents,
    drafts,
    versions,
    calls,
    claims,
    ran,
    patches,
    bySid,
    reports,
    opened,
    instruments,
    register,
    runtime,
    open,
    lines,
  };
}
