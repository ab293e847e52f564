import type { DailyCounts } from '../../application/ports/daily-counts.ts';
import { failed } from '../../domain/errors.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** How often something was done on the last day on which it was done. */
interface StoredCount {
  readonly org_id: string;
  readonly kind: string;
  readonly day: string;
  readonly count: number;
}

/** Another one counted before each of these. */
const ATTEMPTS = 100;

/** Counts as documents, one per organisation and kind: it is changed only as it was seen, so each is counted once. */
export async function documentDailyCounts(store: DocumentStore): Promise<DailyCounts> {
  const counts = await store.open<StoredCount>({
    name: 'daily_counts',
    indexes: [{ name: 'by_kind', fields: ['org_id', 'kind'], unique: true }],
  });

  return {
    async countUp(org_id, kind, day, most) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const seen = await counts.findOne({ org_id, kind });
        // A process whose clock is behind goes on with the day that others have begun.
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
