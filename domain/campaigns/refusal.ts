import type { CallLog } from '../calls/call-log.ts';
import type { Suppression } from './suppression.ts';

/**
 * Why a contact is not dialled, and so the outcome of its run. `suppressed`: the number is on the organisation's suppression
 * list. `no_consent`: the list of contacts does not have the person's consent, or it has expired. `no_common_hours`: there
 * is no time at which the schedule is open in all time zones that the contact may be in. `callback_agreed`: instead of a
 * retry, the person is called back at an agreed time. `reached`: a callback of a person who was reached in between. `too_late`:
 * a callback that could not be made near its agreed time.
 */
export const REFUSALS = [
  'suppressed',
  'no_consent',
  'no_common_hours',
  'callback_agreed',
  'reached',
  'too_late',
] as const;
export type RefusalReason = (typeof REFUSALS)[number];

/** Refused contacts by reason. */
export type RefusedBy = Readonly<Partial<Record<RefusalReason, number>>>;

/** What a contact list says about the consent of a contact that is not dialled. */
export interface ConsentEvidence {
  readonly column: string;
  /** At most the first 100 characters. */
  readonly value: string;
  /** The day or the time of expiry that the list has. Null: none. */
  readonly expires: string | null;
}

/** Why a contact of a campaign was not dialled, the evidence that was in effect, and when it was checked. */
export type DialRefusal = { readonly refused_at: string } & (
  | {
      readonly reason: 'suppressed';
      readonly suppression: Pick<Suppression, 'reason' | 'source' | 'call_id' | 'created_at'>;
    }
  | { readonly reason: 'no_consent'; readonly consent: ConsentEvidence }
  | { readonly reason: 'no_common_hours'; readonly timezones: readonly string[] }
  | { readonly reason: 'callback_agreed'; readonly callback: { readonly callback_id: string; readonly at: string } }
  | { readonly reason: 'reached'; readonly reached: { readonly call_id: string | null } }
  | { readonly reason: 'too_late'; readonly late: { readonly at: string; readonly latest: string } }
);

/** What users read about a call that was refused. */
export const REFUSAL_TEXTS: Readonly<Record<RefusalReason, string>> = {
  suppressed: 'Not dialled: the number is on the suppression list of the organisation',
  no_consent: 'Not dialled: the contact list does not have the consent of the contact',
  no_common_hours: 'Not dialled: the schedule is never open in all time zones that the contact may be in',
  callback_agreed: 'Not dialled: a callback of the contact was agreed',
  reached: 'Not dialled: the person was reached since the callback was agreed',
  too_late: 'Not dialled: the agreed time of the callback had passed by an hour',
};

/** Why this call was not dialled, if a refusal ended it, even one that a crash kept from its run. */
export const refusalReasonOf = ({ error_message }: Pick<CallLog, 'error_message'>): RefusalReason | null =>
  REFUSALS.find((reason) => REFUSAL_TEXTS[reason] === error_message) ?? null;

export const isRefusal = (outcome: string): outcome is RefusalReason =>
  (REFUSALS as readonly string[]).includes(outcome);

export const refusalBy = ({ reason, source, call_id, created_at }: Suppression, now: Date): DialRefusal => ({
  reason: 'suppressed',
  suppression: { reason, source, ...(call_id !== undefined && { call_id }), created_at },
  refused_at: now.toISOString(),
});

/** The refusal without what it says about a person. */
export function withoutEvidence(refusal: DialRefusal): DialRefusal {
  if (refusal.reason === 'suppressed') return { ...refusal, suppression: { ...refusal.suppression, reason: null } };
  if (refusal.reason !== 'no_consent') return refusal;
  return { ...refusal, consent: { ...refusal.consent, value: '', expires: null } };
}
