/**
 * Calls without verified origin. `anonymous`: from a browser without a ticket. `unsigned`: inbound by a webhook its
 * carrier did not sign.
 */
export const UNVERIFIED = ['anonymous', 'unsigned'] as const;
export type UnverifiedKind = (typeof UNVERIFIED)[number];

/** Percentage of an organisation's slots per kind of unverified call. */
export type CallShares = Readonly<Record<UnverifiedKind, number>>;

/** Environment variables of the shares, for messages. */
const SETTING: Readonly<Record<UnverifiedKind, string>> = {
  anonymous: 'ANONYMOUS_CALLS_SHARE',
  unsigned: 'UNSIGNED_CALLS_SHARE',
};

/** Slots that unverified calls of a kind may hold: the share rounded down, at least 1. */
export const slotsOf = (kind: UnverifiedKind, limit: number, shares: CallShares): number =>
  Math.max(1, Math.floor((limit * shares[kind]) / 100));

/** Error message for an unverified call without a slot. */
export const shareReached = (kind: UnverifiedKind, slots: number, limit: number): string =>
  `Organisation concurrent call limit reached: ${kind} calls may hold ${slots} of ${limit} slots (${SETTING[kind]})`;
