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
import type { ConversationTools, HeldConversation } from './conversation-parts.ts';
import { conversationSettings } from './conversation-settings.ts';
import { messageOf } from './deadline.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import { groundModel } from './ground-model.ts';
import { HoldConversation } from './hold-conversation.ts';
import type { CallName, LiveCalls } from './live-calls.ts';
import { openVendors, type VendorPorts } from './open-vendors.ts';
import type { PhraseBook } from './phrase-book.ts';
import { reciting } from './recite.ts';

export interface CarryPorts extends ConversationTools, VendorPorts {
  readonly monitor: CallMonitor;
  readonly spool: CallSpool;
  readonly liveCalls: LiveCalls;
  readonly delivery: ArtifactDelivery;
  readonly phrases: PhraseBook;
  readonly log: Log;
}

/** A call that this process has claimed, and how it is carried. */
export interface ClaimedCall extends CallName {
  readonly agent: Agent;
  /** Of this call alone; they come before the agent's own. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly channel: MediaChannel;
  readonly monitor: MonitoredCall;
  /** When set-up began, on the monotonic clock. */
  readonly startedAt: number;
  /** What is to be told of the call: null, when it failed before anybody could talk. */
  outcomeOf(held: HeldConversation | null): Pick<CallOutcome, 'status' | 'call_response' | 'caller_spoke'>;
  /** Makes sure that the line is dead as well. Bounded, and never rejects. */
  hangUp(): Promise<void>;
}

/**
 * Carries a claimed call from its open line to its delivered artifacts, and lets it go. Rejects only when the call cannot
 * be kept; its end is told then as ever.
 */
export async function carryCall(ports: CarryPorts, call: ClaimedCall): Promise<void> {
  const { delivery, liveCalls } = ports;
  const { call_id, monitor } = call;
  let reason: EndReason | 'broken' = 'broken';
  // The end is counted from the beginning: a wall clock that is set meanwhile makes no call longer or shorter.
  const epoch = ports.clock.now().getTime() - ports.clock.monotonic();
  try {
    const entry = await openEntry(ports, call);
    const { held, why } = await monitor.run(() => converse(ports, call, entry));
    reason = held?.reason ?? reason;
    // Whoever hangs up himself lets the last words out first.
    if (held?.reason === 'caller_left') call.channel.close('The call is over');
    const endedAt = new Date(epoch + ports.clock.monotonic()).toISOString();
    const end = { ...call.outcomeOf(held), end_time_utc: endedAt, ...(why !== null && { error_message: why }) };
    // A carrier calls every call that was answered completed, and the first word stays: a failure is told before it.
    const foretold = end.status === 'failed' ? tellEnd(ports, call, end) : null;
    const kept = entry.finish({ ...end, metrics: held && held.metrics }).then(() => delivery.deliver());
    await Promise.all([foretold, kept, call.hangUp()]);
  } finally {
    monitor.ended(reason);
    liveCalls.release(call_id);
  }
}

/** Where the call is kept from now on. One that cannot be kept is over. */
async function openEntry(ports: CarryPorts, call: ClaimedCall): Promise<SpoolEntry> {
  const { clock, spool } = ports;
  const { org_id, call_id, agent, channel } = call;
  const startedAt = clock.now().toISOString();
  const spooled = { org_id, call_id, agent_id: agent.agent_id, started_at: startedAt, sampleRate: channel.outputRate };
  try {
    return await spool.open(spooled);
  } catch (error) {
    const end = { ...call.outcomeOf(null), end_time_utc: startedAt, error_message: messageOf(error) };
    await Promise.all([tellEnd(ports, call, end), call.hangUp()]);
    throw error;
  }
}

/** Tells how the call ended. Never rejects. */
async function tellEnd({ controlPlane, log }: CarryPorts, call: ClaimedCall, end: CallPatch): Promise<void> {
  const { org_id, call_id } = call;
  try {
    await controlPlane.updateCall(org_id, call_id, end);
  } catch (error) {
    log.warn('call.end_untold', { call_id, reason: messageOf(error) });
  }
}

interface Course {
  /** The conversation as it was held; null when it failed before it could begin. */
  readonly held: HeldConversation | null;
  /** Which vendor's failure ended it, in the vendor's words; null when none did. */
  readonly why: string | null;
}

async function converse(ports: CarryPorts, call: ClaimedCall, entry: SpoolEntry): Promise<Course> {
  const { agent, call_id, channel, monitor, startedAt } = call;
  const log = ports.log.child({ org_id: call.org_id, agent_id: agent.agent_id, call_id });
  try {
    const settings = conversationSettings(agent.config, call.variables);
    const { model, voice, ...vendors } = await openVendors(ports, agent, channel, monitor);
    const speaker = { voice, provider: () => vendors.processors.tts };
    const conversation = new HoldConversation(ports, {
      callId: call_id,
      ...{ settings, startedAt, channel, entry, monitor },
      ...vendors,
      voice: reciting(ports.phrases, agent, settings, speaker),
      model: groundModel({ ...ports, controlPlane: inNameOf(monitor, ports), log }, agent, model),
    });
    ports.liveCalls.begin(call_id, conversation);
    log.info('call.started');
    const held = await conversation.run();
    log.info('call.ended', { reason: held.reason, usage: held.tokens });
    const fault = held.reason === 'failed' ? held.fault : null;
    if (fault) log.warn('call.vendor_failed', { processor: fault.processor, reason: fault.message });
    return { held, why: fault && fault.message };
  } catch (error) {
    log.error('call.failed', { error });
    channel.close(`The call failed: ${messageOf(error)}`);
    return { held: null, why: error instanceof VendorFailure ? error.message : null };
  }
}

/** The API as the call asks it what its agent knows. */
const inNameOf = (monitor: MonitoredCall, { controlPlane }: CarryPorts): Pick<ControlPlane, 'retrieve'> => ({
  retrieve: (...asked) => monitor.run(() => controlPlane.retrieve(...asked)),
});
