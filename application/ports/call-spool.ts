import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';

/**
 * For keeping what a call leaves behind, as it happens, until the API and the object store have taken it.
 * What was written survives a crash of the process.
 */
export interface CallSpool {
  /** Starts keeping a call. */
  open(call: SpooledCall): Promise<SpoolEntry>;
  /** Every call that was kept and not yet removed, oldest first, except those still open here. */
  pending(): Promise<UndeliveredCall[]>;
  /** One such call; null when it was removed, never kept, or is still open here. */
  undeliveredCall(callId: string): Promise<UndeliveredCall | null>;
  /** The recording's bytes as a whole WAV file, or null when no audio was kept. */
  recording(callId: string): Promise<{ size: number; bytes: AsyncIterable<Uint8Array> } | null>;
  /** The transcript's bytes, or null when there is none. */
  transcript(callId: string): Promise<Uint8Array | null>;
  /** Forgets a call that was delivered. */
  remove(callId: string): Promise<void>;
  /** Writes something small and takes it back. Rejects when calls could not be kept now. */
  probe(): Promise<void>;
  /** This process keeps and looks for no more calls: for others they are orphans from now on, as after a crash. */
  close(): void;
}

export interface SpooledCall {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly started_at: string;
  /** Samples per second of the stereo recording: caller left, agent right. */
  readonly sampleRate: number;
}

/** One call being kept. Writes are buffered and ordered; they never block the caller. */
export interface SpoolEntry {
  /** Adds interleaved stereo samples to the recording. */
  appendAudio(stereo: Int16Array): void;
  /** Adds lines to the transcript. */
  appendTranscript(lines: string): void;
  /** What was measured so far, in place of what was measured before. */
  writeMetrics(metrics: CallMetricsBody): void;
  /** Everything written is on disk, and the call is complete with this outcome. Called once. */
  finish(outcome: CallOutcome): Promise<void>;
}

/** A call found in the spool. `outcome` is null when the process died before the call ended. */
export interface UndeliveredCall extends SpooledCall {
  readonly outcome: CallOutcome | null;
  /** What was measured before the process died; null when nothing was, and for calls with an outcome, which has it. */
  readonly metrics: CallMetricsBody | null;
  /** Whether its process is known to be no more: nobody else used the spool when this one began to. */
  readonly isOrphan: boolean;
  /** When the spool last heard of it. */
  readonly touched_at: string;
}
