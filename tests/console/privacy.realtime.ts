import { assert } from 'chai';
import { axe } from './support/axe.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

describe('deletion and retention in the console', () => {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;
  before(async () => (account = await stage().signUp()));

  it('stores for how many days calls are kept, and refuses other values than whole numbers', async () => {
    const { page, errors } = await stage().openPage('/privacy', { as: account });
    const recordings = page.getByLabel('Recordings');
    await recordings.fill('0');
    await page.getByText('A whole number from 1 to 3650, or nothing.').waitFor();
    await recordings.fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Retention saved.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Retention' }).waitFor();
    assert.equal(await page.getByLabel('Recordings').inputValue(), '30');
    assert.equal(await page.getByLabel('Transcripts').inputValue(), '');
    await axe(page);
    assert.isEmpty(errors);
  });

  it('deletes a call after a question, and not while it is live', async () => {
    const { agentId } = await attachTelephone(account);
    const phoned = { agent_id: agentId, to_number: '+14155550101' };
    const { call_id } = await account.api.ask<{ call_id: string }>('POST', '/calls/outbound', phoned);
    const { page, errors } = await stage().openPage(`/calls/${call_id}`, { as: account });
    // The carrier reports the callee as busy, which ends the call.
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('cannot be restored').waitFor();
    await axe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The call is deleted.').waitFor();
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: call_id }).count(), 0);
    assert.isEmpty(errors);
  });
});
