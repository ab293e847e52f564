import { assert } from 'chai';
import { substitutions } from '../../../domain/voice/substitutions.ts';

const terms = (text: string) => (text.startsWith('24/7') ? [{ from: 0, to: 4, say: 'round the clock' }] : []);
const forms = () => [
  { from: 0, to: 2, say: 'twenty-four' },
  { from: 8, to: 10, say: 'twelve' },
];

describe('substitutions', () => {
  it('write numbers out for a voice that needs it, for every voice, or for none, as the agent wishes', () => {
    const saysOf = (normalisation: 'auto' | 'on' | 'off', needsNormalisation: boolean) =>
      substitutions(terms, forms, normalisation)('24/7 at 12', needsNormalisation).map(({ say }) => say);
    const all = ['round the clock', 'twelve'];
    assert.deepEqual(saysOf('auto', true), all);
    assert.deepEqual(saysOf('auto', false), ['round the clock']);
    assert.deepEqual(saysOf('on', false), all);
    assert.deepEqual(saysOf('off', true), ['round the clock']);
  });

  it('prefer the agent’s own terms to those of numbers', () => {
    assert.deepEqual(substitutions(terms, forms)('24/7 at 12', true), [
      { from: 0, to: 4, say: 'round the clock' },
      { from: 8, to: 10, say: 'twelve' },
    ]);
  });
});
