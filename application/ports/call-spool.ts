import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { AnswerRecord } from '../../domain/calls/answer-record.ts';
import type { ToolCallRecord, ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';

/**
 * For spooling a call's artifacts as they are produced, until the API and the object store have accepted them. Written
 * data survives a crash of the process.
 */
export interface CallSpool {
  /** Starts spooling a call. */
  open(call: SpooledCall): Promise<SpoolEntry>;
  /** All spooled calls, oldest first, except those still open in this process. */
  pending(): Promise<UndeliveredCall[]>;
  /** One such call; null when it was removed, never kept, or is still open here. */
  undeliveredCall(callId: string): Promise<UndeliveredCall | null>;
  /** The recording's bytes as a whole WAV file, or null when no audio was kept. */
  recording(callId: string): Promise<{ size: number; bytes: AsyncIterable<Uint8Array> } | null>;
  /** The transcript's bytes, or null when there is none. */
  transcript(callId: string): Promise<Uint8Array | null>;
  /** The inputs of the call's conversation as they were appended, or null when there are none. */
  inputs(callId: string): Promise<Uint8Array | null>;
  /** Removes a delivered call. */
  remove(callId: string): Promise<void>;
  /** Writes and removes a small file. Rejects when calls cannot be spooled now. */
  probe(): Promise<void>;
  /** Closes the spool for this process: other processes then treat its calls as orphans, as after a crash. */
  close(): void;
}

export interface SpooledCall {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly started_at: string;
  /** Sample rate of the stereo recording, in Hz: caller left, agent right. */
  readonly sampleRate: number;
}

/** One call being spooled. Writes are ordered and never block; those without a promise are buffered. */
export interface SpoolEntry {
  /** Appends interleaved stereo samples to the recording. */
  appendAudio(stereo: Int16Array): void;
  /** Leaves this number of samples of both sides of the recording silent, without writing them. Skipped audio alone makes no recording. */
  skipAudio(samples: number): void;
  /** Silences the caller's side of samples that were appended before. */
  muteCaller(from: number, to: number): void;
  /** Appends lines to the transcript. */
  appendTranscript(lines: string): void;
  /**
   * Appends to the journal of tool calls. Resolves when the line survives a crash of the process. The start of a call with
   * side effects survives a power failure as well a few ms later.
   */
  appendToolCall(line: ToolJournalEntry): Promise<void>;
  /** Keeps an answer, in place of an earlier one of the same number. */
  appendAnswer(answer: AnswerRecord): void;
  /**
   * Appends to the inputs of the conversation. After a failed write nothing is appended: what is stored has no gap. It
   * survives a crash of the process, not a power failure.
   */
  appendInputs(lines: string): void;
  /** Replaces the metrics measured so far. */
  writeMetrics(metrics: CallMetricsBody): void;
  /** Flushes everything to disk and completes the call with this outcome. Called once. */
  finish(outcome: CallOutcome): Promise<void>;
}

/** A spooled call. `outcome` is null when the process died before the call ended. */
export interface UndeliveredCall extends SpooledCall {
  readonly outcome: CallOutcome | null;
  /** Metrics measured before the process died; null without any, and for calls with an outcome, which contains them. */
  readonly metrics: CallMetricsBody | null;
  /** Its tool calls, in order. */
  readonly tool_calls: readonly ToolCallRecord[];
  /** Its answers, in order. */
  readonly answers: readonly AnswerRecord[];
  /** Whether its process is known to be dead: no other process used the spool when this one opened it. */
  readonly isOrphan: boolean;
  /** When it was last written. */
  readonly touched_at: string;
}
