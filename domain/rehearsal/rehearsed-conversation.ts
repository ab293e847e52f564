import { cut } from '../bounded-text.ts';
import type { ToolCallOutcome } from '../calls/tool-call-record.ts';
import { amountText, type Micros } from '../costs/money.ts';
import { oneLine } from '../plain-text.ts';
import { textDigest } from '../voice/effect-digest.ts';
import { problemsOf, type Attempt, type Verdict } from './attempt.ts';
import type { CallRecord, StopCause } from './call-record.ts';
import type { CallCheck } from './checks.ts';
import type { JudgedCriterion } from './judgement.ts';
import { quantile } from './pass-rates.ts';

/** A side of a comparison. Without one there is only `a`. */
export type RehearsalSideId = 'a' | 'b';

/** A conversation of a run that is over, as far as it is listed. */
export interface RehearsedConversation {
  readonly org_id: string;
  readonly run_id: string;
  /** Side and position. */
  readonly conversation_id: string;
  readonly side: RehearsalSideId;
  /** Counts from 1. The other side has the same conversation there. */
  readonly position: number;
  readonly title: string;
  readonly persona: string | null;
  readonly run: number;
  readonly seed: number;
  readonly verdict: Verdict;
  readonly problems: readonly string[];
  readonly ended: string | null;
  readonly stopped: StopCause | null;
  readonly length_ms: number;
  readonly turns: number;
  readonly latencies_ms: readonly number[];
  readonly amount: Micros;
  readonly unpriced: readonly string[];
  /** The same where the same was said. */
  readonly words_digest: string;
  readonly has_recording: boolean;
  /** Of its objects. */
  readonly stored_bytes: number;
  /** Part of the key of what was said and done. Absent: it has none, as in runs that the API holds. */
  readonly detail_id?: string;
}

export type DetailId = Pick<RehearsedConversation, 'detail_id'>;

/** What was said and done in it. */
export interface ConversationDetail {
  readonly error: string | null;
  readonly captions: readonly Caption[];
  readonly checks: readonly CallCheck[];
  readonly judged: readonly JudgedCriterion[];
  /** Null where they cannot be seen. */
  readonly calls: readonly CaptionedCall[] | null;
  readonly stages: readonly { readonly stage: string; readonly by: string; readonly at_ms: number }[];
  readonly fields: Readonly<Record<string, unknown>> | null;
}

/** What one side said. */
export interface Caption {
  readonly speaker: 'agent' | 'caller';
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly interrupted?: true;
}

/** A call of a tool. */
export interface CaptionedCall {
  readonly name: string;
  readonly arguments: string;
  readonly outcome: ToolCallOutcome;
  readonly answer: string | null;
  readonly start_ms: number;
  readonly end_ms: number | null;
}

/** Bounds of what is kept, as openapi.yaml has them. */
const [PROBLEMS_MAX, CAPTIONS_MAX, CHECKS_MAX, JUDGED_MAX, CALLS_MAX, LATENCIES_MAX] = [20, 1_000, 200, 50, 200, 1_000];
const [PROBLEM_MAX, CAPTION_MAX, NAME_MAX, DETAIL_MAX, TEXT_MAX, ERROR_MAX] = [500, 2_000, 500, 1_000, 1_000, 2_000];
const FIELDS_BYTES_MAX = 20_000;
const JUDGEMENTS_MAX = 20;
const STAGE_MAX = 100;

/** The id of a conversation in its run. */
export const conversationId = (side: RehearsalSideId, position: number): string => `${side}${position}`;

/** The side and the position of an id. Null: it is none. */
export function placeIn(id: string): Pick<ConversationPlace, 'side' | 'position'> | null {
  const [side, digits] = [id.slice(0, 1), id.slice(1)];
  if ((side !== 'a' && side !== 'b') || !/^[1-9]\d{0,3}$/.test(digits)) return null;
  return { side, position: Number(digits) };
}

/** Where a conversation belongs. */
export interface ConversationPlace {
  readonly org_id: string;
  readonly run_id: string;
  readonly side: RehearsalSideId;
  readonly position: number;
}

/** What is kept of an attempt, cut to what the API allows. */
export function rehearsedConversation(
  attempt: Attempt,
  place: ConversationPlace,
): { readonly conversation: RehearsedConversation; readonly detail: ConversationDetail } {
  const { record, error } = attempt;
  const detail: ConversationDetail = {
    error: error === null ? null : cut(error, ERROR_MAX),
    captions: captionsOf(record),
    checks: attempt.checks.slice(0, CHECKS_MAX).map(cutCheck),
    judged: attempt.judged.slice(0, JUDGED_MAX).map(cutCriterion),
    calls: callsOf(record),
    stages: stagesOf(record),
    fields: fieldsOf(record),
  };
  const conversation: RehearsedConversation = {
    ...{ ...place, conversation_id: conversationId(place.side, place.position) },
    ...{ title: attempt.title, persona: attempt.persona, run: attempt.run, seed: attempt.seed },
    ...{ verdict: attempt.verdict, problems: shortProblems(problemsOf(attempt)), ...measuresOf(record) },
    ...{ amount: attempt.cost.amount, unpriced: attempt.cost.unpriced, words_digest: wordsDigest(detail.captions) },
    ...{ has_recording: false, stored_bytes: 0 },
  };
  return { conversation, detail };
}

