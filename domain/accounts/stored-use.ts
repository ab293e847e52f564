import { isRecordingKey } from '../rehearsal/rehearsed-conversation.ts';

/** Storage use of an organisation, including what is being added. */
export interface StoredUse {
  readonly org_id: string;
  /** Documents, contact lists and recordings of rehearsals. */
  readonly uploaded_bytes: number;
  /** Recordings of calls, transcripts and what else is kept of conversations. */
  readonly recorded_bytes: number;
  readonly reservations: readonly Reservation[];
  /** Increases with each change. */
  readonly revision: number;
  /** When the bytes were last counted in the object store. Empty: never, or the last count failed. */
  readonly counted_at: string;
  /** Erased calls of the current day and month, which count on. Missing: none. */
  readonly erased?: ErasedCalls;
}

/** Erased calls by the UTC day and month of their registration, as ISO 8601 prefixes. */
export interface ErasedCalls {
  readonly day: string;
  readonly calls: number;
  readonly month: string;
  readonly seconds: number;
}

/** A call to be erased, and the bytes of the artifacts that its log names. */
export interface CallToErase {
  readonly created_at: string;
  readonly duration: number | null;
  readonly bytes: number;
}

/** What is counted by its records, however large it is. */
export type CountedKind = 'agent' | 'document' | 'campaign' | 'erasure' | 'analysis_run';

/** Space reserved for something being created. It expires when never completed, so a crash does not leak quota. */
export interface Reservation {
  /**
   * A page is the content of a document that is counted already. Of a published rehearsal, a recording is an upload, and the words of a
   * conversation are not.
   */
  readonly kind: CountedKind | 'page' | 'contact_list' | 'recording' | 'conversation';
  /** Object key, or the id of what is created. */
  readonly id: string;
  readonly bytes: number;
  readonly until: string;
}

/** How long a reservation lasts, in ms: longer than any upload takes. */
const RESERVED_MS = 15 * 60_000;

/** Maximum age of the count that a refusal is based on, in ms. */
const COUNT_AGE_MAX_MS = 10 * 60_000;

/** Creates a reservation that starts at `now`. */
export const reservation = (wanted: Omit<Reservation, 'until'>, now: Date): Reservation => ({
  ...wanted,
  until: new Date(now.getTime() + RESERVED_MS).toISOString(),
});

/** Whether the bytes are unknown: never counted, or a reservation expired uncompleted. */
export const needsCount = ({ reservations, counted_at }: StoredUse, now: Date): boolean =>
  counted_at === '' || reservations.some(({ until }) => until < now.toISOString());

/** Whether the bytes must be counted again before a request is refused. */
export const isCountOld = ({ counted_at }: StoredUse, now: Date): boolean =>
  counted_at === '' || Math.abs(now.getTime() - Date.parse(counted_at)) > COUNT_AGE_MAX_MS;

/** Number of items of a kind that are being created. */
export const reservedOf = ({ reservations }: StoredUse, kind: Reservation['kind']): number =>
  reservations.filter((each) => each.kind === kind).length;

/** Whether what is being stored counts as an upload. */
export const isUpload = ({ kind }: Pick<Reservation, 'kind'>): boolean => kind !== 'conversation';

/** Bytes of uploads, including uploads in progress. */
export const uploadedBytes = ({ uploaded_bytes, reservations }: StoredUse): number =>
  reservations.filter(isUpload).reduce((sum, { bytes }) => sum + bytes, uploaded_bytes);

/** Bytes of everything, including what is being stored. */
export const storedBytes = ({ uploaded_bytes, recorded_bytes, reservations }: StoredUse): number =>
  reservations.reduce((sum, { bytes }) => sum + bytes, uploaded_bytes + recorded_bytes);

const isRehearsed = ({ kind }: Reservation): boolean => kind === 'recording' || kind === 'conversation';

/** The keys of what was published of rehearsals and never completed. */
export const abandonedRecordings = (use: StoredUse | null, now: Date): string[] =>
  (use?.reservations ?? []).filter((each) => isRehearsed(each) && each.until < now.toISOString()).map(({ id }) => id);

/** Adds a reservation. */
export const withReservation = ({ reservations, revision }: StoredUse, added: Reservation): Partial<StoredUse> => ({
  reservations: [...reservations, added],
  revision: revision + 1,
});

/**
 * Completes a reservation and counts its bytes if the object was stored. Null when it was completed already. Another one of the
 * same object is left as it is.
 */
