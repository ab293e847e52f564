/**
 * Calls without verified origin. `anonymous`: from a browser without a ticket. `unsigned`: inbound by a webhook its
 * carrier did not sign.
 */
export const UNVERIFIED = ['anonymous', 'unsigned'] as const;
export type UnverifiedKind = (typeof UNVERIFIED)[number];

/** Calls of strangers, which use a share of an organisation's slots. `page`: of a ticket that an API key got for a page. */
export const SHARED = [...UNVERIFIED, 'page'] as const;
export type SharedKind = (typeof SHARED)[number];

/** Percentage of an organisation's slots per kind of shared call. */
export type CallShares = Readonly<Record<SharedKind, number>>;

/** Environment variables of the shares, for messages. */
const SETTING: Readonly<Record<SharedKind, string>> = {
  anonymous: 'ANONYMOUS_CALLS_SHARE',
  unsigned: 'UNSIGNED_CALLS_SHARE',
  page: 'PAGE_CALLS_SHARE',
};

/** What a call's log has of its kind. */
interface SharedFacts {
  readonly unverified?: UnverifiedKind;
  readonly registered_with?: 'api_key';
}

/** The kind of a call that uses a share. Undefined for all others: telephone calls, and web calls that a member registered. */
export const sharedKind = ({ unverified, registered_with: by }: SharedFacts): SharedKind | undefined =>
  unverified ?? (by === 'api_key' ? 'page' : undefined);

/** Slots that calls of a kind may hold: the share rounded down, at least 1. */
export const slotsOf = (kind: SharedKind, limit: number, shares: CallShares): number =>
  Math.max(1, Math.floor((limit * shares[kind]) / 100));

/**
 * The calls with which a kind shares its slots. Those of browsers count together, with a ticket or without: what one of both
 * may hold, they hold together.
 */
export const poolOf = (kind: SharedKind): UnverifiedKind => (kind === 'page' ? 'anonymous' : kind);

/** Error message for a shared call without a slot. */
export const shareReached = (kind: SharedKind, slots: number, limit: number): string =>
  `Organisation concurrent call limit reached: ${kind} calls may hold ${slots} of ${limit} slots (${SETTING[kind]})`;
