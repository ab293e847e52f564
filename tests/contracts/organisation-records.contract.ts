import { assert } from 'chai';
import type { OrganisationRecords } from '../../application/ports/erasures.ts';
import type { Contract } from '../support/contract.ts';

/** The records of organisations, and how they are filled and read. */
export interface FilledOrganisations {
  readonly records: OrganisationRecords;
  /** Adds records of the organisation to each place that holds some: to each but the agents, more than one step removes. */
  fill(orgId: string): Promise<void>;
  /** How many records the organisation has, by place. */
  left(orgId: string): Promise<Readonly<Record<string, number>>>;
}

export const organisationRecordsContract: Contract<FilledOrganisations> = {
  'removes the agents, and nothing else': async ({ records, fill, left }) => {
    for (const org of ['org', 'other']) await fill(org);
    const { agents = 0, ...others } = await left('other');
    assert.equal(await records.removeAgents('org'), agents);
    assert.deepEqual(await left('org'), { agents: 0, ...others });
    assert.deepEqual(await left('other'), { agents, ...others });
    assert.equal(await records.removeAgents('org'), 0);
  },

  'removes the rest in steps, until nothing is left, and nothing of others': async ({ records, fill, left }) => {
    for (const org of ['org', 'other']) await fill(org);
    const before = await left('other');
    let [steps, removed] = [0, 0];
    for (let some = -1; some !== 0 && steps < 100; steps += 1) removed += some = await records.removeSome('org');
    const { agents = 0, ...others } = before;
    assert.equal(
      removed,
      Object.values(others).reduce((sum, count) => sum + count, 0),
    );
    assert.isAbove(steps, Object.keys(others).length);
    assert.deepEqual(
      await left('org'),
      Object.fromEntries(Object.keys(before).map((at) => [at, at === 'agents' ? agents : 0])),
    );
    assert.deepEqual(await left('other'), before);
  },
};
