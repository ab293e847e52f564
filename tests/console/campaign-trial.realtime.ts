import { assert } from 'chai';
import { fitsScreens } from './support/screens.ts';
import { consoleOfSuite } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

const LIST = ['phone_number,name', '+14155550110,Ada', '+14155550111,Ben', '+14155550112,Cy'];

describe('a campaign before its start, in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });

  it('is previewed and rehearsed without a dial, on a wide and a narrow screen', async () => {
    const account = await stage().signUp();
    const { agentId } = await attachTelephone(account);
    await account.api.ask('POST', '/suppressions', { phone_number: '+14155550111', reason: 'Asked for it' });
    const file = new Blob([`${LIST.join('\n')}\n`]);
    const { source_id } = await account.api.upload<{ source_id: string }>('/campaign/upload', 'guests.csv', file);
    const body = { name: 'Trial', agent_id: agentId, source_id };
    const { campaign_id: id } = await account.api.ask<{ campaign_id: string }>('POST', '/campaign/create', body);
    const { page, errors } = await stage().openPage(`/campaigns/${id}`, { as: account });
    const trial = page.getByRole('region', { name: 'Before you start' });
    await trial.getByRole('button', { name: 'Preview', exact: true }).click();
    await trial.getByRole('table', { name: 'First contacts' }).waitFor();
    assert.match(await trial.innerText(), /Refused\s+1 \(/);
    await trial.getByRole('button', { name: 'Rehearse', exact: true }).click();
    const compared = trial.getByRole('table', { name: 'Rehearsal' });
    await compared.waitFor();
    assert.isAbove(await compared.getByRole('row').count(), 3);
    await fitsScreens(page);
    const { state } = await account.api.ask<{ state: string }>('GET', `/campaign/${id}`);
    const { calls } = await account.api.ask<{ calls: unknown[] }>('GET', `/calls/org/${account.session.org_id}`);
    assert.deepEqual([state, calls, errors], ['created', [], []]);
  });
});
