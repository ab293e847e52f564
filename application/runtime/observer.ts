import {
  isReportedAlike,
  measure,
  metricsBody,
  newMeasurements,
  type Measurements,
} from '../../domain/voice/measurements.ts';
import { answerAfter, answerRecord, NO_ANSWER } from '../../domain/voice/answers.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';
import { recordAgents, type AgentVisit } from '../../domain/calls/agent-record.ts';
import { recordStage, type StageRecord } from '../../domain/calls/stage-record.ts';
import { transcriptHead, transcriptLine } from '../../domain/voice/transcript.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { ConversationParts, ConversationResult } from './conversation-parts.ts';

interface ObserverParts extends Pick<
  ConversationParts,
  'processors' | 'usage' | 'isGrounded' | 'stageEntered' | 'agentChanged'
> {
  readonly callId: string;
  readonly channel: Pick<MediaChannel, 'sendEvent'>;
  readonly entry: Pick<SpoolEntry, 'appendTranscript' | 'appendAnswer' | 'writeMetrics'>;
  readonly monitor: Pick<MonitoredCall, 'onEvent'>;
}

/**
 * Observes one conversation: measures it, writes transcript and answers, and forwards its events to the peer and the monitor.
 */
export class Observer {
  readonly #parts: ObserverParts;
  #measurements: Measurements;
  #fault: ConversationResult['fault'] = null;
  #answer = NO_ANSWER;
  #callerSpoke = false;
  #stages: StageRecord | null = null;
  #agents: readonly AgentVisit[] | null = null;
  #voicemailMessage: ConversationResult['voicemailMessage'];

  constructor(parts: ObserverParts, startedAt: number) {
    this.#parts = parts;
    this.#measurements = newMeasurements(startedAt);
    parts.entry.appendTranscript(transcriptHead(parts.callId));
  }

  onEvent(event: ConversationEvent): void {
    const before = this.#measurements;
    this.#measurements = measure(before, event);
    if (event.type === 'caller_transcript' && event.text !== '') this.#callerSpoke = true;
    if (event.type === 'digits_collected') this.#callerSpoke = true;
    if (event.type === 'ended') this.#voicemailMessage = event.voicemail_message;
    this.#followStages(event);
    this.#followAgents(event);
    if (event.type === 'stage_failed') this.#fault = this.#faultOf(event);
    if (!isReportedAlike(before, this.#measurements)) this.#parts.entry.writeMetrics(this.#metrics());
    const line = transcriptLine(event);
    if (line !== '') this.#parts.entry.appendTranscript(line);
    this.#keepAnswer(event);
    this.#publish(event);
    const [latest] = this.#measurements.latencies.userToBot.slice(before.latencies.userToBot.length);
    if (latest !== undefined) this.#publish({ type: 'reply_latency', at: event.at, user_to_bot_secs: latest });
  }

  /** The summary of all events so far. */
  summary(): Pick<ConversationResult, 'metrics' | 'callerSpoke' | 'fault' | 'voicemailMessage' | 'stages' | 'agents'> {
    return {
      metrics: this.#metrics(),
      callerSpoke: this.#callerSpoke,
      fault: this.#fault,
      voicemailMessage: this.#voicemailMessage,
      stages: this.#stages,
      agents: this.#agents,
    };
  }

  /** Keeps what was heard of an answer whenever it has become more. */
  #keepAnswer(event: ConversationEvent): void {
    if (!this.#parts.isGrounded?.()) return;
    const before = this.#answer;
    this.#answer = answerAfter(before, event);
    const record = this.#answer.answer === before.answer ? null : answerRecord(this.#answer);
    if (record) this.#parts.entry.appendAnswer(record);
  }

  #metrics(): CallMetricsBody {
    const lines = this.#parts.usage?.lines() ?? [];
    return { ...metricsBody(this.#measurements), ...(lines.length > 0 && { vendor_usage: lines }) };
  }

  /** Read now, because failover may change the vendor. */
  #faultOf({ stage, message }: Extract<ConversationEvent, { type: 'stage_failed' }>): ConversationResult['fault'] {
    return { processor: this.#parts.processors[stage], message };
  }

  #followStages(event: ConversationEvent): void {
    this.#stages = recordStage(this.#stages, event);
    if (event.type === 'agent_stage_entered' && this.#stages) this.#parts.stageEntered?.(this.#stages);
  }

  #followAgents(event: ConversationEvent): void {
    this.#agents = recordAgents(this.#agents, event);
    if (event.type === 'agent_changed' && this.#agents) this.#parts.agentChanged?.(this.#agents);
  }

  #publish(event: ConversationEvent): void {
    this.#parts.channel.sendEvent(event);
    this.#parts.monitor.onEvent(event);
  }
}
