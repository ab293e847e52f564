import { assert } from 'chai';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { documentDailyCounts } from '../../adapters/documents/daily-counts.ts';
import { UniqueViolation, type DocumentStore } from '../../adapters/documents/collection.ts';

describe('retryOnConflict', () => {
  it('repeats the step until it answers', async () => {
    const attempts: number[] = [];
    const answer = await retryOnConflict('lost', async (attempt) => {
      attempts.push(attempt);
      return attempt < 2 ? 'again' : null;
    });
    assert.deepEqual([answer, attempts], [null, [0, 1, 2]]);
  });

  it('is busy, or answers otherwise, after 200 lost races', async () => {
    let attempts = 0;
    const losing = async (): Promise<'again'> => {
      attempts += 1;
      return 'again';
    };
    const error: unknown = await retryOnConflict('It kept changing', losing).catch((lost: unknown) => lost);
    assert.deepInclude(error as object, { problem: 'busy', message: 'It kept changing' });
    assert.equal(await retryOnConflict(() => 'otherwise', losing), 'otherwise');
    assert.equal(attempts, 400);
  });

  it('makes a daily count that others keep changing busy instead of failed', async () => {
    const contested = { findOne: async () => null, insert: () => Promise.reject(new UniqueViolation('by_kind')) };
    const store = { open: async () => contested } as unknown as DocumentStore;
    const counts = await documentDailyCounts(store);
    const error: unknown = await counts.countUp('o1', 'mail', '2026-03-02', 5).catch((lost: unknown) => lost);
    assert.deepInclude(error as object, { problem: 'busy' });
  });
});
