import type { CallLease, CallLeases, HeardLease, SlotShare } from '../../application/ports/call-leases.ts';
import { together } from '../../application/together.ts';
import { failed } from '../../domain/errors.ts';
import { UniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { anyOf, between } from './match.ts';

/**
 * A call's lease and the slot it occupies, null once somebody else needed the slot of a lease that had run out: the
 * lease itself stays until it is settled.
 */
interface StoredLease extends HeardLease {
  readonly slot: number | null;
  /** The place in its share that a call of one occupies, as in `anonymous 0`; it is given up together with the slot. */
  readonly share?: string | null;
}

/** A call that has ended. */
type LeaseKey = Pick<CallLease, 'org_id' | 'call_id'>;

/** So many slots to choose from are enough, however high the limit is. */
const SPARE_SLOTS = 64;

/** Somebody else gets further with each of these. */
const ATTEMPTS = 100;

/**
 * Leases as documents, one per call. No two of an organisation have the same slot and slots are numbered below the
 * limit, so the unique index itself keeps the limit, however many take at once. The places of a share are kept the
 * same way.
 */
export async function documentCallLeases(store: DocumentStore): Promise<CallLeases> {
  const leases = await store.open<StoredLease>({
    name: 'call_leases',
    indexes: [
      { name: 'by_call', fields: ['org_id', 'call_id'], unique: true },
      { name: 'by_slot', fields: ['org_id', 'slot'], unique: true, sparse: true },
      { name: 'by_share', fields: ['org_id', 'share'], unique: true, sparse: true },
      { name: 'by_end', fields: ['until'] },
    ],
  });

  const releasing = together((ended: readonly LeaseKey[]) => freeAll(leases, ended));

  return {
    take: (lease, limit, now, share) => take(leases, lease, { limit, now, share }),
    takeAll: (wanted, limit, now) => takeAll(leases, wanted, limit, now),
    async hold({ org_id, call_id, owner, until }, now) {
      const live = { org_id, call_id, slot: between({ from: 0 }), until: between({ from: now }) };
      const held = { until, heard_at: owner === null ? null : now };
      const renew = () => leases.change({ ...live, owner }, held);
      // Of two who come first at once, both of this owner, the slower one finds what the faster one took.
      return (
        ((await renew()) ?? (await leases.change({ ...live, owner: null }, { owner, ...held })) ?? (await renew())) !==
        null
      );
    },
    free: (org_id, call_id) => releasing({ org_id, call_id }),
    unclaimed: async (now, limit) =>
      (await leases.find({ owner: null, until: between({ from: now }) }, { sort: { until: 'asc' }, limit })).map(shown),
    expired: async (now, limit) =>
      (await leases.find({ until: between({ below: now }) }, { sort: { until: 'asc' }, limit })).map(shown),
    async giveUp(org_id, call_id, heardAt, now) {
      const seen = await leases.findOne({ org_id, call_id });
      if (!seen || seen.owner === null) return null;
      const changes = { until: justBefore(now), heard_at: laterOf(seen.heard_at, heardAt) };
      const released = await leases.change({ org_id, call_id, owner: seen.owner }, changes);
      return released && shown(released);
    },
    async settle({ org_id, call_id, owner, until }, newUntil, now) {
      if (until >= now) return false;
      return (await leases.change({ org_id, call_id, owner, until }, { until: newUntil })) !== null;
    },
    async drop({ org_id, call_id, owner, until }) {
      await leases.remove({ org_id, call_id, owner, until });
    },
  };
}

/** What slots are taken within. */
interface Bounds {
  readonly limit: number;
  readonly now: string;
  readonly share?: SlotShare | undefined;
}

async function take(leases: Collection<StoredLease>, lease: CallLease, bounds: Bounds): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = await tryToAcquire(leases, lease, bounds, attempt);
    if (outcome !== 'again') return outcome;
  }
  throw failed("The organisation's slots kept changing");
}

/** Free slots for as many as possible in one step. Who got none in it, for whatever reason, asks alone. */
async function takeAll(
  leases: Collection<StoredLease>,
  wanted: readonly CallLease[],
  limit: number,
  now: string,
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  const first = wanted[0];
  if (!first) return taken;
  const occupied = await leases.find({ org_id: first.org_id, slot: between({ from: 0 }) });
  const free = freeSlots(occupied, limit);
  const added = wanted.slice(0, free.length).map((lease, at) => ({ ...lease, heard_at: null, slot: free[at]! }));
  const isWhole = (await leases.insertAll(added)) === added.length;
  for (const { call_id } of isWhole ? added : []) taken.add(call_id);
  for (const lease of wanted.slice(taken.size)) {
    if (!(await take(leases, lease, { limit, now }))) break;
    taken.add(lease.call_id);
  }
  return taken;
}

