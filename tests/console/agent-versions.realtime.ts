import { assert } from 'chai';
import type { Agent } from '../../domain/agents/agent.ts';
import { axe } from './support/axe.ts';
import { reachByKeyboard } from './support/keyboard.ts';
import { consoleOfSuite } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

describe('versions and the draft of an agent in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });

  it('are compared, rolled back, drafted and published with the keyboard', async () => {
    const account = await stage().signUp();
    const { agentId } = await attachTelephone(account);
    const stored = () => account.api.ask<Agent>('GET', `/agents/${agentId}`);
    const { config, version: before = 0 } = await stored();
    const greet = (greeting_message: string) =>
      account.api.ask('PATCH', `/agents/${agentId}`, {
        config: { ...config, prompts: { ...config.prompts, greeting_message } },
        note: 'A test',
      });
    await greet('Second greeting');
    const { page, errors } = await stage().openPage(`/agents/${agentId}`, { as: account });
    await page.getByRole('link', { name: 'Versions' }).press('Enter');
    await page.getByRole('row', { name: new RegExp(`Version ${before + 1} Published`) }).waitFor();
    await axe(page);
    await page.setViewportSize(PHONE);
    await axe(page);
    await page.setViewportSize(DESKTOP);

    await page.getByRole('button', { name: `Compare Version ${before + 1}` }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('config.prompts.greeting_message').waitFor();
    await dialog.getByText('Second greeting').waitFor();
    await axe(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Roll back Version ${before}`, exact: true }).press('Enter');
    await reachByKeyboard(page, 'Note');
    await page.keyboard.type('Too long');
    await axe(page);
    await dialog.getByRole('button', { name: 'Roll back' }).press('Enter');
    await page.getByRole('row', { name: new RegExp(`Version ${before + 2} Published`) }).waitFor();
    assert.equal((await stored()).config.prompts.greeting_message, config.prompts.greeting_message);

    await page.getByRole('link', { name: 'Edit a draft' }).press('Enter');
    await page.getByRole('heading', { name: /^Draft of / }).waitFor();
    await reachByKeyboard(page, 'Greeting');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Drafted greeting');
    await axe(page);
    await page.getByRole('button', { name: 'Save changes' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'The draft is saved.' }).first().waitFor();
    assert.equal((await stored()).version, before + 2, 'calls still run the published version');

    await page.getByRole('link', { name: 'Versions' }).press('Enter');
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await dialog.getByText('Drafted greeting').waitFor();
    await axe(page);
    await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByRole('row', { name: new RegExp(`Version ${before + 3} Published`) }).waitFor();
    assert.equal((await stored()).config.prompts.greeting_message, 'Drafted greeting');
    await page.getByRole('link', { name: 'Edit a draft' }).waitFor();
    // The agent has had no canary.
    assert.isEmpty(errors.filter((error) => !error.includes('status of 404')));
  });
});
