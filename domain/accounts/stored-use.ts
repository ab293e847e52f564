/** What an organisation has stored, and what is being added to it. */
export interface StoredUse {
  readonly org_id: string;
  /** Documents and contact lists. */
  readonly uploaded_bytes: number;
  /** Recordings and transcripts. */
  readonly recorded_bytes: number;
  readonly reservations: readonly Reservation[];
  /** Grows with each change. */
  readonly revision: number;
  /** When the bytes were last counted in the object store; empty: never, or they could not be counted the last time. */
  readonly counted_at: string;
}

/** Room for something that is being created. One that is not settled lapses, so that a crash costs nothing for ever. */
export interface Reservation {
  readonly kind: 'agent' | 'document' | 'contact_list';
  /** The key of the object, or the id of the agent. */
  readonly id: string;
  readonly bytes: number;
  readonly until: string;
}

/** Longer than any upload takes. In milliseconds. */
const RESERVED_MS = 15 * 60_000;

/** A refusal is based on a count that is at most this old. In milliseconds. */
const COUNT_VALID_MS = 10 * 60_000;

/** Room that is reserved at `now`. */
export const reservation = (wanted: Omit<Reservation, 'until'>, now: Date): Reservation => ({
  ...wanted,
  until: new Date(now.getTime() + RESERVED_MS).toISOString(),
});

/** Whether the bytes are not known: never counted, or something was begun and never settled. */
export const needsCount = ({ reservations, counted_at }: StoredUse, now: Date): boolean =>
  counted_at === '' || reservations.some(({ until }) => until < now.toISOString());

/** Whether the bytes should be counted again before anything is refused. */
export const isCountOld = ({ counted_at }: StoredUse, now: Date): boolean =>
  counted_at === '' || Math.abs(now.getTime() - Date.parse(counted_at)) > COUNT_VALID_MS;

/** How many of a kind are being created. */
export const reservedOf = ({ reservations }: StoredUse, kind: Reservation['kind']): number =>
  reservations.filter((each) => each.kind === kind).length;

/** Bytes of uploads, those that are on their way included. */
export const uploadedBytes = ({ uploaded_bytes, reservations }: StoredUse): number =>
  reservations.reduce((sum, { bytes }) => sum + bytes, uploaded_bytes);

/** Bytes of everything, uploads on their way included. */
export const storedBytes = (use: StoredUse): number => uploadedBytes(use) + use.recorded_bytes;

/** With one reservation more. */
export const reserved = ({ reservations, revision }: StoredUse, added: Reservation): Partial<StoredUse> => ({
  reservations: [...reservations, added],
  revision: revision + 1,
});

/** Without the reservation, whose bytes count from now on if they were stored; null: it is settled already. */
export function settled(use: StoredUse, id: string, isStored: boolean): Partial<StoredUse> | null {
  const found = use.reservations.find((each) => each.id === id);
  if (!found) return null;
  return {
    uploaded_bytes: use.uploaded_bytes + (isStored ? found.bytes : 0),
    reservations: use.reservations.filter((each) => each !== found),
    revision: use.revision + 1,
  };
}

/** With recorded bytes more. */
export const recorded = ({ recorded_bytes, revision }: StoredUse, bytes: number): Partial<StoredUse> => ({
  recorded_bytes: recorded_bytes + bytes,
  revision: revision + 1,
});

/** An object of the organisation, as the store lists it. */
interface ListedObject {
  readonly key: string;
  readonly size: number;
}

/** The folders of uploads in that of an organisation; everything else comes from calls. */
const UPLOADS: ReadonlySet<string | undefined> = new Set(['knowledge', 'campaigns']);

/** What the object store holds; what is still reserved is not counted twice. */
export async function counted(
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
    if (UPLOADS.has(key.split('/')[1])) uploaded += size;
  }
  return {
    org_id: orgId,
    uploaded_bytes: uploaded,
    recorded_bytes: all - uploaded,
    reservations,
    revision: (before?.revision ?? 0) + 1,
    counted_at: now.toISOString(),
  };
}

/** What was known, where the object store cannot be asked. It is counted at the next occasion. */
export const uncounted = (orgId: string, before: StoredUse | null, now: Date): StoredUse => ({
  org_id: orgId,
  uploaded_bytes: before?.uploaded_bytes ?? 0,
  recorded_bytes: before?.recorded_bytes ?? 0,
  reservations: pending(before, now),
  revision: (before?.revision ?? 0) + 1,
  counted_at: '',
});

const pending = (before: StoredUse | null, now: Date): Reservation[] =>
  (before?.reservations ?? []).filter(({ until }) => until >= now.toISOString());