/** One look at the organisation's slots and one step on what it shows. Whoever was overtaken looks again. */
async function tryToAcquire(
  leases: Collection<StoredLease>,
  lease: CallLease,
  bounds: Bounds,
  attempt: number,
): Promise<boolean | 'again'> {
  const { org_id, call_id } = lease;
  const occupied = await leases.find({ org_id, slot: between({ from: 0 }) });
  const live = occupied.filter(({ until }) => until >= bounds.now);
  if (live.some((other) => other.call_id === call_id)) return true;
  const place = freePlace(call_id, live, bounds, attempt);
  if (!place) return false;
  const own = occupied.find((other) => other.call_id === call_id);
  const lapsed = own ? [own] : occupied.filter((other) => occupies(other, place));
  // A lease that ran out loses its slot to whoever needs it, but stays until it is settled.
  for (const each of lapsed) if (!(await leases.change({ ...each }, { slot: null, share: null }))) return 'again';
  return own ? 'again' : occupy(leases, { ...lease, heard_at: null, ...place });
}

/** A slot, and the place of a call in its share; null for a call of none. */
interface SlotPlace {
  readonly slot: number;
  readonly share: string | null;
}

const occupies = (other: StoredLease, { slot, share }: SlotPlace): boolean =>
  other.slot === slot || (share !== null && other.share === share);

/** What the call may take beside the live ones; null when there is nothing. */
function freePlace(
  callId: string,
  live: readonly StoredLease[],
  { limit, share }: Bounds,
  attempt: number,
): SlotPlace | null {
  const slots = freeSlots(live, limit);
  const places = share ? freePlaces(live, share) : [null];
  if (slots.length === 0 || places.length === 0) return null;
  return { slot: pick(slots, callId, attempt), share: pick(places, callId, attempt) };
}

/** The slots that may be taken: the lowest, and only so many that the limit holds when some are above a lowered one. */
function freeSlots(live: readonly StoredLease[], limit: number): number[] {
  const taken = new Set(live.map(({ slot }) => slot));
  const below = Array.from({ length: Math.min(limit, live.length + SPARE_SLOTS) }, (_, slot) => slot).filter(
    (slot) => !taken.has(slot),
  );
  return below.slice(0, Math.max(0, limit - live.length));
}

/** The places of a share that may be taken: only so many that the share holds when some are above a lowered one. */
function freePlaces(live: readonly StoredLease[], { name, slots }: SlotShare): string[] {
  const taken = new Set(live.map(({ share }) => share).filter((share) => share?.startsWith(`${name} `)));
  const free = Array.from(
    { length: Math.min(slots, taken.size + SPARE_SLOTS) },
    (_, place) => `${name} ${place}`,
  ).filter((place) => !taken.has(place));
  return free.slice(0, Math.max(0, slots - taken.size));
}

/** One of those that are free, not the same for all who ask at once. */
const pick = <T>(free: readonly T[], callId: string, attempt: number): T =>
  free[hashOf(callId, attempt) % free.length] as T;

/** A number that differs from call to call, so that those who ask at once do not all go for one slot. */
const hashOf = (callId: string, attempt: number): number =>
  [...callId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, attempt);

/** Gives the call its lease, or the one it had before this slot. */
async function occupy(leases: Collection<StoredLease>, lease: StoredLease): Promise<true | 'again'> {
  try {
    const { org_id, call_id } = lease;
    if (await leases.change({ org_id, call_id, slot: null }, lease)) return true;
    await leases.insert(lease);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return 'again';
    throw error;
  }
}

async function freeAll(leases: Collection<StoredLease>, ended: readonly LeaseKey[]): Promise<void> {
  const orgIds = [...new Set(ended.map(({ org_id }) => org_id))];
  const idsOf = (orgId: string) => ended.flatMap(({ org_id, call_id }) => (org_id === orgId ? [call_id] : []));
  await Promise.all(orgIds.map((org_id) => leases.remove({ org_id, call_id: anyOf(idsOf(org_id)) })));
}

const justBefore = (now: string): string => new Date(Date.parse(now) - 1).toISOString();

const laterOf = (known: string | null | undefined, reported: string): string =>
  typeof known === 'string' && known > reported ? known : reported;

/** Leases of former versions do not say when their owner was last heard of. */
const shown = ({ org_id, call_id, owner, until, heard_at }: StoredLease): HeardLease => ({
  org_id,
  call_id,
  owner,
  until,
  heard_at: heard_at ?? null,
});
