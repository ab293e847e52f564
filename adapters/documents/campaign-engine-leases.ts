import type {
  CampaignEngineLeases,
  CampaignEngines,
  EngineLease,
  EngineLeases,
} from '../../application/ports/campaign-engine-leases.ts';
import { falseOnUniqueViolation, type Collection, type DocumentStore, type Index } from './collection.ts';
import { between } from './match.ts';

interface StoredLease extends EngineLease {
  readonly epoch: number;
}

/**
 * Campaign engine leases as documents, one per organisation. A released lease stays, so that its epoch is never reused.
 */
export async function documentEngineLeases(store: DocumentStore): Promise<CampaignEngineLeases> {
  const leases = await openLeases(store, 'engine_leases', [{ name: 'by_end', fields: ['until'] }]);
  return {
    ...leasesIn(leases),
    owned: (now, latest) => leases.find({ until: between({ from: now, below: latest }) }, { sort: { until: 'asc' } }),
  };
}

/** The same leases of the engines that deliver events. */
export const documentEventLeases = async (store: DocumentStore): Promise<EngineLeases> =>
  leasesIn(await openLeases(store, 'event_leases'));

/** Campaign engines as documents. */
export async function documentCampaignEngines(store: DocumentStore): Promise<CampaignEngines> {
  const engines = await store.open<{ readonly engine_id: string; readonly until: string }>({
    name: 'campaign_engines',
    indexes: [
      { name: 'by_engine', fields: ['engine_id'], unique: true },
      { name: 'by_end', fields: ['until'] },
    ],
  });
  return {
    async register(engine_id, until, now) {
      await engines.remove({ until: between({ below: now }) });
      const isNew = (await engines.change({ engine_id }, { until })) === null;
      if (isNew) await falseOnUniqueViolation(engines.insert({ engine_id, until }), 'by_engine');
    },
    live: async (now) =>
      (await engines.find({ until: between({ from: now }) }, { sort: { until: 'asc' } })).map(
        ({ engine_id }) => engine_id,
      ),
    async remove(engine_id) {
      await engines.remove({ engine_id });
    },
  };
}

const openLeases = (store: DocumentStore, name: string, more: readonly Index<StoredLease>[] = []) =>
  store.open<StoredLease>({
    name,
    indexes: [{ name: 'by_organisation', fields: ['org_id'], unique: true }, ...more],
  });

function leasesIn(leases: Collection<StoredLease>): EngineLeases {
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
