import { assert } from 'chai';
import fc from 'fast-check';
import { agentOf, agentsOf, requireVariants, withVariants } from '../../../domain/campaigns/variants.ts';
import type { Variant } from '../../../domain/campaigns/variant.ts';
import { at, campaign, NOON } from './example.ts';

const shared = (variants: readonly Variant[], campaign_id = 'c1') =>
  campaign({ campaign_id, orchestrator_metadata: { max_concurrency: 5, variants } });
const variant = (agent_id: string, weight = 1, name?: string): Variant => ({
  ...{ agent_id, weight },
  ...(name !== undefined && { name }),
});
const number = (index: number): string => `+1415555${String(10_000 + index)}`;
/** How many of the first contacts each agent calls. */
function counted(variants: readonly Variant[], contacts: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let index = 0; index < contacts; index += 1) {
    const agent = agentOf(shared(variants), { phone_number: number(index) });
    counts[agent] = (counts[agent] ?? 0) + 1;
  }
  return counts;
}

describe('variants of a campaign', () => {
  it('leave all contacts to its agent where there are none', () => {
    assert.equal(agentOf(campaign(), { phone_number: number(1), agent_id: 'a2' }), 'a1');
    assert.deepEqual(agentsOf(campaign()), ['a1']);
    assert.deepEqual(agentsOf(shared([variant('a1'), variant('a2')])), ['a1', 'a2']);
  });

  it('share consecutive numbers by their weights, within chance', () => {
    const { a1 = 0, a2 = 0, a3 = 0 } = counted([variant('a1', 1), variant('a2', 2), variant('a3', 0.5)], 7_000);
    // Four standard deviations.
    assert.closeTo(a1, 2_000, 152);
    assert.closeTo(a2, 4_000, 166);
    assert.equal(a1 + a2 + a3, 7_000);
    assert.deepEqual(counted([variant('a1', 0), variant('a2', 3)], 50), { a2: 50 });
  });

  it('call each contact by the same agent always, and another campaign draws independently', () => {
    const variants = [variant('a1'), variant('a2')];
    const agents = (id: string) =>
      Array.from({ length: 400 }, (_, index) => agentOf(shared(variants, id), { phone_number: number(index) }));
    const [one, again, other] = [agents('c1'), agents('c1'), agents('c2')];
    assert.deepEqual(one, again);
    const same = one.filter((agent, index) => agent === other[index]).length;
    assert.closeTo(same, 200, 50);
  });

  it('keep the agent of a contact that was dialled, whatever the weights become', () => {
    fc.assert(
      fc.property(fc.nat(9_999), fc.double({ min: 0, max: 9, noNaN: true }), (index, weight) => {
        const variants = [variant('a1', 1), variant('a2', weight)];
        assert.equal(agentOf(shared(variants), { phone_number: number(index), agent_id: 'a2' }), 'a2');
        const known = agentOf(shared(variants), { phone_number: number(index), agent_id: 'gone' });
        assert.equal(known, agentOf(shared(variants), { phone_number: number(index) }));
      }),
    );
  });

  it('must be two or more agents with a share, each once, one of them that of the campaign', () => {
    const faults: [readonly Variant[], string][] = [
      [[variant('a1')], 'variants must have at least 2 items'],
      [[variant('a1'), variant('a1')], 'variants[1].agent_id appears twice: a1'],
      [[variant('a1', 1, 'A'), variant('a2', 1, ' A ')], 'variants[1].name appears twice: A'],
      [[variant('a1', 1, ' '), variant('a2')], 'variants[0].name must have 1 to 100 plain characters'],
      [[variant('a1'), variant('a2', 1, 'x'.repeat(101))], 'variants[1].name must have 1 to 100 plain characters'],
      [[variant('a1'), variant('a2', 1, 'a\u0000')], 'variants[1].name must have 1 to 100 plain characters'],
      [[variant('a1', 0), variant('a2', 0)], 'variants must have a weight above 0'],
      [[variant('a2'), variant('a3')], 'variants must have the agent of the campaign, a1'],
    ];
    for (const [variants, message] of faults) assert.throws(() => requireVariants(variants, 'a1'), message);
    const long = 'x'.repeat(100);
    const named = [variant('a2', 0, ` ${long} `), variant('a1', 3)];
    assert.deepEqual(requireVariants(named, 'a1'), [variant('a2', 0, long), variant('a1', 3)]);
  });

  const settings = { max_concurrency: 5 };
  const before = { ...settings, variants: [variant('a1', 1), variant('a2', 1)] };
  const unstarted = { agent_id: 'a1', started_at: null };
  const started = { agent_id: 'a1', started_at: NOON.toISOString() };

  it('are replaced and removed before the start', () => {
    const others = [variant('a1', 1), variant('a3', 2)];
    assert.deepEqual(withVariants(before, unstarted, others, at(1)), { ...settings, variants: others });
    assert.deepEqual(withVariants(settings, unstarted, others, at(1)), { ...settings, variants: others });
    assert.deepEqual(withVariants(before, unstarted, null, at(1)), settings);
    assert.deepEqual(withVariants(before, unstarted, undefined, at(1)), before);
    assert.throws(
      () => withVariants(before, unstarted, [variant('a2'), variant('a3')], at(1)),
      'agent of the campaign',
    );
  });

  it('keep their agents after the start, and note when weights changed', () => {
    const renamed = [variant('a2', 1, 'New'), variant('a1', 1)];
    assert.deepEqual(withVariants(before, started, renamed, at(1)), { ...settings, variants: renamed });
    const shifted = [variant('a1', 1), variant('a2', 0)];
    const changed = { ...settings, variants: shifted, variants_changed_at: at(1).toISOString() };
    assert.deepEqual(withVariants(before, started, shifted, at(1)), changed);
    const turned = { ...settings, variants: [variant('a1', 2), variant('a2', 1)] };
    const swapped = withVariants(turned, started, [variant('a1', 1), variant('a2', 2)], at(1));
    assert.equal(swapped.variants_changed_at, at(1).toISOString());
    assert.deepEqual(withVariants(changed, started, shifted, at(9)), changed);
    assert.deepEqual(withVariants(changed, started, undefined, at(9)), changed);
    for (const others of [null, [variant('a1'), variant('a3')], [variant('a1'), variant('a2'), variant('a3')]])
      assert.throws(
        () => withVariants(before, started, others, at(1)),
        'variants of a campaign that was started must keep their agents: change weights, of which 0 means no further contacts, or redial it with others',
      );
    assert.throws(() => withVariants(settings, started, before.variants, at(1)), 'must keep their agents');
    assert.deepEqual(withVariants(settings, started, null, at(1)), settings);
  });
});
