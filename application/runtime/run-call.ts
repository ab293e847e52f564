import type { Agent } from '../../domain/agents/agent.ts';
import { mergeVariables } from '../../domain/agents/variables.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import { recordingConsent } from '../../domain/calls/consent-record.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import type { CallRedaction } from '../../domain/calls/redact.ts';
import { DomainError, errorMessage } from '../../domain/errors.ts';
import type { EndReason } from '../../domain/voice/conversation-events.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { CallMonitor, MonitoredCall } from '../ports/call-monitor.ts';
import type { CallSpool, SpoolEntry } from '../ports/call-spool.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { soundParts, type SoundPorts } from './sound-parts.ts';
import type { ConversationParts, ConversationPorts, ConversationResult } from './conversation-parts.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import { DoNotCall } from './do-not-call.ts';
import { transferParts, type CallTransfers } from './call-transfers.ts';
import { callRedaction, recordingParts, redactedEntry, storedStages } from './call-redaction.ts';
import { CallAgents, voiceParts } from './call-agents.ts';
import { CallHandovers } from './call-handovers.ts';
import { GrowingRedaction } from './growing-redaction.ts';
import { withHandover } from './agent-in-call.ts';
import { openAgent, type OpenAgent } from './open-agent.ts';
import { ConversationSession } from './conversation-session.ts';
import { callTools } from './call-tools.ts';
import { originOf, settingsOf } from './call-settings.ts';
import type { OpenToolPorts } from './open-tools.ts';
import type { CallRef, LiveCalls } from './live-calls.ts';
import type { VendorPorts } from './open-vendors.ts';
import type { SpeechCache } from './speech-cache.ts';
import type { NormaliserCache } from './normaliser-cache.ts';
import { EndReports } from './end-reports.ts';
import { UsageMeter } from './usage-meter.ts';

export interface RunCallPorts
  extends ConversationPorts, VendorPorts, SoundPorts, Pick<OpenToolPorts, 'toolCaller' | 'mcpClient'> {
  readonly monitor: CallMonitor;
  readonly spool: CallSpool;
  readonly argumentSchemas: ArgumentSchemas;
  readonly liveCalls: LiveCalls;
  readonly delivery: ArtifactDelivery;
  readonly speechCache: SpeechCache;
  readonly normalisers: NormaliserCache;
}

/** A call that this process has claimed, and how to run it. */
export interface ClaimedCall extends CallRef {
  readonly agent: Agent;
  /** Variables of this call. They override the agent's own. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What a rejected caller hears instead of a conversation. Null: a conversation. */
  readonly rejection?: string | null;
  readonly channel: MediaChannel;
  /** Whether the platform dialled it, so that a machine may have answered. */
  readonly isOutbound?: boolean;
  /** The carrier of a telephone call. */
  readonly carrier?: string;
  readonly monitor: MonitoredCall;
  /** Start of the set-up, on the monotonic clock. */
  readonly startedAt: number;
  /** The outcome to report. The result is null when the call failed before the conversation started. */
  outcomeOf(result: ConversationResult | null): Pick<CallOutcome, 'status' | 'call_response' | 'caller_spoke'>;
  /** Hangs up at the carrier. Takes bounded time and never rejects. */
  readonly hangUp: () => Promise<void>;
  /** The transfers that the call can make. Null without a carrier or a target. */
  readonly transfers?: CallTransfers | null;
}

/** A call whose conversation is held. */
interface RunningCall extends ClaimedCall {
  readonly redaction: CallRedaction | null;
  readonly doNotCall: DoNotCall;
  readonly endReports: EndReports;
}

/** Runs the set-up of a call, in which it is claimed, under its monitor. A failure counts as a refused call. */
export async function monitorSetup<T>(
  liveCalls: Pick<LiveCalls, 'setUp'>,
  monitor: MonitoredCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await liveCalls.setUp(() => monitor.run(work));
  } catch (error) {
    monitor.refused(error instanceof DomainError ? error.problem : null);
    throw error;
  }
}

/**
 * Runs a claimed call from its media stream to its delivered artifacts, and releases it. Rejects only when the spool
 * cannot be opened. The end is reported in that case too.
 */
