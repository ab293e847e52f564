import { assert } from 'chai';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CanaryView } from '../../domain/agents/canary-view.ts';
import { axe } from './support/axe.ts';
import { reachByKeyboard } from './support/keyboard.ts';
import { fitsScreens } from './support/screens.ts';
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

  it('are tried on a share of the calls, aborted, tried again and promoted with the keyboard', async () => {
    const account = await stage().signUp();
    const { config, ...starter } = starterAgent([]);
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', { ...starter, config });
    const prompts = { ...config.prompts, greeting_message: 'A shorter greeting' };
    await account.api.ask('PUT', `/agents/${id}/draft`, { config: { ...config, prompts } });
    const { page, errors } = await stage().openPage(`/agents/${id}/versions`, { as: account });
    const card = page.getByRole('region', { name: /^Canary/ });
    const dialog = page.getByRole('dialog');
    const start = async (share: string): Promise<void> => {
      await page.getByRole('button', { name: 'Start a canary' }).press('Enter');
      await reachByKeyboard(page, 'Share of the calls, in percent');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(share);
      await axe(page);
      await dialog.getByRole('button', { name: 'Start a canary' }).press('Enter');
      await card.getByText(`${share} % of the calls that begin run version 2, the others version 1.`).waitFor();
    };
    await start('25');
    await card.getByRole('row', { name: /Early hang-ups no calls no calls/ }).waitFor();
    await page.getByRole('row', { name: /Version 2 Canary 25 %/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Start a canary' }).count(), 0, 'one at a time');
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await card.getByRole('button', { name: 'Promote' }).press('Enter');
    await dialog.getByText('The configuration of version 2 is published as a new version.').waitFor();
    await axe(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Promote' }).and(page.locator(':focus')).waitFor();
    await card.getByRole('button', { name: 'Abort' }).press('Enter');
    await axe(page);
    await dialog.getByRole('button', { name: 'Abort' }).press('Enter');
    await card.getByText('All calls that begin run the published version.').waitFor();
    assert.notProperty(await account.api.ask('GET', `/agents/${id}`), 'canary');

    await start('50');
    await card.getByRole('button', { name: 'Promote' }).press('Enter');
    await dialog.getByRole('button', { name: 'Promote' }).press('Enter');
    await card.getByText('The new version was published.').waitFor();
    await page.getByRole('row', { name: /Version 3 Published/ }).waitFor();
    await axe(page);
    assert.isEmpty(errors.filter((error) => !error.includes('status of 404')));
  });

  it('that were rolled back show by what, with the figures of both versions', async () => {
    const account = await stage().signUp();
    const { config, ...starter } = starterAgent([]);
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', { ...starter, config });
    await account.api.ask('PATCH', `/agents/${id}`, { config: { ...config, language: { primary: 'en-GB' } } });
    await account.api.ask('POST', `/agents/${id}/canary`, { version: 1, share_percent: 20 });
    const { page } = await stage().openPage('/', { as: account });
    // Calls that would show it take an hour.
    await page.route(`**/agents/${id}/canary`, async (route) => {
      const canary = (await (await route.fetch()).json()) as CanaryView;
      const worse = { canary: { count: 31, of: 80, share: 0.3875 }, published: { count: 12, of: 320, share: 0.0375 } };
      const measures = canary.measures.map((each, place) =>
        place === 0 ? { ...each, ...worse, evidence: 75_321 } : each,
      );
      await route.fulfill({ json: { ...canary, state: 'rolled_back', worse_by: 'early_hang_up', measures } });
    });
    await page.goto(`${stage().consoleUrl}/agents/${id}/versions`);
    const card = page.getByRole('region', { name: /^Canary Rolled back/ });
    await card.getByText('Early hang-ups were more frequent.').waitFor();
    await card.getByRole('row', { name: /Early hang-ups 31 of 80 \(38.8 %\) 12 of 320 \(3.8 %\)/ }).waitFor();
    await fitsScreens(page);
  });

  it('are those of the agent of the address, and none while they are read', async () => {
    const account = await stage().signUp();
    const create = (name: string) => account.api.ask<Agent>('POST', '/agents', { ...starterAgent([]), name });
    const [first, second] = [await create('First agent'), await create('Second agent')];
    const { page } = await stage().openPage(`/agents/${first.agent_id}/versions`, { as: account });
    await page.getByRole('heading', { name: 'Versions of First agent' }).waitFor();
    await page.getByRole('row', { name: /Version 1 Published/ }).waitFor();
    const release = new AbortController();
    const released = new Promise((resolve) => release.signal.addEventListener('abort', resolve));
    await page.route(`**/agents/${second.agent_id}/**`, async (route) => {
      await released;
      await route.continue();
    });
    // A link between agents, which leaves the page as it is.
    await page.evaluate(
      (from) => {
        const link = document.createElement('a');
        link.href = location.pathname.replace(from.first, from.second);
        document.querySelector('main')?.append(link);
        link.click();
      },
      { first: first.agent_id, second: second.agent_id },
    );
    await page.waitForURL(`**/agents/${second.agent_id}/versions`);
    await page.getByRole('heading', { name: 'Versions', exact: true }).waitFor();
    assert.equal(await page.getByRole('row', { name: /Version 1/ }).count(), 0);
    release.abort();
    await page.getByRole('heading', { name: 'Versions of Second agent' }).waitFor();
    await page.getByRole('row', { name: /Version 1 Published/ }).waitFor();
  });
});
