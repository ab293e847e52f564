import type { CallLogResponse } from '../typescript/index.ts';
import { fields, moment } from './table.ts';

/** Whether nothing more becomes of a call. */
export const isOver = ({ status }: CallLogResponse): boolean =>
  status !== 'initiated' && status !== 'ringing' && status !== 'in_progress';

/** What became of a call: more than its status, where it was more. */
export const outcome = ({ status, call_response: response }: CallLogResponse): string =>
  response === null || response === status ? status : `${status} (${response})`;

/** How long a call was. */
export const length = ({ duration }: CallLogResponse): string | null =>
  duration === null ? null : `${Math.round(duration)} s`;

/** One call, field by field. */
export const callInWords = (call: CallLogResponse): string =>
  fields({
    call_id: call.call_id,
    outcome: outcome(call),
    type: call.call_type,
    agent: call.agent_name ?? call.agent_id,
    from: call.from_number,
    to: call.to_number,
    carrier: call.telephony_provider,
    campaign: call.campaign_id,
    created: moment(call.created_at),
    began: moment(call.start_time_utc),
    ended: moment(call.end_time_utc),
    length: length(call),
    recording: call.recording_url !== null,
    transcript: call.transcript_url !== null,
    error: call.error_message,
  });
