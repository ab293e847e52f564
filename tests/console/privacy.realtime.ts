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

  it('erases a number after a question, shows how far that is, and all data only with the id', async () => {
    const { page, errors } = await stage().openPage('/privacy', { as: account });
    await page.getByLabel('Phone number').fill('+1 415 555 0177');
    await page.getByRole('button', { name: 'Erase the number' }).click();
    await page.getByRole('dialog').getByText('+1 415 555 0177').waitFor();
    await axe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Erase the number' }).click();
    await page.getByText('The erasure has begun.').waitFor();
    const row = page.getByRole('row', { name: /\+14…77/ });
    await row.getByText('Done').waitFor();
    await page.getByRole('button', { name: 'Erase all data' }).click();
    const dialog = page.getByRole('dialog');
    const erase = dialog.getByRole('button', { name: 'Erase all data' });
    await dialog.getByLabel('Organisation id').fill('another');
    assert.isTrue(await erase.isDisabled());
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