export async function runCall(ports: RunCallPorts, call: ClaimedCall): Promise<void> {
  const { delivery, liveCalls } = ports;
  const { call_id, monitor } = call;
  let reason: EndReason | 'broken' = 'broken';
  // The end is computed from the start, so that steps of the wall clock do not change the duration.
  const epoch = ports.clock.now().getTime() - ports.clock.monotonic();
  try {
    const redaction = redactionOf(call);
    const entry = await openEntry(ports, call, redaction);
    const doNotCall = new DoNotCall(
      { ...ports, report: (news) => report(ports, call, news) },
      call.carrier !== undefined,
    );
    const endReports = new EndReports((news) => report(ports, call, news), call.channel, {
      isTelephone: call.carrier !== undefined,
    });
    const running = { ...call, redaction, doNotCall, endReports };
    const { result, error, fault } = await monitor.run(() => runConversation(ports, running, entry));
    reason = result?.reason ?? reason;
    // The agent's own hang-up plays out the last words first.
    if (result?.reason === 'caller_left') call.channel.close('The call is over');
    const endedAt = new Date(epoch + ports.clock.monotonic()).toISOString();
    const end = {
      ...call.outcomeOf(result),
      end_time_utc: endedAt,
      ...(result && reasonOf(result, redaction)),
      ...doNotCall.outcome,
      ...(error !== null && { error_message: error }),
    };
    endReports.ended(end, fault);
    const stored = (result?.toolsEnded ?? Promise.resolve())
      .then(() => entry.finish({ ...end, metrics: result && result.metrics }))
      .then(() => delivery.deliverCall(call_id));
    await Promise.all([stored, endReports.sent().then(() => hangUpUnlessTransferred(call))]);
  } finally {
    monitor.ended(reason);
    liveCalls.release(call_id);
  }
}

const reasonOf = (
  { reason, voicemailMessage, consent, stages, agents }: ConversationResult,
  redaction: CallRedaction | null,
): Pick<CallPatch, 'end_reason' | 'voicemail_message' | 'recording_consent' | 'stages' | 'agents'> => ({
  end_reason: reason,
  ...(voicemailMessage && { voicemail_message: voicemailMessage }),
  ...(consent && { recording_consent: recordingConsent(consent) }),
  ...(stages && { stages: storedStages(stages, redaction) }),
  ...(agents && { agents }),
});

/** A caller that was transferred stays with the person. */
const hangUpUnlessTransferred = async ({ transfers, hangUp }: ClaimedCall): Promise<void> =>
  transfers?.hasLeft ? undefined : hangUp();

/** Opens the call's spool entry. Without it, the call ends. */
async function openEntry(ports: RunCallPorts, call: ClaimedCall, redaction: CallRedaction | null): Promise<SpoolEntry> {
  const { clock, spool } = ports;
  const { org_id, call_id, agent, channel } = call;
  const startedAt = clock.now().toISOString();
  const spooled = { org_id, call_id, agent_id: agent.agent_id, started_at: startedAt, sampleRate: channel.outputRate };
  try {
    return redactedEntry(await spool.open(spooled), redaction);
  } catch (error) {
    const end = { ...call.outcomeOf(null), end_time_utc: startedAt, error_message: errorMessage(error) };
    await report(ports, call, end);
    await call.hangUp();
    throw error;
  }
}

/** What is left out of the call. An agent that takes it over can leave out more. */
function redactionOf({ agent: { config }, variables }: ClaimedCall): CallRedaction | null {
  const redaction = callRedaction(config.redaction, mergeVariables(config.custom_variables, variables));
  return config.handover ? new GrowingRedaction(redaction) : redaction;
}

/** Reports to the API at once what the delivery of the call repeats. Null: it did not take it. Never rejects. */
async function report(
  { controlPlane, log }: RunCallPorts,
  call: ClaimedCall,
  news: CallPatch,
): Promise<CallLog | null> {
  const { org_id, call_id } = call;
  try {
    return await controlPlane.updateCall(org_id, call_id, news);
  } catch (error) {
    log.warn('call.report_failed', { call_id, reason: errorMessage(error) });
    return null;
  }
}

