import type { CallFacts } from './call-facts.ts';
import type { HangUp } from './hang-up.ts';
import type { Webhook } from './webhook-sender.ts';

/** Plivo's time format: UTC, to the second. */
export const timeOf = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ');

/** A webhook of a call, with the parameters that all have. */
export function webhookOf(
  { id, from, to, direction, account }: CallFacts,
  url: string,
  parameters: Readonly<Record<string, string>>,
): Webhook {
  const request = direction === 'outbound' ? { RequestUUID: id, ALegRequestUUID: id } : {};
  return {
    url,
    token: account.token,
    parameters: {
      CallUUID: id,
      ALegUUID: id,
      From: from.replace('+', ''),
      To: to.replace('+', ''),
      Direction: direction,
      ...request,
      ...parameters,
    },
  };
}

interface EndedCall {
  readonly queuedAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  /** Answered duration, in seconds. */
  readonly seconds: number;
}

/** The parameters of the last webhook of a call. */
export function hangUpParameters(
  { callStatus, code, cause, name, source }: HangUp,
  { queuedAt, answeredAt, endedAt, seconds }: EndedCall,
): Record<string, string> {
  return {
    Event: 'Hangup',
    CallStatus: callStatus,
    HangupCause: cause,
    HangupCauseCode: String(code),
    HangupCauseName: name,
    HangupSource: source,
    Duration: String(seconds),
    BillDuration: String(Math.ceil(seconds / 60) * 60),
    StartTime: timeOf(queuedAt),
    AnswerTime: answeredAt ? timeOf(answeredAt) : '',
    EndTime: endedAt ? timeOf(endedAt) : '',
  };
}
