import type { CallSpool, SpooledCall, SpoolEntry, UndeliveredCall } from '../../../application/ports/call-spool.ts';
import type { Clock } from '../../../application/ports/clock.ts';
import type { CallMetricsBody } from '../../../domain/calls/call-metrics.ts';
import { mergedAnswers, type AnswerRecord } from '../../../domain/calls/answer-record.ts';
import { toolCallsIn, type ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import type { CallOutcome } from '../../../domain/calls/call-outcome.ts';

/** What one call left behind, for tests to look at. */
export class KeptCall implements SpoolEntry {
  readonly call: SpooledCall;
  readonly stereo: Int16Array[] = [];
  transcript = '';
  outcome: CallOutcome | null = null;
  metrics: CallMetricsBody | null = null;
  isOpen = true;
  touchedAt: Date;
  readonly #clock: Clock;

  constructor(call: SpooledCall, clock: Clock) {
    this.call = call;
    this.#clock = clock;
    this.touchedAt = clock.now();
  }

  #skipped = 0;

  skipAudio(samples: number): void {
    this.#skipped += samples;
  }

  appendAudio(stereo: Int16Array): void {
    if (this.#skipped > 0) this.stereo.push(new Int16Array(2 * this.#skipped));
    this.#skipped = 0;
    this.stereo.push(stereo);
    this.touchedAt = this.#clock.now();
  }

  muteCaller(from: number, to: number): void {
    let at = 0;
    for (const part of this.stereo) {
      for (let sample = Math.max(0, from - at); sample < Math.min(part.length / 2, to - at); sample += 1)
        part[2 * sample] = 0;
      at += part.length / 2;
    }
  }

  writeMetrics(metrics: CallMetricsBody): void {
    this.metrics = metrics;
  }

  readonly toolLines: ToolJournalEntry[] = [];

  appendToolCall(line: ToolJournalEntry): Promise<void> {
    this.toolLines.push(line);
    return Promise.resolve();
  }

  readonly answerLines: AnswerRecord[] = [];

  appendAnswer(answer: AnswerRecord): void {
    this.answerLines.push(answer);
  }

  inputs = '';

  appendInputs(lines: string): void {
    this.inputs += lines;
  }

  appendTranscript(lines: string): void {
    this.transcript += lines;
  }

  finish(outcome: CallOutcome): Promise<void> {
    this.outcome = outcome;
    this.isOpen = false;
    return Promise.resolve();
  }

  /** One side of the recording: 0 the caller, 1 the agent. */
  side(side: 0 | 1): Int16Array {
    const pcm = new Int16Array(this.stereo.reduce((sum, { length }) => sum + length, 0) / 2);
    let at = 0;
    for (const part of this.stereo)
      for (let sample = side; sample < part.length; sample += 2) {
        pcm[at] = part[sample]!;
        at += 1;
      }
    return pcm;
  }
}

/** A spool in memory. Calls stay in `all` after they were removed. */
export class MemorySpool implements CallSpool {
  readonly all = new Map<string, KeptCall>();
  readonly removed: string[] = [];
  /** The calls whose process is known to be no more. */
  readonly orphans = new Set<string>();
  /** What the disk says instead of working; null while it works. */
  trouble: Error | null = null;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async open(call: SpooledCall): Promise<KeptCall> {
    if (this.trouble) throw this.trouble;
    const kept = new KeptCall(call, this.#clock);
    this.all.set(call.call_id, kept);
    return kept;
  }

  async probe(): Promise<void> {
    if (this.trouble) throw this.trouble;
  }

  async undeliveredCall(callId: string): Promise<UndeliveredCall | null> {
    return this.#leftovers().find(({ call_id }) => call_id === callId) ?? null;
  }

  async pending(): Promise<UndeliveredCall[]> {
    return this.#leftovers();
  }

  #leftovers(): UndeliveredCall[] {
    if (this.trouble) throw this.trouble;
    const waiting = [...this.all.values()].filter(
      ({ call, isOpen }) => !isOpen && !this.removed.includes(call.call_id),
    );
    return waiting.map(({ call, outcome, metrics, touchedAt, toolLines, answerLines }) => ({
      ...{ ...call, outcome, touched_at: touchedAt.toISOString(), tool_calls: toolCallsIn(toolLines) },
      answers: mergedAnswers([], answerLines),
      ...{ metrics: outcome ? null : metrics, isOrphan: this.orphans.has(call.call_id) },
    }));
  }

  async recording(callId: string): Promise<{ size: number; bytes: AsyncIterable<Uint8Array> } | null> {
    const stereo = this.all.get(callId)?.stereo ?? [];
    if (stereo.length === 0) return null;
    const bytes = (async function* () {
      for (const part of stereo) yield new Uint8Array(part.buffer);
    })();
    return { size: stereo.reduce((sum, part) => sum + part.byteLength, 0), bytes };
  }

  async transcript(callId: string): Promise<Uint8Array | null> {
    const text = this.all.get(callId)?.transcript ?? '';
    return text === '' ? null : new TextEncoder().encode(text);
  }

  async inputs(callId: string): Promise<Uint8Array | null> {
    const text = this.all.get(callId)?.inputs ?? '';
    return text === '' ? null : new TextEncoder().encode(text);
  }

  async remove(callId: string): Promise<void> {
    if (this.trouble) throw this.trouble;
    this.removed.push(callId);
  }

  close(): void {
    this.orphans.clear();
  }
}
