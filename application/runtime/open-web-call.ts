import type { Agent } from '../../domain/agents/agent.ts';
import { secretsOf, type ProviderKind } from '../../domain/providers/declaration.ts';
import { missing, unavailable } from '../../domain/errors.ts';
import type { CallSpool } from '../ports/call-spool.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { ProviderRegistry, ProviderSettings, Vendors } from '../ports/providers.ts';
import type { ConversationParts, ConversationTools, HeldConversation } from './conversation-parts.ts';
import { conversationSettings } from './conversation-settings.ts';
import { messageOf } from './deadline.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import { HoldConversation } from './hold-conversation.ts';
import type { LiveCalls } from './live-calls.ts';

export interface WebCallPorts extends ConversationTools {
  readonly controlPlane: ControlPlane;
  readonly providers: ProviderRegistry;
  readonly vendors: Vendors;
  readonly spool: CallSpool;
  readonly liveCalls: LiveCalls;
  readonly delivery: ArtifactDelivery;
  readonly log: Log;
}

export interface WebCallRequest {
  readonly orgId: string;
  readonly agentId: string;
  /** A call registered before; one that does not fit is replaced by a new one. */
  readonly callId: string | null;
  readonly channel: MediaChannel;
}

/**
 * Carries a browser's call from the open socket to its delivered artifacts. Refuses before the call exists: `missing`
 * for an agent that is not an active websocket agent of the organisation, `limited` over its ceiling, `unavailable`
 * while the API is away or this process drains. From then on every call ends in a terminal state.
 */
export const openWebCall =
  (ports: WebCallPorts) =>
  async (request: WebCallRequest): Promise<void> => {
    const { controlPlane, liveCalls } = ports;
    const { orgId, agentId } = request;
    if (liveCalls.isDraining) throw unavailable('The runtime is shutting down');
    const startedAt = ports.clock.monotonic();
    const agent = await controlPlane.agent(orgId, agentId);
    if (agent?.agent_category !== 'websocket' || agent.status !== 'active') throw missing('Agent');
    const call = await claimCall(ports, request);
    try {
      await carry(ports, request, agent, call, startedAt);
    } finally {
      liveCalls.release(call.call_id);
    }
  };

interface ClaimedCall {
  readonly call_id: string;
  readonly custom_variables: Readonly<Record<string, unknown>>;
}

/** The registered call if it is a fresh web call of this agent, else a new one. */
async function claimCall(ports: WebCallPorts, { orgId, agentId, callId }: WebCallRequest): Promise<ClaimedCall> {
  const { controlPlane, liveCalls } = ports;
  const registered = callId === null ? null : await controlPlane.call(orgId, callId);
  const fits = registered?.call_type === 'web' && registered.agent_id === agentId && registered.status === 'initiated';
  if (fits && liveCalls.claim(registered.call_id)) return registered;
  const { call_id } = await controlPlane.registerWebCall(orgId, agentId);
  liveCalls.claim(call_id);
  return { call_id, custom_variables: {} };
}

async function carry(
  ports: WebCallPorts,
  { orgId, channel }: WebCallRequest,
  agent: Agent,
  call: ClaimedCall,
  startedAt: number,
): Promise<void> {
  const { clock, controlPlane, spool, delivery, liveCalls } = ports;
  const log = ports.log.child({ org_id: orgId, agent_id: agent.agent_id, call_id: call.call_id });
  const entry = await spool.open({
    call_id: call.call_id,
    org_id: orgId,
    agent_id: agent.agent_id,
    started_at: clock.now().toISOString(),
    sampleRate: channel.outputRate,
  });
  let held: HeldConversation | null = null;
  try {
    // Only now that its end is certain to be reported may the call begin.
    await controlPlane.updateCall(orgId, call.call_id, { status: 'in_progress' });
    const conversation = new HoldConversation(ports, {
      callId: call.call_id,
      settings: conversationSettings(agent.config, call.custom_variables),
      startedAt,
      channel,
      entry,
      ...(await openVendors(ports, orgId, agent, channel)),
    });
    liveCalls.begin(call.call_id, conversation);
    log.info('call.started');
    held = await conversation.run();
    log.info('call.ended', { reason: held.reason });
  } catch (error) {
    log.error('call.failed', { error });
    channel.close(`The call failed: ${messageOf(error)}`);
  } finally {
    const good = held !== null && held.reason !== 'failed';
    await entry.finish({
      status: good ? 'completed' : 'failed',
      call_response: held === null ? 'failed' : 'answered',
      end_time_utc: clock.now().toISOString(),
      metrics: held && held.metrics,
    });
    await delivery.deliver();
  }
}

type OpenVendors = Pick<ConversationParts, 'openTranscription' | 'voice' | 'model' | 'processors'>;

/** Opens voice and model at once; the transcription waits for its listener. */
async function openVendors(
  ports: WebCallPorts,
  orgId: string,
  agent: Agent,
  channel: MediaChannel,
): Promise<OpenVendors> {
  const { stt_config, tts_config, llm_config } = agent.config.models;
  const [stt, tts, llm] = await Promise.all([
    withCredentials(ports, orgId, 'stt', stt_config),
    withCredentials(ports, orgId, 'tts', tts_config),
    withCredentials(ports, orgId, 'llm', llm_config),
  ]);
  const [voice, model] = await Promise.allSettled([
    ports.vendors.voice(tts, { sampleRate: channel.outputRate }),
    ports.vendors.languageModel(llm),
  ]);
  if (voice.status === 'rejected' || model.status === 'rejected') {
    if (voice.status === 'fulfilled') voice.value.close();
    if (model.status === 'fulfilled') model.value.close();
    throw voice.status === 'rejected' ? voice.reason : (model as PromiseRejectedResult).reason;
  }
  const options = { sampleRate: channel.inputRate, language: agent.config.language.primary };
  return {
    voice: voice.value,
    model: model.value,
    openTranscription: (listener) => ports.vendors.transcription(stt, options, listener),
    processors: { stt: `${stt.provider}STT`, llm: `${llm.provider}LLM`, tts: `${tts.provider}TTS` },
  };
}

/** The agent's settings with the organisation's secrets merged in, in memory only. Providers without secrets are not asked for. */
async function withCredentials(
  { providers, controlPlane }: WebCallPorts,
  orgId: string,
  kind: ProviderKind,
  settings: ProviderSettings,
): Promise<ProviderSettings> {
  const declaration = providers.find(kind, settings.provider);
  const secrets = declaration ? secretsOf(declaration) : [];
  if (secrets.length === 0) return settings;
  const stored = Object.entries((await controlPlane.credentials(orgId, settings.provider)) ?? {});
  // What an older version stored may hold settings as well: those are the agent's to choose.
  return { ...settings, ...Object.fromEntries(stored.filter(([name]) => secrets.includes(name))) };
}