const measuresOf = (
  record: CallRecord | null,
): Pick<RehearsedConversation, 'ended' | 'stopped' | 'length_ms' | 'turns' | 'latencies_ms'> =>
  record
    ? {
        ...{
          ended: record.ended,
          stopped: record.stopped,
          length_ms: Math.round(record.lengthMs),
          turns: record.turns,
        },
        latencies_ms: record.latenciesMs.slice(0, LATENCIES_MAX),
      }
    : { ended: null, stopped: null, length_ms: 0, turns: 0, latencies_ms: [] };

export const shortProblems = (problems: readonly string[]): string[] =>
  problems.slice(0, PROBLEMS_MAX).map((problem) => oneLine(problem, PROBLEM_MAX));

/** The same for the same words only. */
export const wordsDigest = (captions: readonly Caption[]): string =>
  textDigest(JSON.stringify(captions.map(({ speaker, text }) => [speaker, text])));

const captionsOf = (record: CallRecord | null): Caption[] =>
  (record?.transcript ?? []).slice(0, CAPTIONS_MAX).map(({ speaker, words, atMs, endMs, isInterrupted }) => ({
    ...{ speaker, text: cut(words, CAPTION_MAX), start_ms: wholeMs(atMs), end_ms: wholeMs(Math.max(atMs, endMs)) },
    ...(isInterrupted && { interrupted: true as const }),
  }));

const cutCheck = ({ name, ok, detail }: CallCheck): CallCheck => ({
  ...{ name: cut(name, NAME_MAX), ok, detail: cut(detail, DETAIL_MAX) },
});

const cutCriterion = ({ criterion, judgements, ...judged }: JudgedCriterion): JudgedCriterion => ({
  ...{ criterion: cut(criterion, TEXT_MAX), ...judged },
  judgements: judgements.slice(0, JUDGEMENTS_MAX).map(({ met, quote, reason }) => ({
    ...{ met, quote: cut(quote, PROBLEM_MAX), reason: cut(reason, TEXT_MAX) },
  })),
});

function callsOf(record: CallRecord | null): CaptionedCall[] | null {
  if (!record) return [];
  const sinceStart = (moment: string): number => wholeMs(Date.parse(moment) - record.startedAt);
  return (
    record.calls?.slice(0, CALLS_MAX).map(({ name, arguments: given, outcome, answer, started_at, ended_at }) => ({
      ...{ name, arguments: cut(given, TEXT_MAX), outcome, answer: answer && cut(answer, TEXT_MAX) },
      ...{ start_ms: sinceStart(started_at), end_ms: ended_at === null ? null : sinceStart(ended_at) },
    })) ?? null
  );
}

const stagesOf = (record: CallRecord | null): ConversationDetail['stages'] =>
  (record?.stages ?? []).slice(0, CHECKS_MAX).map(({ stage, by, at }) => ({
    ...{ stage: cut(stage, STAGE_MAX), by: cut(by, STAGE_MAX) },
    at_ms: wholeMs(Date.parse(at) - (record?.startedAt ?? 0)),
  }));

/** Fields beyond the bound are left out as a whole. */
function fieldsOf(record: CallRecord | null): ConversationDetail['fields'] {
  const fields = record?.fields ?? null;
  return fields && JSON.stringify(fields).length > FIELDS_BYTES_MAX ? {} : fields;
}

const wholeMs = (ms: number): number => Math.max(0, Math.round(ms));

/** A conversation as its organisation lists it. */
export interface ConversationView extends Omit<
  RehearsedConversation,
  'org_id' | 'run_id' | 'latencies_ms' | 'amount' | 'unpriced' | 'words_digest' | 'stored_bytes' | 'detail_id'
> {
  readonly median_latency_ms: number | null;
  readonly cost: string;
}

export function conversationView({
  org_id: _organisation,
  run_id: _run,
  words_digest: _words,
  stored_bytes: _bytes,
  detail_id: _detail,
  unpriced: _unpriced,
  latencies_ms,
  amount,
  ...view
}: RehearsedConversation): ConversationView {
  return { ...view, median_latency_ms: quantile(latencies_ms, 0.5), cost: amountText(amount) };
}

/** The folder of what a run left. */
export const runPrefix = ({ org_id, run_id }: Pick<RehearsedConversation, 'org_id' | 'run_id'>): string =>
  `${org_id}/rehearsals/${run_id}/`;

/** The object with the plan of a run. */
export const planKey = (run: Pick<RehearsedConversation, 'org_id' | 'run_id'>): string => `${runPrefix(run)}plan.json`;

/** The object with what was said and done in a conversation. */
export const detailKey = ({ detail_id: id, ...place }: ConversationPlace & DetailId): string =>
  `${runPrefix(place)}${conversationId(place.side, place.position)}${id === undefined ? '' : `-${id}`}.json`;

/** The object with the recording of a conversation. */
export const rehearsalRecordingKey = (place: ConversationPlace): string =>
  `${runPrefix(place)}${conversationId(place.side, place.position)}.wav`;

export const isRecordingKey = (key: string): boolean => key.endsWith('.wav');

/** The run of an object that a run left. Null: no run left it. */
export function runOfKey(key: string): Pick<RehearsedConversation, 'org_id' | 'run_id'> | null {
  const [org_id, folder, run_id, name] = key.split('/');
  if (org_id === undefined || folder !== 'rehearsals' || run_id === undefined || name === undefined) return null;
  return { org_id, run_id };
}
