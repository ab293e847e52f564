import type { DailyCounts } from '../../application/ports/daily-counts.ts';
import { failed } from '../../domain/errors.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** A count for the last day on which something was counted. */
interface StoredCount {
  readonly org_id: string;
  readonly kind: string;
  readonly day: string;
  readonly count: number;
}

/** Most attempts. Another request counts in each that fails. */
const ATTEMPTS = 100;

/** Daily counts as documents, one per organisation and kind. Compare-and-set counts each use once. */
export async function documentDailyCounts(store: DocumentStore): Promise<DailyCounts> {
  const counts = await store.open<StoredCount>({
    name: 'daily_counts',
    indexes: [{ name: 'by_kind', fields: ['org_id', 'kind'], unique: true }],
  });

  return {
    async countUp(org_id, kind, day, most) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const seen = await counts.findOne({ org_id, kind });
        // A process whose clock is behind continues the day that other processes started.
        const isOfToday = seen !== null && seen.day >= day;
        const count = isOfToday ? seen.count : 0;
        if (count >= most) return false;
        const next = { org_id, kind, day: isOfToday ? seen.day : day, count: count + 1 };
        const isCounted = seen
          ? (await counts.change({ org_id, kind, day: seen.day, count: seen.count }, next)) !== null
          : await falseOnUniqueViolation(counts.insert(next), 'by_kind');
        if (isCounted) return true;
      }
      throw failed('The count kept changing');
    },
  };
}
