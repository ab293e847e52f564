import { assert } from 'chai';
import { comparedRows, reasonsIn, type Rehearsal } from '../../console/src/pages/campaigns/trial-words.ts';

describe('the words of a campaign trial in the console', () => {
  it('name each reason with its number', () => {
    assert.equal(reasonsIn(0, {}), '0');
    assert.equal(reasonsIn(1_203, { suppressed: 1_200, no_consent: 3 }), '1,203 (Suppressed 1,200, No consent 3)');
  });

  it('set the preview beside the rehearsal, without a difference where one has no end', () => {
    const cost = { currency: 'USD', amount: '1.50' };
    const rehearsal = {
      preview: { estimate: { ends_at: null, dials: 12, reached: 4, cost } },
      rehearsal: { ends_at: null, dials: 10, reached: 5, cost: { ...cost, amount: '1.20' } },
      deviation: { duration_percent: null, dials_percent: 20, cost_percent: 25 },
    } as unknown as Rehearsal;
    const [ends, dials, reached, costs] = comparedRows(rehearsal);
    assert.deepEqual(ends, { name: 'Ends', preview: 'Does not end', rehearsal: 'Does not end', difference: '' });
    assert.deepEqual(dials, { name: 'Dials', preview: '12', rehearsal: '10', difference: '20 %' });
    assert.include(reached, { name: 'Reached', preview: '4', rehearsal: '5' });
    assert.equal(costs?.difference, '25 %');
  });
});
