import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import type { LimitCount } from '../../domain/accounts/limit-count.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

interface StoredLimitCount extends LimitCount {
  readonly key: string;
}

/** Counts of limits as documents, one per key. Compare-and-set counts each request once. */
export async function documentLimitCounts(store: DocumentStore): Promise<LimitCounts> {
  const counts = await store.open<StoredLimitCount>({
    name: 'limit_counts',
    indexes: [
      { name: 'by_key', fields: ['key'], unique: true },
      { name: 'by_expiry', fields: ['expires_at'] },
    ],
  });
  return {
    async find(key) {
      const found = await counts.findOne({ key });
      return found && { count: found.count, not_before: found.not_before, expires_at: found.expires_at };
    },
    async replace(key, seen, next) {
      if (seen === null) return next === null || falseOnUniqueViolation(counts.insert({ key, ...next }), 'by_key');
      if (next === null) return (await counts.remove({ key, ...seen })) > 0;
      return (await counts.change({ key, ...seen }, next)) !== null;
    },
    async prune(now, most) {
      await counts.remove({ expires_at: between({ below: now }) });
      const [first] = await counts.find({}, { sort: { expires_at: 'desc' }, offset: most, limit: 1 });
      if (first) await counts.remove({ expires_at: between({ below: first.expires_at + 1 }) });
    },
  };
}
