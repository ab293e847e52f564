import { assert } from 'chai';
import fc from 'fast-check';
import { allocate, type AllocationView } from '../../../domain/campaigns/allocate-organisations.ts';

const names = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `o${from + at}`);

const view = (given: Partial<AllocationView>): AllocationView => ({
  active: [],
  ownedByOthers: new Set(),
  own: new Set(),
  engines: 1,
  wereFree: new Set(),
  mayRelease: true,
  ...given,
});

describe('allocation of organisations to campaign engines', () => {
  it('gives a single engine everything', () => {
    assert.deepEqual(allocate(view({ active: names(5) })).take, names(5));
  });

  it('lets an engine take no more than its share of organisations that have just become free', () => {
    const { take, free } = allocate(view({ active: names(10), engines: 5 }));
    assert.deepEqual(take, names(2));
    assert.sameMembers([...free], names(10));
  });

  it('lets an engine beyond its share take what no other took since its last look', () => {
    const seen = { active: names(10), own: new Set(names(2)), ownedByOthers: new Set(names(6, 2)), engines: 5 };
    const { take, isRescuing } = allocate(view({ ...seen, wereFree: new Set(['o9']) }));
    assert.deepEqual([take, isRescuing], [['o9'], true]);
  });

  it('leaves organisations that others own alone', () => {
    assert.isEmpty(allocate(view({ active: names(4), ownedByOthers: new Set(names(4)) })).take);
  });

  it('releases what is beyond the share and its slack, the latest first', () => {
    assert.deepEqual(allocate(view({ active: names(8), own: new Set(names(8)), engines: 2 })).release, names(4, 4));
  });

  it('releases nothing for a small difference, or when it may not', () => {
    assert.isEmpty(allocate(view({ active: names(3), own: new Set(names(3)), engines: 2 })).release);
    const rescued = view({ active: names(8), own: new Set(names(8)), engines: 2, mayRelease: false });
    assert.isEmpty(allocate(rescued).release);
  });

  it('gives every organisation an owner and comes to rest, however many engines there are and whichever one dies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        (count, engines, dying) => {
          const active = names(count);
          const all = Array.from({ length: engines }, () => new World());
          look(all, active);
          assert.deepEqual(owned(all), [...active].toSorted());
          for (let round = 0; round < 10; round += 1) look(all, active);
          const share = Math.ceil(count / engines);
          for (const { own } of all) assert.isAtMost(own.size, share + Math.ceil(share / 4));
          const before = all.map(({ own }) => [...own].join());
          look(all, active);
          assert.deepEqual(
            all.map(({ own }) => [...own].join()),
            before,
          );
          if (engines === 1) return;
          const alive = all.filter((_, at) => at !== dying % engines);
          for (let round = 0; round < 2; round += 1) look(alive, active, engines);
          assert.deepEqual(owned(alive), [...active].toSorted());
        },
      ),
    );
  });
});

/** What an engine owns, and saw free at its last look. */
class World {
  own = new Set<string>();
  wereFree: ReadonlySet<string> = new Set();
}

const owned = (worlds: readonly World[]): string[] => worlds.flatMap(({ own }) => [...own]).toSorted();

/** Each engine looks once, one after the other. The dead ones may still be counted, and then nothing is released. */
function look(worlds: readonly World[], active: readonly string[], engines = worlds.length): void {
  for (const world of worlds) {
    const { own, wereFree } = world;
    const ownedByOthers = new Set(worlds.filter((other) => other !== world).flatMap((other) => [...other.own]));
    const mayRelease = engines === worlds.length;
    const { take, release, free } = allocate({ active, ownedByOthers, own, engines, wereFree, mayRelease });
    for (const orgId of take) own.add(orgId);
    for (const orgId of release) own.delete(orgId);
    world.wereFree = free;
  }
}