export function withReservationCompleted(
  use: StoredUse,
  { id, bytes, until }: Reservation,
  isStored: boolean,
): Partial<StoredUse> | null {
  const found = use.reservations.find((each) => each.id === id && each.bytes === bytes && each.until === until);
  if (!found) return null;
  const added = isStored ? bytes : 0;
  return {
    ...(isUpload(found)
      ? { uploaded_bytes: use.uploaded_bytes + added }
      : { recorded_bytes: use.recorded_bytes + added }),
    reservations: use.reservations.filter((each) => each !== found),
    revision: use.revision + 1,
  };
}

/** Adds recorded bytes. */
export const withRecordedBytes = ({ recorded_bytes, revision }: StoredUse, bytes: number): Partial<StoredUse> => ({
  recorded_bytes: recorded_bytes + bytes,
  revision: revision + 1,
});

/** Bytes of removed objects. */
export type RemovedBytes = Partial<Pick<StoredUse, 'uploaded_bytes' | 'recorded_bytes'>>;

/** Takes the bytes of removed objects away. */
export const withBytesRemoved = (
  use: StoredUse,
  { uploaded_bytes = 0, recorded_bytes = 0 }: RemovedBytes,
): Partial<StoredUse> => ({
  uploaded_bytes: Math.max(0, use.uploaded_bytes - uploaded_bytes),
  recorded_bytes: Math.max(0, use.recorded_bytes - recorded_bytes),
  revision: use.revision + 1,
});

/** Gives an erased call's bytes back. The call itself counts on until its day and its month end. */
export function withCallErased(use: StoredUse, call: CallToErase, now: Date): Partial<StoredUse> {
  const { day, calls, month, seconds } = erasedNow(use, now);
  return {
    recorded_bytes: Math.max(0, use.recorded_bytes - call.bytes),
    erased: {
      day,
      calls: calls + (call.created_at.startsWith(day) ? 1 : 0),
      month,
      seconds: seconds + (call.created_at.startsWith(month) ? (call.duration ?? 0) : 0),
    },
    revision: use.revision + 1,
  };
}

/** The erased calls that still count now. */
export function erasedNow({ erased }: Pick<StoredUse, 'erased'>, now: Date): ErasedCalls {
  const [day, month] = [now.toISOString().slice(0, 10), now.toISOString().slice(0, 7)];
  return {
    day,
    calls: erased?.day === day ? erased.calls : 0,
    month,
    seconds: erased?.month === month ? erased.seconds : 0,
  };
}

/** An object in the store's listing. */
interface ListedObject {
  readonly key: string;
  readonly size: number;
}

/** Upload folders of an organisation. Of rehearsals, the recordings are uploads. All other objects come from conversations. */
const UPLOADS: ReadonlySet<string | undefined> = new Set(['knowledge', 'campaigns']);

function isUploadKey(key: string): boolean {
  const [, folder] = key.split('/');
  return UPLOADS.has(folder) || (folder === 'rehearsals' && isRecordingKey(key));
}

/** Counts the objects of an organisation. Objects that are still reserved are not counted twice. */
export async function countStoredUse(
  orgId: string,
  objects: AsyncIterable<ListedObject>,
  before: StoredUse | null,
  now: Date,
): Promise<StoredUse> {
  const reservations = pending(before, now);
  const coming = new Set(reservations.map(({ id }) => id));
  let [all, uploaded] = [0, 0];
  for await (const { key, size } of objects) {
    if (coming.has(key)) continue;
    all += size;
    if (isUploadKey(key)) uploaded += size;
  }
  return {
    org_id: orgId,
    uploaded_bytes: uploaded,
    recorded_bytes: all - uploaded,
    reservations,
    revision: (before?.revision ?? 0) + 1,
    counted_at: now.toISOString(),
    ...(before?.erased && { erased: before.erased }),
  };
}

/** Keeps the last known bytes when the object store is unavailable, and marks them for a recount. */
export const uncountedStoredUse = (orgId: string, before: StoredUse | null, now: Date): StoredUse => ({
  org_id: orgId,
  uploaded_bytes: before?.uploaded_bytes ?? 0,
  recorded_bytes: before?.recorded_bytes ?? 0,
  reservations: unfinished(before, now),
  revision: (before?.revision ?? 0) + 1,
  counted_at: '',
  ...(before?.erased && { erased: before.erased }),
});

const pending = (before: StoredUse | null, now: Date): Reservation[] =>
  (before?.reservations ?? []).filter(({ until }) => until >= now.toISOString());

/** Those that are pending, and those whose recordings are still to be removed. */
const unfinished = (before: StoredUse | null, now: Date): Reservation[] =>
  (before?.reservations ?? []).filter((each) => isRehearsed(each) || each.until >= now.toISOString());
