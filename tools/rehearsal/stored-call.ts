import { createHash } from 'node:crypto';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { hungUpAfter } from '../../domain/campaigns/run-outcome.ts';
import type { CallRecord, TranscriptEntry } from '../../domain/rehearsal/call-record.ts';
import { CHARACTERS_PER_SECOND } from '../../domain/voice/played-text.ts';
import { waitUntil } from '../demo/wait-until.ts';
import { ApiRefusal, type InstallationApi } from '../lib/installation-api.ts';

/** How long an installation may take to deliver what it keeps of a call that is over. In milliseconds. */
const DELIVERY_MS = 60_000;
const EVERY_MS = 250;

/** What an installation keeps of a call, as far as a rehearsal looks at it. */
export type StoredCall = Pick<
  CallRecord,
  | 'startedAt'
  | 'transcript'
  | 'calls'
  | 'stages'
  | 'fields'
  | 'agents'
  | 'outcome'
  | 'latenciesMs'
  | 'ended'
  | 'turns'
  | 'inputs'
>;

/** Waits until a call is over and delivered, and reads what is kept of it. `find` looks for its log. */
export async function storedCall(
  api: Pick<InstallationApi, 'text'>,
  find: () => Promise<CallLog | null>,
  { everyMs = EVERY_MS, timeoutMs = DELIVERY_MS } = {},
): Promise<StoredCall> {
  const isThere = (call: CallLog | null): boolean => call !== null && isDelivered(call);
  const log = await waitUntil('The record of the call', find, isThere, { everyMs, timeoutMs });
  if (!log) throw new Error('The installation has no record of the call');
  return { ...(await artifactsOf(api, log)), ...factsOf(log) };
}

const factsOf = (log: CallLog): Pick<StoredCall, 'calls' | 'stages' | 'fields' | 'agents' | 'outcome' | 'ended'> => ({
  calls: log.tool_calls ?? [],
  stages: log.stages?.entered ?? [],
  fields: log.stages?.fields ?? {},
  agents: log.agents ?? [],
  outcome: outcomeIn(log),
  ended: log.end_reason ?? null,
});

/** Only calls of the telephone have one. */
const outcomeIn = (log: CallLog): StoredCall['outcome'] =>
  log.call_type === 'web' || log.call_response === null
    ? null
    : { status: log.status, call_response: log.call_response, stayedSeconds: hungUpAfter(log) };

async function artifactsOf(api: Pick<InstallationApi, 'text'>, { call_id, start_time_utc, created_at }: CallLog) {
  const path = `/calls/${call_id}`;
  const [transcript, metrics, inputs] = await Promise.all([
    textOf(api, `${path}/transcript`),
    textOf(api, `${path}/metrics`),
    textOf(api, `${path}/inputs`),
  ]);
  const startedAt = Date.parse(start_time_utc ?? created_at);
  const entries = transcriptEntries(transcript, startedAt);
  return {
    startedAt,
    transcript: entries,
    latenciesMs: latenciesIn(metrics),
    turns: entries.filter(({ speaker }) => speaker === 'caller').length,
    inputs: inputs === '' ? null : { text: inputs, digest: createHash('sha256').update(inputs).digest('hex') },
  };
}

/** The runtime reports why a call ended after all that it keeps of it. A call that never began has nothing. */
const isDelivered = ({ status, end_reason: reason, start_time_utc: startedAt }: CallLog): boolean =>
  !isLive(status) && (reason !== undefined || startedAt === null);

/** Empty where there is none: of a call without words, or of an agent whose calls are redacted. */
const textOf = (api: Pick<InstallationApi, 'text'>, path: string): Promise<string> =>
  api.text(path).catch((error: unknown) => {
    if (error instanceof ApiRefusal && error.status === 404) return '';
    throw error;
  });

const LINE = /^\[([^\]]+)\] (user|assistant): (.*)$/u;

/** The lines of a stored transcript. When their words end is not kept: it is estimated. */
export const transcriptEntries = (text: string, startedAt: number): TranscriptEntry[] =>
  text
    .split('\n')
    .flatMap((line): TranscriptEntry[] => {
      const [, time = '', speaker, words = ''] = LINE.exec(line) ?? [];
      if (speaker === undefined) return [];
      const atMs = Date.parse(time) - startedAt;
      const endMs = atMs + Math.round((words.length * 1_000) / CHARACTERS_PER_SECOND);
      return [{ speaker: speaker === 'user' ? 'caller' : 'agent', words, atMs, endMs }];
    })
    .toSorted((one, other) => one.atMs - other.atMs);

function latenciesIn(metrics: string): number[] {
  if (metrics === '') return [];
  const { latencies } = JSON.parse(metrics) as { latencies: { user_to_bot_secs: number[] } };
  return latencies.user_to_bot_secs.map((secs) => Math.round(secs * 1_000));
}
