import type { DailyCounts } from '../../application/ports/daily-counts.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** A count for the last day on which something was counted. */
interface StoredCount {
  readonly org_id: string;
  readonly kind: string;
  readonly day: string;
  readonly count: number;
}

/** Daily counts as documents, one per organisation and kind. Compare-and-set counts each use once. */
export async function documentDailyCounts(store: DocumentStore): Promise<DailyCounts> {
  const counts = await store.open<StoredCount>({
    name: 'daily_counts',
    indexes: [{ name: 'by_kind', fields: ['org_id', 'kind'], unique: true }],
  });

  return {
    countUp: (org_id, kind, day, most) =>
      retryOnConflict(`The count of ${kind} kept changing. Try again.`, async () => {
        const seen = await counts.findOne({ org_id, kind });
        // A process whose clock is behind continues the day that other processes started.
        const isOfToday = seen !== null && seen.day >= day;
        const count = isOfToday ? seen.count : 0;
        if (count >= most) return false;
        const next = { org_id, kind, day: isOfToday ? seen.day : day, count: count + 1 };
        const isCounted = seen
          ? (await counts.change({ org_id, kind, day: seen.day, count: seen.count }, next)) !== null
          : await falseOnUniqueViolation(counts.insert(next), 'by_kind');
        return isCounted || 'again';
      }),
  };
}
