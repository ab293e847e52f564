import type { CallLease, CallLeases, StoredCallLease, SlotShare } from '../../application/ports/call-leases.ts';
import { batched } from '../../application/batching.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { CLIENT_INDEXES, takeClientPlace, type ClientPlace } from './client-places.ts';
import { UniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { anyOf, between, type Match } from './match.ts';
import { pickPlace } from './pick-place.ts';

/**
 * A call's lease and its slot. The slot is null once another call took it after the lease expired. The lease stays
 * until it is reconciled.
 */
interface StoredLease extends StoredCallLease, ClientPlace {
  readonly slot: number | null;
  /** The call's place in its share, for example `anonymous 0`. Released with the slot. */
  readonly share?: string | null;
}

type LeaseKey = Pick<CallLease, 'org_id' | 'call_id'>;

/** Owner of a disowned lease: no runtime has this name. */
const DISOWNED = '';
/** Most free slots to choose among, whatever the limit. */
const SPARE_SLOTS = 64;

/**
 * Leases as documents, one per call. Slots are numbered below the limit and unique within an organisation, so the
 * unique index enforces the limit under concurrency. Places of a share work the same way.
 */
export async function documentCallLeases(store: DocumentStore): Promise<CallLeases> {
  const leases = await store.open<StoredLease>({
    name: 'call_leases',
    indexes: [
      { name: 'by_call', fields: ['org_id', 'call_id'], unique: true },
      { name: 'by_slot', fields: ['org_id', 'slot'], unique: true, sparse: 'slot' },
      { name: 'by_share', fields: ['org_id', 'share'], unique: true, sparse: 'share' },
      { name: 'by_end', fields: ['until'] },
      ...CLIENT_INDEXES,
    ],
  });

  const releasing = batched((ended: readonly LeaseKey[]) => freeAll(leases, ended));

  return {
    reserve: (lease, limit, now, share) => take(leases, lease, { limit, now, share }),
    reserveAll: (wanted, limit, now, spare = 0) => takeAll(leases, wanted, { limit: limit - spare, most: limit, now }),
    async claimOrRenew({ org_id, call_id, owner, until }, now) {
      const live = { org_id, call_id, slot: between({ from: 0 }), until: between({ from: now }) };
      const renewed = { until, heard_at: owner === null ? null : now };
      const renew = () => leases.change({ ...live, owner }, renewed);
      // Two first renewals by the same owner may race: the slower one finds a lease that is already its own.
      return (
        ((await renew()) ??
          (await leases.change({ ...live, owner: null }, { owner, ...renewed })) ??
          (await renew())) !== null
      );
    },
    disown: (org_id, call_id, now) => disown(leases, { org_id, call_id, until: between({ from: now }) }),
    release: (org_id, call_id) => releasing({ org_id, call_id }),
    countOfClient: (client, now) => leases.count({ client, until: between({ from: now }) }),
    unclaimedOfClient: (client, now) => earliest(leases, { client, owner: null, until: between({ from: now }) }),
    givingWayOf: (orgId, times) => earliest(leases, { org_id: orgId, ...givingWay(times) }),
    takeClientPlace: (lease, share, now) => takeClientPlace(leases, lease, share, now),
    unclaimed: (now, limit) => earliest(leases, { owner: null, until: between({ from: now }) }, limit),
    expired: (now, limit) => earliest(leases, { until: between({ below: now }) }, limit),
    async expireNow(org_id, call_id, renewedAt, now) {
      const seen = await leases.findOne({ org_id, call_id });
      if (!seen || seen.owner === null) return null;
      const changes = { until: justBefore(now), heard_at: laterOf(seen.heard_at, renewedAt) };
      const released = await leases.change({ org_id, call_id, owner: seen.owner }, changes);
      return released && shown(released);
    },
    async takeOverExpired({ org_id, call_id, owner, until }, newUntil, now) {
      if (until >= now) return false;
      return (await leases.change({ org_id, call_id, owner, until }, { until: newUntil })) !== null;
    },
    async releaseIfUnchanged({ org_id, call_id, owner, until }) {
      await leases.remove({ org_id, call_id, owner, until });
    },
  };
}

/** Unclaimed leases that live now and end by a moment. */
const givingWay = ({ now, until }: { readonly now: string; readonly until: string }): Match<StoredLease> => ({
  ...{ owner: null, gives_way: true },
  until: between({ from: now, below: justAfter(until) }),
});

/** Those that expire first. */
const earliest = async (
  leases: Collection<StoredLease>,
  match: Match<StoredLease>,
  limit?: number,
): Promise<StoredCallLease[]> =>
  (await leases.find(match, { sort: { until: 'asc' }, ...(limit !== undefined && { limit }) })).map(shown);

/** Takes a live lease from its owner. Returns whether a runtime had it. */
async function disown(leases: Collection<StoredLease>, live: Match<StoredLease>): Promise<boolean> {
  const seen = await leases.findOne(live);
  await leases.change(live, { owner: DISOWNED });
  return seen !== null && seen.owner !== null && seen.owner !== DISOWNED;
}

/** The limits for taking a slot. */
interface Bounds {
  readonly limit: number;
  /** The most live leases with which a lease that a call has counts as its slot. Absent: any number. */
  readonly most?: number;
  readonly now: string;
  readonly share?: SlotShare | undefined;
}

const take = (leases: Collection<StoredLease>, lease: CallLease, bounds: Bounds): Promise<boolean> =>
  retryOnConflict("The organisation's slots kept changing. Try again.", (attempt) =>
    tryToAcquire(leases, lease, bounds, attempt),
  );

/** Takes slots for as many calls as possible in one step. The rest are taken one by one. */
async function takeAll(
  leases: Collection<StoredLease>,
  wanted: readonly CallLease[],
  bounds: Bounds,
): Promise<ReadonlySet<string>> {
  const { limit, now } = bounds;
  const taken = new Set<string>();
  const first = wanted[0];
  if (!first) return taken;
  const occupied = await leases.find({ org_id: first.org_id, slot: between({ from: 0 }) });
  const free = freeSlots(occupied, limit);
  const added = wanted.slice(0, free.length).map((lease, at) => ({ ...lease, heard_at: null, slot: free[at]! }));
  const isWhole = (await leases.insertAll(added)) === added.length;
  // Of a partial insert some leases are stored, not always the first: they hold slots and count as taken.
  for (const { call_id } of isWhole ? added : await liveAmong(leases, added, now)) taken.add(call_id);
  for (const lease of wanted) {
    if (taken.has(lease.call_id)) continue;
    if (!(await take(leases, lease, bounds))) break;
    taken.add(lease.call_id);
  }
  return taken;
}

/** The live leases of these calls, which are of one organisation, that hold a slot. */
async function liveAmong(
  leases: Collection<StoredLease>,
  wanted: readonly StoredLease[],
  now: string,
): Promise<readonly LeaseKey[]> {
  const [first] = wanted;
  if (!first) return [];
  const calls = { org_id: first.org_id, call_id: anyOf(wanted.map(({ call_id }) => call_id)) };
  return leases.find({ ...calls, slot: between({ from: 0 }), until: between({ from: now }) });
}

/** Reads the organisation's slots and takes one. Answers `again` when another call was faster. */
async function tryToAcquire(
  leases: Collection<StoredLease>,
  lease: CallLease,
  bounds: Bounds,
  attempt: number,
): Promise<boolean | 'again'> {
  const { org_id, call_id } = lease;
  const occupied = await leases.find({ org_id, slot: between({ from: 0 }) });
  const live = occupied.filter(({ until }) => until >= bounds.now);
  if (live.some((other) => other.call_id === call_id)) return live.length <= (bounds.most ?? Infinity);
  const place = freePlace(call_id, live, bounds, attempt);
  if (!place) return false;
  const own = occupied.find((other) => other.call_id === call_id);
  const lapsed = own ? [own] : occupied.filter((other) => occupies(other, place));
  // An expired lease loses its slot to a new call but stays until it is reconciled.
  for (const each of lapsed) if (!(await leases.change(seenOf(each), { slot: null, share: null }))) return 'again';
  return own ? 'again' : occupy(leases, { ...lease, heard_at: null, ...place });
}

/** The fields of a lease that a change depends on. A newer release may have added some that cannot be compared. */
const seenOf = ({ org_id, call_id, owner, until, slot, share = null }: StoredLease): Match<StoredLease> => ({
  ...{ org_id, call_id, owner, until, slot, share },
});

/** A slot and a place in the share. The place is null for a call without a share. */
interface SlotPlace {
  readonly slot: number;
  readonly share: string | null;
}

const occupies = (other: StoredLease, { slot, share }: SlotPlace): boolean =>
  other.slot === slot || (share !== null && other.share === share);

/** Picks a free slot and place; null when there is none. */
function freePlace(
  callId: string,
  live: readonly StoredLease[],
  { limit, share }: Bounds,
  attempt: number,
): SlotPlace | null {
  const slots = freeSlots(live, limit);
  const places = share ? freePlaces(live, share) : [null];
  if (slots.length === 0 || places.length === 0) return null;
  return { slot: pickPlace(slots, callId, attempt), share: pickPlace(places, callId, attempt) };
}

/** The lowest free slots. Fewer when live calls hold slots above a lowered limit. */
function freeSlots(live: readonly StoredLease[], limit: number): number[] {
  const taken = new Set(live.map(({ slot }) => slot));
  const below = Array.from({ length: Math.min(limit, live.length + SPARE_SLOTS) }, (_, slot) => slot).filter(
    (slot) => !taken.has(slot),
  );
  return below.slice(0, Math.max(0, limit - live.length));
}

/** The free places of a share. Fewer when live calls hold places above a lowered limit. */
function freePlaces(live: readonly StoredLease[], { name, slots }: SlotShare): string[] {
  const taken = new Set(live.map(({ share }) => share).filter((share) => share?.startsWith(`${name} `)));
  const free = Array.from(
    { length: Math.min(slots, taken.size + SPARE_SLOTS) },
    (_, place) => `${name} ${place}`,
  ).filter((place) => !taken.has(place));
  return free.slice(0, Math.max(0, slots - taken.size));
}

/** Stores the lease with its slot, or gives a slot back to the lease it had. */
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

const justAfter = (moment: string): string => new Date(Date.parse(moment) + 1).toISOString();

const justBefore = (now: string): string => new Date(Date.parse(now) - 1).toISOString();

const laterOf = (known: string | null | undefined, reported: string): string =>
  typeof known === 'string' && known > reported ? known : reported;

/** Fills in `heard_at`, which leases of earlier versions lack. */
const shown = ({ org_id, call_id, owner, until, heard_at }: StoredLease): StoredCallLease => ({
  org_id,
  call_id,
  owner,
  until,
  heard_at: heard_at ?? null,
});
