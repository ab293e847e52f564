import { assert } from 'chai';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
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

  it('saves when an agent records and what it leaves out, and shows it again', async () => {
    const config = { ...starterAgent([]).config, custom_variables: { name: 'Ada', pin: '4711' } };
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', { ...starterAgent([]), config });
    const { page, errors } = await stage().openPage(`/agents/${id}`, { as: account });
    await page.getByRole('tab', { name: 'Behaviour' }).click();
    const recording = page.getByRole('region', { name: 'Recording' });
    const redaction = page.getByRole('region', { name: 'Redaction' });
    await recording.getByLabel('Record calls').selectOption({ label: 'After the caller agreed' });
    await recording.getByLabel('Question').fill('May I record this, {{name}}?');
    await recording.getByLabel('Wait for an answer').fill('9');
    for (const name of ['Card numbers', 'Phone numbers', 'pin']) {
      await redaction.getByLabel(name).focus();
      await page.keyboard.press('Space');
    }
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
    const stored = await account.api.ask<Agent>('GET', `/agents/${id}`);
    const { recording: kept, redaction: hidden } = stored.config;
    assert.deepEqual(kept, { mode: 'consent', question: 'May I record this, {{name}}?', wait_secs: 9 });
    assert.deepEqual(hidden, { kinds: ['card_number', 'phone_number'], variables: ['pin'] });
    await page.reload();
    await recording.getByLabel('Question').waitFor();
    assert.equal(await recording.getByLabel('Wait for an answer').inputValue(), '9');
    assert.isTrue(await redaction.getByLabel('pin').isChecked());
    assert.isFalse(await redaction.getByLabel('E-mail addresses').isChecked());
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await axe(page);
        assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth'), width);
      }
    await recording.getByLabel('Record calls').selectOption({ label: 'Never' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
    const changed = await account.api.ask<Agent>('GET', `/agents/${id}`);
    assert.equal(changed.config.recording?.mode, 'off');
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
