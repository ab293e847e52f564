import type { CallLease, ClientShare } from '../../application/ports/call-leases.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { UniqueViolation, type Collection, type Index } from './collection.ts';
import { pickPlace } from './pick-place.ts';

/** What a lease has of a client without a ticket, or of a visitor whose calls at once are limited. */
export interface ClientPlace {
  /** A digest of the client's network, or of the visitor. Absent for all other calls. */
  readonly client?: string;
  /** Its place among the calls of the client at once. An earlier release gives calls of a client none. */
  readonly client_place?: string | null;
}

type PlacedLease = Pick<CallLease, 'org_id' | 'call_id' | 'until'> & ClientPlace;

/** No two calls have the same place of a client, so the index enforces the limit under concurrency. */
export const CLIENT_INDEXES: readonly Index<ClientPlace & Pick<CallLease, 'until'>>[] = [
  { name: 'by_client', fields: ['client', 'until'], sparse: 'client' },
  { name: 'by_client_place', fields: ['client_place'], unique: true, sparse: 'client_place' },
];

/** Gives a call a place of its client. False when live calls have all of them. */
export const takeClientPlace = (
  leases: Collection<PlacedLease>,
  { org_id, call_id }: Pick<PlacedLease, 'org_id' | 'call_id'>,
  { client, places }: ClientShare,
  now: string,
): Promise<boolean> =>
  retryOnConflict("The client's calls kept changing. Try again.", async (attempt) => {
    const others = (await leases.find({ client })).filter((lease) => lease.call_id !== call_id);
    const live = others.filter(({ until }) => until >= now);
    const taken = new Set(live.map(({ client_place }) => client_place));
    const names = Array.from({ length: places }, (_, place) => `${client} ${place}`);
    const free = names.filter((name) => !taken.has(name)).slice(0, Math.max(0, places - live.length));
    if (free.length === 0) return false;
    const place = pickPlace(free, call_id, attempt);
    // An expired lease stays until it is reconciled, but not its place.
    const lapsed = others.find((other) => other.client_place === place);
    if (lapsed && !(await leases.change(seenOf(lapsed), { client_place: null }))) return 'again';
    try {
      return (await leases.change({ org_id, call_id }, { client, client_place: place })) !== null;
    } catch (error) {
      if (error instanceof UniqueViolation) return 'again';
      throw error;
    }
  });

const seenOf = ({ org_id, call_id, until, client_place = null }: PlacedLease) => ({
  ...{ org_id, call_id, until, client_place },
});
