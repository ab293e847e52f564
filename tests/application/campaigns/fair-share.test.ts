import { assert } from 'chai';
import { FairShare } from '../../../application/campaigns/fair-share.ts';

describe('FairShare', () => {
  const [long, short] = [{ length: 100 }, { length: 10 }];
  type Who = typeof long;

  /** The keys of the next `count` rounds. */
  const played = (turns: FairShare<Who>, all: readonly Who[], count: number): Who[] =>
    Array.from({ length: count }, () => {
      const first = all.toSorted((a, b) => turns.nextOf(a) - turns.nextOf(b))[0]!;
      turns.charge(first, first.length);
      return first;
    });
  const share = (who: Who, turnsTaken: readonly Who[]): number => turnsTaken.filter((each) => each === who).length;

  it('alternates between equal keys', () => {
    const other = { length: 100 };
    const order = played(new FairShare(), [long, other], 10);
    assert.isTrue(order.every((who, at) => at === 0 || who !== order[at - 1]));
  });

  it('serves cheaper keys more often and starves none', () => {
    const order = played(new FairShare(), [long, short], 110);
    assert.approximately(share(long, order), 10, 1);
  });

  it('serves a new key at once', () => {
    const turns = new FairShare<Who>();
    played(turns, [long], 1_000);
    assert.deepEqual(
      played(turns, [long, short], 10),
      Array.from({ length: 10 }, () => short),
    );
  });

  it('gives an absent key no credit', () => {
    const turns = new FairShare<Who>();
    const other = { length: 100 };
    played(turns, [long, other], 2);
    played(turns, [long], 1_000);
    assert.approximately(share(other, played(turns, [long, other], 100)), 50, 2);
  });
});
