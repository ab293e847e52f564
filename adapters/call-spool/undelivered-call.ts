import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SpooledCall, UndeliveredCall } from '../../application/ports/call-spool.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import { mergedAnswers, type AnswerRecord } from '../../domain/calls/answer-record.ts';
import { toolCallsIn, type ToolJournalEntry } from '../../domain/calls/tool-call-record.ts';
import { unlessCode } from '../lib/expected-failures.ts';
import { readJson } from './files.ts';
import { isRecord, parsedJson } from '../../domain/unverified-json.ts';

export interface CallPaths {
  readonly manifest: string;
  readonly recording: string;
  readonly transcript: string;
  readonly metrics: string;
  readonly tools: string;
  readonly answers: string;
  readonly inputs: string;
  readonly outcome: string;
}

export const pathsIn = (folder: string): CallPaths => ({
  manifest: join(folder, 'call.json'),
  recording: join(folder, 'recording.wav'),
  transcript: join(folder, 'transcript.txt'),
  metrics: join(folder, 'metrics.json'),
  tools: join(folder, 'tools.ndjson'),
  answers: join(folder, 'answers.ndjson'),
  inputs: join(folder, 'inputs.ndjson'),
  outcome: join(folder, 'outcome.json'),
});

/** Reads the manifest of a call folder. Null when it is missing or invalid. */
export async function readCall(folder: string): Promise<SpooledCall | null> {
  const manifest = await readJson(pathsIn(folder).manifest);
  return isCall(manifest) && manifest.call_id === basename(folder) ? manifest : null;
}

/** Reads a call that was not delivered. Null when its folder is incomplete, or is removed while it is read. */
export async function readUndeliveredCall(folder: string): Promise<Omit<UndeliveredCall, 'isOrphan'> | null> {
  const call = await readCall(folder);
  if (!call) return null;
  const paths = pathsIn(folder);
  const written = await readJson(paths.outcome);
  const outcome = isOutcome(written) ? written : null;
  // An outcome includes its metrics.
  const metrics = outcome ? null : await readJson(paths.metrics);
  // The outcome is written last.
  const touched = await Promise.all((outcome ? [paths.outcome] : Object.values(paths)).map(lastWrite));
  const toolCalls = await readLines<ToolJournalEntry>(paths.tools, 'run');
  const answers = await readLines<AnswerRecord>(paths.answers, 'number');
  // A removal renames the folder: without a manifest now, some of the files above may have been missing.
  if ((await lastWrite(paths.manifest)) === 0) return null;
  return {
    ...call,
    outcome,
    tool_calls: toolCallsIn(toolCalls),
    answers: mergedAnswers([], answers),
    metrics: isMetrics(metrics) ? metrics : null,
    touched_at: new Date(Math.max(...touched)).toISOString(),
  };
}

/** A journal's lines, which have a number in this field. A crash may have cut the last one. */
async function readLines<Line>(path: string, field: keyof Line & string): Promise<Line[]> {
  const text = (await readFile(path, 'utf8').catch(unlessCode('ENOENT'))) ?? '';
  return text.split('\n').flatMap((line) => {
    const value = parsedJson(line);
    return isRecord(value) && Number.isInteger(value[field]) ? [value as Line] : [];
  });
}

const lastWrite = async (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

const isCall = (value: unknown): value is SpooledCall =>
  isRecord(value) &&
  ['call_id', 'org_id', 'agent_id', 'started_at'].every((field) => typeof value[field] === 'string') &&
  Number.isInteger(value['sampleRate']);

const isMetrics = (value: unknown): value is CallMetricsBody =>
  isRecord(value) &&
  Array.isArray(value['turns']) &&
  ['summary', 'transport', 'latencies'].every((field) => isRecord(value[field]));

const isOutcome = (value: unknown): value is CallOutcome =>
  isRecord(value) && ['status', 'call_response', 'end_time_utc'].every((field) => typeof value[field] === 'string');
