import { assert } from 'chai';
import { durationRows, shareRows, type Comparison } from '../../console/src/pages/campaigns/comparison-words.ts';
import {
  choicesAt,
  evenVariants,
  hasSoundWeights,
  isWeight,
  variantsBody,
  withoutAgent,
  type VariantsDraft,
} from '../../console/src/pages/campaigns/variants-draft.ts';

const AGENTS = ['a', 'b', 'c'].map((agent_id) => ({ agent_id }));
const THREE: VariantsDraft = [{ weight: '1' }, { agentId: 'b', weight: '0.5' }, { agentId: 'c', weight: '0' }];

describe('variants in the form of a campaign', () => {
  it('are sent with the agent of the campaign first, and not at all without any', () => {
    assert.deepEqual(variantsBody(THREE, 'a'), {
      variants: [
        { agent_id: 'a', weight: 1 },
        { agent_id: 'b', weight: 0.5 },
        { agent_id: 'c', weight: 0 },
      ],
    });
    assert.deepEqual(variantsBody(null, 'a'), {});
  });

  it('need weights from 0 to 1000, one of them above 0', () => {
    for (const typed of ['0', '1', '1000', '0.25', ' 2 ']) assert.isTrue(isWeight(typed), typed);
    for (const typed of ['', '-1', '1001', 'x', '1e3', '1.']) assert.isFalse(isWeight(typed), typed);
    assert.isTrue(hasSoundWeights(null));
    assert.isTrue(hasSoundWeights(THREE));
    assert.isFalse(hasSoundWeights([{ weight: '0' }, { agentId: 'b', weight: '0' }]));
    assert.isFalse(hasSoundWeights([{ weight: '1' }, { agentId: 'b', weight: 'x' }]));
  });

  it('offer each agent once', () => {
    const ids = (place: number, draft: VariantsDraft): string[] =>
      choicesAt(AGENTS, 'a', draft, place).map(({ agent_id }) => agent_id);
    assert.deepEqual(ids(1, evenVariants('b')), ['b', 'c']);
    assert.deepEqual(ids(2, evenVariants('b')), ['c']);
    assert.deepEqual(ids(1, THREE), ['b']);
    assert.deepEqual(ids(1, null), ['b', 'c']);
  });

  it('lose the agent that becomes that of the campaign', () => {
    assert.deepEqual(withoutAgent(THREE, 'b'), [{ weight: '1' }, { agentId: 'c', weight: '0' }]);
    assert.isNull(withoutAgent(evenVariants('b'), 'b'));
    assert.isNull(withoutAgent(null, 'b'));
  });
});

describe('the words of a comparison in the console', () => {
  const share = { count: 3, of: 9, share: 1 / 3, low: 0.12, high: 0.65 };
  const comparison = {
    variants: [
      { agent_id: 'a', name: 'Long' },
      { agent_id: 'b', name: 'Short' },
    ],
    shares: [
      {
        ...{ kind: 'outcome', field: null, value: 'answered' },
        shares: [
          { agent_id: 'a', ...share },
          { agent_id: 'b', count: 0, of: 0, share: null, low: null, high: null },
        ],
        differences: [{ agent_id: 'b', difference: null, low: null, high: null, conclusion: 'not_comparable' }],
      },
      {
        ...{ kind: 'field', field: 'booked', value: 'true' },
        shares: [{ agent_id: 'b', ...share }],
        differences: [{ agent_id: 'b', difference: 0.05, low: -0.02, high: 0.12, conclusion: 'no_difference_shown' }],
      },
      { kind: 'success', field: null, value: 'yes', shares: [{ agent_id: 'a', ...share }], differences: [] },
    ],
    durations: {
      means: [
        { agent_id: 'a', conversations: 2, mean: 30, low: null, high: null, median: 29.5 },
        { agent_id: 'b', conversations: 0, mean: null, low: null, high: null, median: null },
      ],
      differences: [],
    },
  } as unknown as Comparison;

  it('name measures, intervals, differences, and what these show', () => {
    const [first, second, booked, success] = shareRows(comparison);
    assert.include(first, { measure: 'Answered', variant: 'Long', count: '3 / 9', value: '33.3 % (12.0 to 65.0)' });
    assert.include(first, { difference: '', conclusion: 'Baseline' });
    assert.include(second, { variant: 'Short', value: '', difference: '', conclusion: 'Too few to compare' });
    assert.include(booked, {
      ...{ measure: 'booked: true', conclusion: 'No difference shown' },
      difference: '5.0 (-2.0 to 12.0)',
    });
    assert.include(success, { measure: 'Success' });
  });

  it('name how long conversations take', () => {
    const [first, second] = durationRows(comparison);
    assert.include(first, { variant: 'Long', count: '2', value: '30.0', median: '29.5' });
    assert.include(second, { variant: 'Short', count: '0', value: '', median: '' });
  });
});
