import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentRedaction } from '../../domain/agents/redaction.ts';
import type { CustomVariables } from '../../domain/agents/variables.ts';
import type { CallPatch } from '../../domain/calls/call-log.ts';
import { recordingConsent } from '../../domain/calls/consent-record.ts';
import { redacted, type CallRedaction } from '../../domain/calls/redact.ts';
import { redactedAnswer } from '../../domain/calls/answer-record.ts';
import { redactedStages, type StageRecord } from '../../domain/calls/stage-record.ts';
import { redactedToolCall } from '../../domain/calls/redact-tool-call.ts';
import { endLine } from '../../domain/voice/input-log.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { GrowingRedaction } from './growing-redaction.ts';
import type { ToolSet } from './tool-runner.ts';
import { textOf } from '../../domain/unverified-json.ts';

/** What is left out of what is stored of a call with these variables. Null: nothing. */
export function callRedaction(wanted: AgentRedaction | undefined, variables: CustomVariables): CallRedaction | null {
  if (!wanted) return null;
  // As prompts are filled with it. Lists and objects are not looked for.
  const values = wanted.variables.map((name) => [name, textOf(variables[name])] as const);
  return { kinds: wanted.kinds, values };
}

/**
 * The entry, whose transcript and answers are redacted before they reach the disk. Inputs are not stored while anything is
 * left out: interim words and the streamed text of the model cut anywhere what would have to be found in them.
 */
export const redactedEntry = (entry: SpoolEntry, redaction: CallRedaction | null): SpoolEntry =>
  redaction === null
    ? entry
    : {
        appendAudio: (stereo) => entry.appendAudio(stereo),
        skipAudio: (samples) => entry.skipAudio(samples),
        muteCaller: (from, to) => entry.muteCaller(from, to),
        appendTranscript: (lines) => entry.appendTranscript(redactedLines(lines, redaction)),
        appendToolCall: (line) => entry.appendToolCall(line),
        appendAnswer: (answer) => entry.appendAnswer(redactedAnswer(answer, redaction)),
        appendInputs: redaction instanceof GrowingRedaction ? inputsBefore(entry, redaction) : () => undefined,
        writeMetrics: (metrics) => entry.writeMetrics(metrics),
        finish: (outcome) => entry.finish(outcome),
      };

/** Stores inputs until an agent that leaves something out is about to take over: what is stored has no gap then. */
function inputsBefore(
  entry: Pick<SpoolEntry, 'appendInputs'>,
  redaction: GrowingRedaction,
): SpoolEntry['appendInputs'] {
  let [isStored, hasEnded] = [false, redaction.leavesOut];
  return (lines) => {
    if (hasEnded) return;
    hasEnded = redaction.leavesOut;
    if (!hasEnded) entry.appendInputs(lines);
    else if (isStored) entry.appendInputs(endLine('redacted'));
    isStored = true;
  };
}

/** What is recorded of this agent's calls, and reports of the caller's consent, of stages and of handovers. */
export const recordingParts = (
  { config: { recording } }: Pick<Agent, 'config'>,
  redaction: CallRedaction | null,
  report: (news: Pick<CallPatch, 'recording_consent' | 'stages' | 'agents'>) => void,
): Pick<ConversationParts, 'redaction' | 'isRecorded' | 'consentDecided' | 'stageEntered' | 'agentChanged'> => ({
  redaction,
  isRecorded: recording === undefined || recording.mode === 'on',
  consentDecided: (decision) => report({ recording_consent: recordingConsent(decision) }),
  stageEntered: (record) => report({ stages: storedStages(record, redaction) }),
  agentChanged: (agents) => report({ agents }),
});

/** The tools, whose journal and reports are redacted. */
export const redactedTools = (set: ToolSet, redaction: CallRedaction | null): ToolSet =>
  redaction === null ? set : { ...set, journalLine: (line) => redactedToolCall(line, redaction) };

/** The stages of a call as they are stored. */
export const storedStages = (record: StageRecord, redaction: CallRedaction | null): StageRecord =>
  redaction === null ? record : redactedStages(record, redaction);

/** What stands before the words of a line, as in `[2026-01-31T09:30:00.000Z] user: `. */
const LINE_HEAD = '] user: '.length;

/** Redacts the words of transcript lines. Their times, which have digits, stay. */
const redactedLines = (lines: string, redaction: CallRedaction): string =>
  lines
    .split('\n')
    .map((line) => {
      const words = line.startsWith('[') ? line.indexOf(': ', line.indexOf('] ')) + 2 : line.length;
      return words < LINE_HEAD ? line : line.slice(0, words) + redacted(line.slice(words), redaction);
    })
    .join('\n');
