import type { RetentionRepository, StoredRetention } from '../../application/ports/retention.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

/** Retentions as documents, one per organisation that has set one. */
export async function documentRetention(store: DocumentStore): Promise<RetentionRepository> {
  const retentions = await store.open<StoredRetention>({
    name: 'retention',
    indexes: [
      { name: 'by_organisation', fields: ['org_id'], unique: true },
      { name: 'by_sweep', fields: ['sweep_at'] },
    ],
  });

  return {
    find: (orgId) => retentions.findOne({ org_id: orgId }),
    put: (retention) =>
      retryOnConflict('The retention kept changing. Try again.', async () => {
        if (await retentions.change({ org_id: retention.org_id }, retention)) return;
        return (await falseOnUniqueViolation(retentions.insert(retention), 'by_organisation')) ? undefined : 'again';
      }),
    due: (now, limit) => retentions.find({ sweep_at: between({ below: now }) }, { sort: { sweep_at: 'asc' }, limit }),
    // Not all stored fields: a newer release may have added some that cannot be compared.
    move: async ({ org_id, sweep_at, recordings_days, transcripts_days, calls_days }, sweepAt) => {
      const seen = { org_id, sweep_at, recordings_days, transcripts_days, calls_days };
      return (await retentions.change(seen, { sweep_at: sweepAt })) !== null;
    },
  };
}
