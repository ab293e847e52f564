import { assert } from 'chai';
import type { CampaignRepository } from '../../application/ports/campaigns.ts';
import type { OpenBreaker } from '../../domain/campaigns/open-breaker.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import type { Contract } from '../support/contract.ts';
import { campaign } from '../domain/campaigns/example.ts';

const GATE = newDialState(false);
const moment = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const known = (id: string, more = {}) => campaign({ campaign_id: id, ...more });

export const campaignsContract: Contract<CampaignRepository> = {
  'finds a campaign of its organisation with its gate': async (campaigns) => {
    await campaigns.add(known('a'), GATE);
    await campaigns.add(known('b', { name: 'Autumn' }), newDialState(true));
    assert.deepEqual(await campaigns.find('o1', 'b'), {
      campaign: known('b', { name: 'Autumn' }),
      gate: newDialState(true),
      revision: 0,
    });
    assert.isNull(await campaigns.find('o1', 'c'));
  },

  "knows nothing of another organisation's campaigns": async (campaigns) => {
    await campaigns.add(known('a'), GATE);
    assert.isNull(await campaigns.find('o2', 'a'));
    assert.isEmpty(await campaigns.list('o2'));
    assert.isFalse(await campaigns.remove('o2', 'a'));
    const seen = (await campaigns.find('o1', 'a'))!;
    assert.isNull(await campaigns.change({ ...seen, campaign: { ...seen.campaign, org_id: 'o2' } }, {}));
  },

  'lists them newest first, without their gates': async (campaigns) => {
    for (const each of [1, 3, 2]) await campaigns.add(known(`${each}`, { created_at: moment(each) }), GATE);
    await campaigns.add(known('other', { org_id: 'o2' }), GATE);
    const expected = [3, 2, 1].map((each) => known(`${each}`, { created_at: moment(each) }));
    assert.deepEqual(await campaigns.list('o1'), expected);
    assert.equal(await campaigns.count('o1'), 3);
  },

  'changes campaign and gate in one step, and only what is given': async (campaigns) => {
    await campaigns.add(known('a'), GATE);
    await campaigns.add(known('b'), GATE);
    const seen = (await campaigns.find('o1', 'a'))!;
    const changed = await campaigns.change(seen, { campaign: { state: 'running' }, gate: { recent_dials: [1, 2] } });
    const expected = {
      campaign: known('a', { state: 'running' }),
      gate: { ...GATE, recent_dials: [1, 2] },
      revision: 1,
    };
    assert.deepEqual(changed, expected);
    assert.deepEqual(await campaigns.find('o1', 'a'), expected);
    assert.deepEqual((await campaigns.find('o1', 'b'))?.campaign, known('b'));
  },

  'replaces settings as a whole, so that a breaker that was open is closed': async (campaigns) => {
    const breaker: OpenBreaker = {
      state: 'half_open',
      ...{ reason: 'Calls failed', wait_seconds: 60, probe_run_id: 'r', opened_at: moment(0), probe_at: moment(1) },
    };
    await campaigns.add(known('a', { orchestrator_metadata: { max_concurrency: 1, breaker_state: breaker } }), GATE);
    const seen = (await campaigns.find('o1', 'a'))!;
    assert.deepEqual(seen.campaign.orchestrator_metadata.breaker_state, breaker);
    const settings = { max_concurrency: 2 };
    await campaigns.change(seen, { campaign: { orchestrator_metadata: settings } });
    assert.deepEqual((await campaigns.find('o1', 'a'))?.campaign.orchestrator_metadata, settings);
  },

  'refuses a change of what has moved on': async (campaigns) => {
    await campaigns.add(known('a'), GATE);
    const seen = (await campaigns.find('o1', 'a'))!;
    await campaigns.change(seen, { gate: { epoch: 7 } });
    assert.isNull(await campaigns.change(seen, { campaign: { name: 'Late' } }));
    assert.deepInclude(await campaigns.find('o1', 'a'), { campaign: known('a'), gate: { ...GATE, epoch: 7 } });
  },

  'lets one of many change it': async (campaigns) => {
    await campaigns.add(known('a'), GATE);
    const seen = (await campaigns.find('o1', 'a'))!;
    const changes = Array.from({ length: 20 }, (_, each) => campaigns.change(seen, { gate: { epoch: each } }));
    assert.lengthOf((await Promise.all(changes)).filter(Boolean), 1);
  },

  'shows which run, and for whom, the longest running first': async (campaigns) => {
    const running = (id: string, second: number, more = {}) =>
      known(id, { state: 'running', started_at: moment(second), ...more });
    for (const each of [running('late', 9), running('early', 1), known('idle'), running('far', 1, { org_id: 'o2' })])
      await campaigns.add(each, GATE);
    await campaigns.add(known('other', { org_id: 'o3' }), GATE);
    const ids = (await campaigns.running('o1')).map(({ campaign: { campaign_id } }) => campaign_id);
    assert.deepEqual(ids, ['early', 'late']);
    assert.sameMembers(await campaigns.organisationsWithRunningCampaigns(), ['o1', 'o2']);
  },

  'removes a campaign once': async (campaigns) => {
    await campaigns.add(known('a'), GATE);
    await campaigns.add(known('b'), GATE);
    assert.isTrue(await campaigns.remove('o1', 'a'));
    assert.isFalse(await campaigns.remove('o1', 'a'));
    assert.isNull(await campaigns.find('o1', 'a'));
    assert.isNotNull(await campaigns.find('o1', 'b'));
  },
};