interface ConversationRun {
  /** The conversation's result. Null if it failed before it started. */
  readonly result: ConversationResult | null;
  /** The error message that ended the call, of a vendor or the API. Null if there is none for users. */
  readonly error: string | null;
  /** What kept the conversation from being held to its end. The channel is open then. */
  readonly fault: string | null;
}

async function runConversation(ports: RunCallPorts, call: RunningCall, entry: SpoolEntry): Promise<ConversationRun> {
  const { agent, call_id, channel, monitor, startedAt, redaction, transfers = null } = call;
  const log = ports.log.child({ org_id: call.org_id, agent_id: agent.agent_id, call_id });
  try {
    const settings = withHandover(settingsOf(call), agent);
    const usage = openUsage(ports, call);
    const sound = soundParts({ ...ports, log }, agent.config, channel);
    const first = await openAgent({ ...ports, log }, call, { settings, usage, redaction });
    const parts = {
      callId: call_id,
      ...{ settings, origin: originOf(call), startedAt, channel, entry, monitor, usage },
      ...agentParts({ ...ports, log }, call, { first, settings, usage }),
      ...transferParts(transfers),
      ...recordingParts(agent, redaction, (news) => void report(ports, call, news)),
      endReports: call.endReports,
      ...first.keys,
      ...(await sound),
      tools: callTools({ ...ports, log }, call, first.tools, redaction),
    };
    const conversation = startedSession(ports, call_id, parts);
    log.info('call.started');
    const result = await conversation.run();
    log.info('call.ended', { reason: result.reason, usage: result.tokens });
    const fault = result.reason === 'failed' ? result.fault : null;
    if (fault) log.warn('call.vendor_failed', { processor: fault.processor, reason: fault.message });
    return { result, error: fault && fault.message, fault: null };
  } catch (error) {
    log.error('call.failed', { error });
    const isForUsers = error instanceof VendorFailure || error instanceof DomainError;
    return { result: null, error: isForUsers ? error.message : null, fault: errorMessage(error) };
  }
}

/** The parts of the conversation that come from its agent. After a handover, some come from the agent that speaks. */
function agentParts(
  ports: RunCallPorts,
  call: RunningCall,
  {
    first,
    settings: ofFirst,
    usage,
  }: { readonly first: OpenAgent; readonly settings: ConversationSettings; readonly usage: UsageMeter },
) {
  const { redaction } = call;
  if (!(redaction instanceof GrowingRedaction)) {
    const { openTranscription, processors, switchLanguage, useStage, synthesiser, model, summaryModel } = first;
    const vendors = { openTranscription, processors, switchLanguage, useStage, synthesiser, model, summaryModel };
    return { ...vendors, isGrounded: () => first.isGrounded };
  }
  const { org_id, monitor } = call;
  const agents = new CallAgents(first);
  const { transcription } = first;
  const opening = {
    ...ports,
    findAgent: (agentId: string) => monitor.run(() => ports.controlPlane.agent(org_id, agentId)),
    openAgent: (next: Pick<RunningCall, 'agent' | 'variables'>, settings: ConversationSettings) =>
      monitor.run(() => openAgent(ports, { ...call, ...next }, { settings, usage, redaction, transcription })),
  };
  const handovers = new CallHandovers(opening, call, { agents, redaction, settings: ofFirst });
  return { ...voiceParts(agents), ...handovers.parts, isGrounded: () => agents.isGrounded, handovers };
}

/** The session of a call, which ends its tools with it. One that cannot be made or started ends them at once. */
function startedSession(ports: RunCallPorts, callId: string, parts: ConversationParts): ConversationSession {
  try {
    const session = new ConversationSession(ports, parts);
    ports.liveCalls.start(callId, session);
    return session;
  } catch (error) {
    void parts.tools.close?.();
    throw error;
  }
}

/** The meter of the call. The leg of a carrier counts from now on. */
function openUsage({ clock }: RunCallPorts, { carrier: provider, isOutbound = false }: ClaimedCall): UsageMeter {
  const usage = new UsageMeter();
  if (provider !== undefined) usage.callLeg({ provider, isOutbound }, () => clock.monotonic());
  return usage;
}
