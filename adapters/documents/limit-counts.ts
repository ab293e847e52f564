import type { LimitCounts, LimitKey } from '../../application/ports/limit-counts.ts';
import type { LimitCount } from '../../domain/accounts/limit-count.ts';
import { falseOnUniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

interface StoredLimitCount extends LimitCount {
  readonly key: string;
  /** Absent if a release stored it that bounds all counts together. */
  readonly kind?: string | null;
}

const nameOf = ({ kind, key }: LimitKey): string => `${kind} ${key}`;

/**
 * Counts of limits as documents, one per key, which is stored in another form if one is given. Compare-and-set counts
 * each request once.
 */
export async function documentLimitCounts(store: DocumentStore, storedKey = nameOf): Promise<LimitCounts> {
  const counts = await store.open<StoredLimitCount>({
    name: 'limit_counts',
    indexes: [
      { name: 'by_key', fields: ['key'], unique: true },
      { name: 'by_expiry', fields: ['expires_at'] },
      { name: 'by_kind_expiry', fields: ['kind', 'expires_at'] },
    ],
  });
  return {
    async find(of) {
      const found = await counts.findOne({ key: storedKey(of) });
      return found && { count: found.count, not_before: found.not_before, expires_at: found.expires_at };
    },
    async replace(of, seen, next) {
      const [key, { kind }] = [storedKey(of), of];
      if (seen === null)
        return next === null || falseOnUniqueViolation(counts.insert({ key, kind, ...next }), 'by_key');
      if (next === null) return (await counts.remove({ key, ...seen })) > 0;
      return (await counts.change({ key, ...seen }, { kind, ...next })) !== null;
    },
    async prune(now, most) {
      await counts.remove({ expires_at: between({ below: now }) });
      for await (const kind of kindsOf(counts)) {
        const [first] = await counts.find({ kind }, { sort: { expires_at: 'desc' }, offset: most, limit: 1 });
        if (first) await counts.remove({ kind, expires_at: between({ below: first.expires_at + 1 }) });
      }
    },
  };
}

/** The kinds that are stored, also those of other releases. Null is that of counts without one. */
async function* kindsOf(counts: Collection<StoredLimitCount>): AsyncGenerator<string | null> {
  yield null;
  for (let from = ''; ;) {
    const next = await counts.findOne({ kind: between({ from }) }, { kind: 'asc' });
    // Ends also with a store that answers another kind.
    if (typeof next?.kind !== 'string' || next.kind < from) return;
    yield next.kind;
    // The first text after it that a kind can be: none ends with a space.
    from = `${next.kind} `;
  }
}
