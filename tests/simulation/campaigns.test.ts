import { assert } from 'chai';
import { DEADLY } from './life.ts';
import { MUTANTS } from './mutants.ts';
import { simulate } from './simulate.ts';
import { skip } from '../support/skipped.ts';

/** Seeds per test. A failing one is named, and `npm run sim -- --from <seed> --seeds 1` replays it. */
const SEEDS_EACH = 20;
const TESTS = 10;

describe('the campaign engine in simulation', function () {
  this.timeout(600_000);
  /** Where processes were killed, and in how many seeds. */
  const places = new Set<string>();
  let played = 0;

  for (let test = 0; test < TESTS; test += 1) {
    const first = test * SEEDS_EACH + 1;
    it(`dials every contact exactly once: seeds ${first} to ${first + SEEDS_EACH - 1}`, async () => {
      for (let seed = first; seed < first + SEEDS_EACH; seed += 1) {
        const { breaches, kills } = await simulate(seed);
        assert.deepEqual(breaches, [], `seed ${seed}`);
        played += 1;
        for (const place of kills) places.add(place);
      }
    });
  }

  it('tells a refusal that a kill cut off from the end of a dial', async () => {
    assert.deepEqual((await simulate(281)).breaches, []);
  });

  it('has its processes killed wherever it matters how far they came', function () {
    if (played < TESTS * SEEDS_EACH) skip(this, 'not every seed was played');
    assert.includeMembers([...places], [...DEADLY]);
  });

  it('replays a seed exactly', async () => {
    assert.deepEqual(await simulate(7), await simulate(7));
  });

  it('notices when the intent to dial is not written', async () => {
    const careless = MUTANTS.find(({ name }) => name === 'the intent to dial is not written');
    assert.match((await simulate(1, careless)).breaches.join(), /I12 nothing dialled that was not written down/);
  });
});
