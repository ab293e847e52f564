import { invalid, rejected } from '../errors.ts';
import {
  CALL_RESPONSES,
  CALL_STATUSES,
  isLive,
  type CallLog,
  type CallLogStatus,
  type CallPatch,
  type CallResponse,
} from './call-log.ts';
import { utcMoment } from './moment.ts';

/** A patch as it arrives: words that still have to be understood. */
export interface CallPatchInput {
  readonly transcript_url?: string;
  readonly recording_url?: string;
  readonly end_time_utc?: string;
  readonly status?: string;
  readonly call_response?: string;
}

/** Other words for a disposition that carriers use and we take. */
export const RESPONSE_SYNONYMS: Readonly<Record<string, CallResponse>> = {
  'no-answer': 'no_answer',
  cancelled: 'canceled',
};

/** The fields that are given and known, in our own words. Refuses unknown words, a senseless time and an empty patch. */
export function callPatch(input: CallPatchInput): CallPatch {
  const { transcript_url, recording_url, end_time_utc, status, call_response } = input;
  const patch: CallPatch = {
    ...(transcript_url !== undefined && { transcript_url }),
    ...(recording_url !== undefined && { recording_url }),
    ...(end_time_utc !== undefined && { end_time_utc: utcMoment(end_time_utc, 'end_time_utc').toISOString() }),
    ...(status !== undefined && { status: statusOf(status) }),
    ...(call_response !== undefined && { call_response: responseOf(call_response) }),
  };
  if (Object.keys(patch).length === 0) throw rejected('No fields to update');
  return patch;
}

/**
 * The fields a patch changes. A terminal call keeps its status and its `answered`; URLs and a missing end time may
 * still arrive late. The first `in_progress` starts the clock; an end time derives `duration`, never below 0.
 */
export function patchCall(call: CallLog, patch: CallPatch, now: Date): Partial<CallLog> {
  const { status, call_response, end_time_utc, ...locations } = patch;
  const moved = progress(call, status, now);
  const start = moved.start_time_utc ?? call.start_time_utc;
  return {
    ...locations,
    ...moved,
    ...(call.call_response !== 'answered' && call_response && { call_response }),
    ...(end_time_utc !== undefined && ending(call, start, end_time_utc)),
    updated_at: now.toISOString(),
  };
}

function progress(call: CallLog, status: CallLogStatus | undefined, now: Date): Partial<CallLog> {
  if (status === undefined || !isLive(call.status)) return {};
  const begins = status === 'in_progress' && call.start_time_utc === null;
  return { status, ...(begins && { start_time_utc: now.toISOString() }) };
}

function ending(call: CallLog, start: string | null, end: string): Partial<CallLog> {
  if (!isLive(call.status) && call.end_time_utc !== null) return {};
  return { end_time_utc: end, duration: durationSeconds(start, end) };
}

function statusOf(word: string): CallLogStatus {
  const status = CALL_STATUSES.find((known) => known === word);
  if (!status) throw invalid(`status must be one of ${CALL_STATUSES.join(', ')}`);
  return status;
}

function responseOf(word: string): CallResponse {
  const known = Object.hasOwn(RESPONSE_SYNONYMS, word) ? RESPONSE_SYNONYMS[word] : word;
  const response = CALL_RESPONSES.find((each) => each === known);
  if (!response) throw invalid(`call_response must be one of ${CALL_RESPONSES.join(', ')}`);
  return response;
}

function durationSeconds(start: string | null, end: string): number | null {
  if (start === null) return null;
  return Math.max(0, (Date.parse(end) - Date.parse(start)) / 1000);
}
