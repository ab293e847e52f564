export const ERASURE_SCOPES = ['phone_number', 'organisation'] as const;
export type ErasureScope = (typeof ERASURE_SCOPES)[number];

/** What an erasure counts. `records`: everything else, such as deliveries of events. */
export const ERASED_KINDS = ['calls', 'contacts', 'contact_lists', 'campaigns', 'documents', 'records'] as const;
export type ErasedKind = (typeof ERASED_KINDS)[number];
export type ErasedCounts = Readonly<Record<ErasedKind, number>>;

/** The erasure of everything about a phone number, or of an organisation's data. */
export interface Erasure {
  readonly erasure_id: string;
  readonly org_id: string;
  readonly scope: ErasureScope;
  /** The number, masked: the whole one is stored apart and removed at the end. Null for an organisation. */
  readonly phone_number: string | null;
  readonly status: 'pending' | 'done';
  /** What is gone so far. After a crash some may be missing in it. */
  readonly erased: ErasedCounts;
  /** Calls, contacts and lists in use when the erasure looked last. It comes back for them. */
  readonly waiting: number;
  /** Why the last attempt failed. It is repeated. */
  readonly error_message: string | null;
  readonly requested_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
}

const NOTHING: ErasedCounts = { calls: 0, contacts: 0, contact_lists: 0, campaigns: 0, documents: 0, records: 0 };

/** A requested erasure. */
export const newErasure = (
  seed: Pick<Erasure, 'erasure_id' | 'org_id' | 'scope' | 'requested_by'> & {
    readonly phoneNumber: string | null;
    readonly now: Date;
  },
): Erasure => ({
  erasure_id: seed.erasure_id,
  org_id: seed.org_id,
  scope: seed.scope,
  phone_number: seed.phoneNumber && maskedNumber(seed.phoneNumber),
  status: 'pending',
  erased: NOTHING,
  waiting: 0,
  error_message: null,
  requested_by: seed.requested_by,
  created_at: seed.now.toISOString(),
  updated_at: seed.now.toISOString(),
  completed_at: null,
});

/** Enough of a phone number to recognise it: its first and its last two digits. */
export const maskedNumber = (phoneNumber: string): string => `${phoneNumber.slice(0, 3)}…${phoneNumber.slice(-2)}`;

/**
 * Time between two passes, in ms. A pass that found something is followed by another one: by then writes that had begun
 * before are stored, and can be found.
 */
export const NEXT_PASS_MS = 15_000;

/** Time after which a failed pass is repeated, in ms. */
export const FAILED_PASS_MS = 60_000;
