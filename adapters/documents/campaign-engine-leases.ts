import type { EngineLease, EngineLeases } from '../../application/ports/campaign-engine-leases.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

interface StoredLease extends EngineLease {
  readonly epoch: number;
}

/**
 * Campaign engine leases as documents, one per organisation. A released lease stays, so that its epoch is never reused.
 */
export const documentEngineLeases = (store: DocumentStore): Promise<EngineLeases> => openLeases(store, 'engine_leases');

/** The same leases of the engines that deliver events. */
export const documentEventLeases = (store: DocumentStore): Promise<EngineLeases> => openLeases(store, 'event_leases');

async function openLeases(store: DocumentStore, name: string): Promise<EngineLeases> {
  const leases = await store.open<StoredLease>({
    name,
    indexes: [{ name: 'by_organisation', fields: ['org_id'], unique: true }],
  });

  return {
    async acquire(lease, now) {
      const { org_id, owner, until } = lease;
      const seen = await leases.findOne({ org_id });
      if (!seen)
        return (await falseOnUniqueViolation(leases.insert({ ...lease, epoch: 1 }), 'by_organisation')) ? 1 : null;
      if (seen.owner !== owner && isLive(seen.until, until, now)) return null;
      const epoch = seen.owner === owner ? seen.epoch : seen.epoch + 1;
      const { owner: before, until: end } = seen;
      const granted = await leases.change(
        { org_id, owner: before, until: end, epoch: seen.epoch },
        { owner, until, epoch },
      );
      return granted && granted.epoch;
    },
    async release(org_id, owner) {
      await leases.change({ org_id, owner }, { owner: '', until: '' });
    },
  };
}

/**
 * Whether a lease is still valid. A lease that ends much later than a new one would was written by a clock that was
 * ahead.
 */
function isLive(until: string, newUntil: string, now: string): boolean {
  const lengthMs = Date.parse(newUntil) - Date.parse(now);
  return until >= now && Date.parse(until) <= Date.parse(now) + 2 * lengthMs;
}
