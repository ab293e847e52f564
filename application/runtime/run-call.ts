import type { Agent } from '../../domain/agents/agent.ts';
import type { CallPatch } from '../../domain/calls/call-log.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import type { EndReason } from '../../domain/voice/conversation-events.ts';
import type { CallMonitor, MonitoredCall } from '../ports/call-monitor.ts';
import type { CallSpool, SpoolEntry } from '../ports/call-spool.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import type { ConversationPorts, ConversationResult } from './conversation-parts.ts';
import { conversationSettings } from './conversation-settings.ts';
import { errorMessage } from './stream-timeouts.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import { groundModel } from './ground-model.ts';
import { ConversationSession } from './conversation-session.ts';
import type { CallRef, LiveCalls } from './live-calls.ts';
import { openVendors, type VendorPorts } from './open-vendors.ts';
import type { SpeechCache } from './speech-cache.ts';
import { cachedSynthesiser } from './cached-synthesiser.ts';

export interface RunCallPorts extends ConversationPorts, VendorPorts {
  readonly monitor: CallMonitor;
  readonly spool: CallSpool;
  readonly liveCalls: LiveCalls;
  readonly delivery: ArtifactDelivery;
  readonly speechCache: SpeechCache;
  readonly log: Log;
}

/** A call that this process has claimed, and how it is carried. */
export interface ClaimedCall extends CallRef {
  readonly agent: Agent;
  /** Of this call alone; they come before the agent's own. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly channel: MediaChannel;
  readonly monitor: MonitoredCall;
  /** When set-up began, on the monotonic clock. */
  readonly startedAt: number;
  /** What is to be told of the call: null, when it failed before anybody could talk. */
  outcomeOf(result: ConversationResult | null): Pick<CallOutcome, 'status' | 'call_response' | 'caller_spoke'>;
  /** Makes sure that the line is dead as well. Bounded, and never rejects. */
  hangUp(): Promise<void>;
}

/**
 * Carries a claimed call from its open line to its delivered artifacts, and lets it go. Rejects only when the call cannot
 * be kept; its end is told then as ever.
 */
export async function runCall(ports: RunCallPorts, call: ClaimedCall): Promise<void> {
  const { delivery, liveCalls } = ports;
  const { call_id, monitor } = call;
  let reason: EndReason | 'broken' = 'broken';
  // The end is counted from the beginning: a wall clock that is set meanwhile makes no call longer or shorter.
  const epoch = ports.clock.now().getTime() - ports.clock.monotonic();
  try {
    const entry = await openEntry(ports, call);
    const { result, error } = await monitor.run(() => runConversation(ports, call, entry));
    reason = result?.reason ?? reason;
    // Whoever hangs up himself lets the last words out first.
    if (result?.reason === 'caller_left') call.channel.close('The call is over');
    const endedAt = new Date(epoch + ports.clock.monotonic()).toISOString();
    const end = { ...call.outcomeOf(result), end_time_utc: endedAt, ...(error !== null && { error_message: error }) };
    // A carrier calls every call that was answered completed, and the first word stays: a failure is told before it.
    const reported = end.status === 'failed' ? reportOutcome(ports, call, end) : null;
    const stored = entry.finish({ ...end, metrics: result && result.metrics }).then(() => delivery.deliver());
    await Promise.all([reported, stored, call.hangUp()]);
  } finally {
    monitor.ended(reason);
    liveCalls.release(call_id);
  }
}

/** Where the call is kept from now on. One that cannot be kept is over. */
async function openEntry(ports: RunCallPorts, call: ClaimedCall): Promise<SpoolEntry> {
  const { clock, spool } = ports;
  const { org_id, call_id, agent, channel } = call;
  const startedAt = clock.now().toISOString();
  const spooled = { org_id, call_id, agent_id: agent.agent_id, started_at: startedAt, sampleRate: channel.outputRate };
  try {
    return await spool.open(spooled);
  } catch (error) {
    const end = { ...call.outcomeOf(null), end_time_utc: startedAt, error_message: errorMessage(error) };
    await Promise.all([reportOutcome(ports, call, end), call.hangUp()]);
    throw error;
  }
}

/** Tells how the call ended. Never rejects. */
async function reportOutcome({ controlPlane, log }: RunCallPorts, call: ClaimedCall, end: CallPatch): Promise<void> {
  const { org_id, call_id } = call;
  try {
    await controlPlane.updateCall(org_id, call_id, end);
  } catch (error) {
    log.warn('call.end_untold', { call_id, reason: errorMessage(error) });
  }
}

interface ConversationRun {
  /** The conversation as it was held; null when it failed before it could begin. */
  readonly result: ConversationResult | null;
  /** Which vendor's failure ended it, in the vendor's words; null when none did. */
  readonly error: string | null;
}

async function runConversation(ports: RunCallPorts, call: ClaimedCall, entry: SpoolEntry): Promise<ConversationRun> {
  const { agent, call_id, channel, monitor, startedAt } = call;
  const log = ports.log.child({ org_id: call.org_id, agent_id: agent.agent_id, call_id });
  try {
    const settings = conversationSettings(agent.config, call.variables);
    const { model, synthesiser, ...vendors } = await openVendors(ports, agent, channel, monitor);
    const synthesis = { voice: synthesiser, provider: () => vendors.processors.tts };
    const conversation = new ConversationSession(ports, {
      callId: call_id,
      ...{ settings, startedAt, channel, entry, monitor },
      ...vendors,
      synthesiser: cachedSynthesiser(ports.speechCache, agent, settings, synthesis),
      model: groundModel({ ...ports, controlPlane: monitoredRetrieval(monitor, ports), log }, agent, model),
    });
    ports.liveCalls.start(call_id, conversation);
    log.info('call.started');
    const result = await conversation.run();
    log.info('call.ended', { reason: result.reason, usage: result.tokens });
    const fault = result.reason === 'failed' ? result.fault : null;
    if (fault) log.warn('call.vendor_failed', { processor: fault.processor, reason: fault.message });
    return { result, error: fault && fault.message };
  } catch (error) {
    log.error('call.failed', { error });
    channel.close(`The call failed: ${errorMessage(error)}`);
    return { result: null, error: error instanceof VendorFailure ? error.message : null };
  }
}

/** The API as the call asks it what its agent knows. */
const monitoredRetrieval = (
  monitor: MonitoredCall,
  { controlPlane }: RunCallPorts,
): Pick<ControlPlane, 'retrieve'> => ({
  retrieve: (...args) => monitor.run(() => controlPlane.retrieve(...args)),
});
