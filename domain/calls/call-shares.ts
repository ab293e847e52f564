/**
 * Calls that nobody vouches for. `anonymous`: from a browser that brought no ticket. `unsigned`: rings at an agent by a
 * webhook that its carrier did not sign.
 */
export const UNVERIFIED = ['anonymous', 'unsigned'] as const;
export type Unverified = (typeof UNVERIFIED)[number];

/** Percentage of an organisation's slots that each kind of unverified call may hold. */
export type CallShares = Readonly<Record<Unverified, number>>;

/** The settings of the shares, as they are named to people. */
const SETTING: Readonly<Record<Unverified, string>> = {
  anonymous: 'ANONYMOUS_CALLS_SHARE',
  unsigned: 'UNSIGNED_CALLS_SHARE',
};

/** How many of so many slots unverified calls of a kind may hold: the share rounded down, at least 1. */
export const slotsOf = (kind: Unverified, limit: number, shares: CallShares): number =>
  Math.max(1, Math.floor((limit * shares[kind]) / 100));

/** Why an unverified call got no slot. */
export const shareReached = (kind: Unverified, slots: number, limit: number): string =>
  `Organisation concurrent call limit reached: ${kind} calls may hold ${slots} of ${limit} slots (${SETTING[kind]})`;
