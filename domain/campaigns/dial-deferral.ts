import type { DialCapReached } from './dial-caps.ts';

/**
 * Why a contact that is due is dialled later, and the evidence. `dial_cap`: its number was dialled as often as allowed.
 * `outside_hours`, `holiday`: the schedule is closed in a zone that it may be in. `in_call`: another dial of the same person is
 * under way.
 */
export type DialDeferral = {
  /** When it may be dialled, unless settings change before. */
  readonly until: string;
  readonly deferred_at: string;
} & (
  | { readonly reason: 'dial_cap'; readonly cap: Pick<DialCapReached, 'window' | 'limit' | 'dials'> }
  | { readonly reason: 'outside_hours'; readonly timezones: readonly string[] }
  | { readonly reason: 'holiday'; readonly holiday: string; readonly timezones: readonly string[] }
  | { readonly reason: 'in_call' }
);

/** A contact waits because the analysis of its call decides whether it is dialled again. */
export interface AnalysisWait {
  readonly reason: 'analysis';
  readonly call_id: string;
  /** How long the analysis is waited for. */
  readonly until: string;
  readonly deferred_at: string;
}

export const deferralByCap = ({ until, window, limit, dials }: DialCapReached, now: Date): DialDeferral => ({
  reason: 'dial_cap',
  cap: { window, limit, dials },
  until,
  deferred_at: now.toISOString(),
});
