import { assert } from 'chai';
import { PointReads } from '../../adapters/documents/drivers/mongo-point-reads.ts';
import { criteria } from '../../adapters/documents/match.ts';

const READS = 300;
const CALLS = { name: 'calls', indexes: [{ name: 'by_id', fields: ['call_id'], unique: true }] } as const;

describe('reads of single documents on MongoDB', () => {
  it('look at each document a few times, however many are read together', async () => {
    let looks = 0;
    const call = (place: number) => ({
      org_id: place % 2 === 0 ? 'own' : 'other',
      get call_id() {
        looks += 1;
        return `call ${place}`;
      },
    });
    const all = Array.from({ length: READS }, (_, place) => call(place));
    const stored = { find: () => ({ toArray: async () => all }) };
    const reads = new PointReads(CALLS as never);
    const found = await Promise.all(
      all.map(async (_, place) => reads.find(stored as never, criteria({ org_id: 'own', call_id: `call ${place}` }))),
    );
    assert.deepEqual([found[2], found[3]], [all[2], null], 'that of another organisation is none');
    assert.isAtMost(looks, 5 * READS);
  });
});
