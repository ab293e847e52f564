import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { CallMonitor, MonitoredCall, VendorRequest } from '../../application/ports/call-monitor.ts';
import { providerOf, type Stage } from '../../domain/calls/call-metrics.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';
import { newTurnLog, recordTurn, type TurnLog } from '../../domain/voice/turn-metrics.ts';
import { vendorAttributes, vendorSpan } from './vendor-span.ts';

/**
 * Records each call as a trace: the call, its turns, and the vendor requests in them. Contains no words and no phone
 * numbers.
 */
export const tracedCalls: CallMonitor = {
  begin: (kind) =>
    new TracedCall(tracer().startSpan('call', { attributes: { 'voice.call.kind': kind } }, ROOT_CONTEXT)),
};

const tracer = () => trace.getTracer('runtime');

class TracedCall implements MonitoredCall {
  readonly #span: Span;
  /** Null before the first event. */
  #turns: TurnLog | null = null;
  #turn: Span | null = null;

  constructor(span: Span) {
    this.#span = span;
  }

  identify({ call_id, agent_id }: { readonly call_id: string; readonly agent_id: string }): void {
    this.#span.setAttributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': call_id,
      'gen_ai.agent.id': agent_id,
    });
  }

  run<T>(work: () => T): T {
    return context.with(this.#currentContext(), work);
  }

  onEvent(event: ConversationEvent): void {
    if (!this.#span.isRecording()) return;
    this.#updateTurns(event);
    if (event.type === 'reply_latency') this.#turn?.setAttribute('voice.user_to_bot_secs', event.user_to_bot_secs);
    else if (event.type === 'stage_first_output' && event.stage === 'stt') this.#recordTranscription(event);
  }

  vendorRequestStarted(stage: Stage, provider: string, model: string | null): VendorRequest {
    const attributes = vendorAttributes(stage, provider, model);
    return vendorSpan(tracer().startSpan(stage, { kind: SpanKind.CLIENT, attributes }, this.#currentContext()));
  }

  vendorFailed(stage: Stage, provider: string, fault: string): void {
    this.#addEvent('vendor.failed', { ...vendorAttributes(stage, provider, null), 'error.type': fault });
  }

  vendorFailedOver(stage: Stage, from: string): void {
    this.#addEvent('vendor.changed', vendorAttributes(stage, from, null));
  }

  refused(problem: string | null): void {
    this.#span.setAttribute('error.type', problem ?? 'other').end();
  }

  ended(reason: string): void {
    this.#turn?.end();
    this.#span.setAttribute('voice.call.end_reason', reason);
    if (reason === 'broken' || reason === 'failed') this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }

  /** Ends completed turns and starts the active one, at their actual times. */
  #updateTurns(event: ConversationEvent): void {
    const before = this.#turns;
    const after = recordTurn(before ?? newTurnLog(event.at), event);
    this.#turns = after;
    if (before?.active) this.#endTurn(before.active, after);
    if (this.#turn || !after.active) return;
    const { number, startedAt } = after.active;
    const options = { startTime: startedAt, attributes: { 'voice.turn.number': number } };
    this.#turn = tracer().startSpan('turn', options, trace.setSpan(ROOT_CONTEXT, this.#span));
  }

  /** Ends the turn's span if the turn is complete. */
  #endTurn({ number, startedAt }: NonNullable<TurnLog['active']>, { ended }: TurnLog): void {
    const latest = ended.at(-1);
    if (latest?.turn_number !== number || !this.#turn) return;
    this.#turn.setAttribute('voice.turn.interrupted', latest.was_interrupted);
    this.#turn.end(startedAt + latest.duration_secs * 1000);
    this.#turn = null;
  }

  #recordTranscription({
    processor,
    started_at,
    at,
  }: Extract<ConversationEvent, { type: 'stage_first_output' }>): void {
    const attributes = vendorAttributes('stt', providerOf(processor), null);
    tracer()
      .startSpan('stt', { kind: SpanKind.CLIENT, startTime: started_at, attributes }, this.#currentContext())
      .end(at);
  }

  /** Vendor events after the end of the call are dropped. */
  #addEvent(event: string, attributes: Attributes): void {
    if (this.#span.isRecording()) this.#currentSpan().addEvent(event, attributes);
  }

  #currentSpan(): Span {
    return this.#turn ?? this.#span;
  }

  #currentContext(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#currentSpan());
  }
}
