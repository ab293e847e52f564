import { assert } from 'chai';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { comparisonWarnings } from '../../../domain/campaigns/comparison-warnings.ts';
import type { CampaignMetadata } from '../../../domain/campaigns/settings.ts';
import { VariantTally } from '../../../domain/campaigns/variant-tally.ts';
import { campaign } from './example.ts';

describe('warnings of a comparison', () => {
  const of = (
    counts: readonly number[],
    more: Partial<Campaign> = {},
    settings: Partial<CampaignMetadata> = {},
    others: Partial<Parameters<typeof comparisonWarnings>[0]> = {},
  ): string[] => {
    const tallies = counts.map((count, index) => {
      const tally = new VariantTally(`a${index + 1}`, []);
      return Object.assign(tally, { contacts: count, finished: count });
    });
    const variants = tallies.map(({ agentId }) => ({ agent_id: agentId, weight: 1 }));
    const metadata = { max_concurrency: 5, variants, ...settings };
    return comparisonWarnings({
      campaign: campaign({ state: 'completed', ...more, orchestrator_metadata: metadata }),
      tallies,
      shares: [],
      durations: { means: [], differences: [] },
      changedAgents: [],
      numbers: ['+1', '+1'],
      contactsRead: 200,
      contactsOf: 200,
      ...others,
    }).map(({ code, message }) => {
      messages.set(code, message);
      return code;
    });
  };
  /** By code, as they were said last. */
  const messages = new Map<string, string>();

  it('are none for a completed campaign with enough contacts, shared by the weights', () => {
    assert.isEmpty(of([1_000, 1_010]));
    assert.isEmpty(of([5], { state: 'running' }));
  });

  it('name a campaign that still runs, few contacts, changed weights and agents, and different numbers', () => {
    assert.deepEqual(of([1_000, 1_000], { state: 'running' }), ['still_running']);
    assert.deepEqual(of([100, 99]), ['few_contacts']);
    assert.deepEqual(of([100, 100]), []);
    assert.deepEqual(of([900, 100], {}, { variants_changed_at: '2026-03-02T12:00:00.000Z' }), ['weights_changed']);
    assert.deepEqual(of([900, 100], {}, { parent_campaign_id: 'c0' }), ['redialled_contacts']);
    assert.deepEqual(of([900, 900], {}, {}, { changedAgents: ['Ann', 'Ben'] }), ['agent_changed', 'agent_changed']);
    assert.deepEqual(of([900, 900], {}, {}, { numbers: ['+1', '+2'] }), ['different_numbers']);
    assert.deepEqual(of([900, 900], {}, {}, { contactsOf: 201 }), ['first_contacts_only']);
  });

  it('say numbers, names and times', () => {
    of(
      [99, 9, 900],
      { state: 'running' },
      { variants_changed_at: 'noon' },
      { changedAgents: ['Ann'], contactsOf: 201 },
    );
    assert.equal(
      messages.get('few_contacts'),
      '2 of 3 variants have fewer than 100 finished contacts: only large differences show',
    );
    assert.equal(messages.get('first_contacts_only'), 'Only the first 200 of 201 contacts of the list are compared');
    assert.match(messages.get('still_running')!, /^The campaign is not completed\. .+: decide at the end$/);
    assert.match(messages.get('weights_changed')!, /^The weights were changed at noon: .+ hours$/);
    assert.match(messages.get('agent_changed')!, /^Ann was changed after the start: /);
    of([900, 100], {}, {}, { numbers: ['+1', '+2'] });
    assert.match(messages.get('uneven_split')!, /^The contacts are not shared as the weights say/);
    assert.match(messages.get('different_numbers')!, /^The variants call from different numbers, .+ agents only$/);
    of([900, 100], {}, { parent_campaign_id: 'c0' });
    assert.match(messages.get('redialled_contacts')!, /: compare that campaign$/);
  });

  it('name several comparisons, but not those that cannot be made', () => {
    const difference = { agent_id: 'a2', difference: 0, low: -1, high: 1, conclusion: 'no_difference_shown' } as const;
    const durations = {
      means: [],
      differences: [difference, { ...difference, conclusion: 'not_comparable' as const }],
    };
    const share = { kind: 'outcome', field: null, value: 'answered', shares: [], differences: [difference] } as const;
    assert.deepEqual(of([900, 900], {}, {}, { durations }), []);
    assert.deepEqual(of([900, 900], {}, {}, { durations, shares: [share] }), ['many_comparisons']);
    assert.match(messages.get('many_comparisons')!, /^2 differences are compared, .+ start which one counts$/);
  });

  it('name a split that the weights do not explain', () => {
    // chi-square of 1,000 contacts in two halves: (2d)²/1,000, against 10.828.
    assert.deepEqual(of([552, 448]), []);
    assert.deepEqual(of([553, 447]), ['uneven_split']);
    assert.deepEqual(of([333, 333, 334, 0]), ['few_contacts', 'uneven_split']);
    const weighted = [
      { agent_id: 'a1', weight: 3 },
      { agent_id: 'a2', weight: 1 },
      { agent_id: 'a3', weight: 0 },
    ];
    assert.deepEqual(of([750, 250, 100], {}, { variants: weighted }), []);
    assert.deepEqual(of([700, 300, 100], {}, { variants: weighted }), ['uneven_split']);
    assert.deepEqual(of([70, 20]), ['few_contacts']);
    assert.deepEqual(of([80, 20]), ['few_contacts', 'uneven_split']);
    const alone = [
      { agent_id: 'a1', weight: 1 },
      { agent_id: 'a2', weight: 0 },
    ];
    assert.deepEqual(of([500, 300], {}, { variants: alone }), []);
  });
});
