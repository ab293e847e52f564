import type { AgentVisit } from '../calls/agent-record.ts';
import type { StageVisit } from '../calls/stage-record.ts';
import type { ToolCallRecord } from '../calls/tool-call-record.ts';
import type { DialledOutcome } from './dialled-call.ts';
import type { EventName } from './scenario.ts';
import type { TimelineEvent } from './timeline.ts';

/** Why a conversation was ended from outside. `gave_up`: the caller stopped waiting for the agent. */
export type StopCause = 'turns' | 'seconds' | 'stuck' | 'gave_up';

/** What came of one conversation. */
export interface CallRecord {
  readonly events: readonly TimelineEvent[];
  /** Events that cannot be seen from where the caller is. Absent: all can. */
  readonly unseen?: readonly EventName[];
  /** Both sides in their order, as the transcript has them, with their times in ms. */
  readonly transcript: readonly TranscriptEntry[];
  /** What the log of a call of the telephone says of it. Null elsewhere. */
  readonly outcome: DialledOutcome | null;
  /** Why it ended: the status of a call that was not picked up. Null: it was ended from outside, for `stopped`. */
  readonly ended: string | null;
  readonly stopped: StopCause | null;
  /** When it began, in ms since the Unix epoch, by the clock of `calls` and `stages`. */
  readonly startedAt: number;
  /** What a vendor of the agent failed with, and not because the suite wants it. Null: none did. */
  readonly fault: string | null;
  /** From its start to its end, in ms of its own time. */
  readonly lengthMs: number;
  /** Null where they cannot be seen: on a socket of which only the address is known. */
  readonly calls: readonly ToolCallRecord[] | null;
  readonly stages: readonly StageVisit[];
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** The agents that spoke. Empty: the call was not handed over. Null where they cannot be seen. */
  readonly agents: readonly AgentVisit[] | null;
  readonly latenciesMs: readonly number[];
  /** Turns of the caller. */
  readonly turns: number;
  /** What the service of the tools holds. Undefined without one. */
  readonly state?: unknown;
  /** The inputs of the policy, which can be replayed, and their digest. Null on a socket. */
  readonly inputs: { readonly text: string; readonly digest: string } | null;
  /** A stereo recording as WAV: caller left, agent right. Null without audio. */
  readonly recording: Uint8Array | null;
}

/** What one side said. */
export interface TranscriptEntry {
  readonly speaker: 'agent' | 'caller';
  readonly words: string;
  readonly atMs: number;
  readonly endMs: number;
  /** It was cut short. */
  readonly isInterrupted?: true;
}

/** The record without what only files are written of: a recording has some megabytes for each minute. */
export const withoutArtifacts = (record: CallRecord): CallRecord => ({
  ...record,
  inputs: record.inputs && { ...record.inputs, text: '' },
  recording: null,
});
