import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axe } from './support/axe.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

const PHONE = { width: 390, height: 844 };

/** How much wider than the window the page is. */
const excess = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
/** Resolves when this has the focus. */
const focused = (page: Page, what: Locator): Promise<void> => what.and(page.locator(':focus')).waitFor();

describe('every page of the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;
  let pages: readonly string[];

  before(async () => {
    account = await stage().signUp();
    const { agentId } = await attachTelephone(account);
    const list = new Blob(['phone_number,name\n+14155550101,Ada\n']);
    const { source_id } = await account.api.upload<{ source_id: string }>('/campaign/upload', 'guests.csv', list);
    const body = { name: 'Spring', agent_id: agentId, source_id };
    const { campaign_id } = await account.api.ask<{ campaign_id: string }>('POST', '/campaign/create', body);
    const phoned = { agent_id: agentId, to_number: '+14155550101' };
    const { call_id } = await account.api.ask<{ call_id: string }>('POST', '/calls/outbound', phoned);
    const endpoint = { url: 'https://crm.example.com/events', event_types: ['call.ended'] };
    const { endpoint_id } = await account.api.ask<{ endpoint_id: string }>('POST', '/event-endpoints', endpoint);
    const source =
      'title: T\npersonas: { ada: { script: [{ when: hello, say: bye, end: true }] } }\nconversations: [{ title: one, persona: ada, expect: { ended: caller_left } }]';
    const { suite_id } = await account.api.ask<{ suite_id: string }>('POST', '/rehearsal-suites', {
      agent_id: agentId,
      source,
    });
    pages = [
      ...[
        '/',
        '/agents',
        '/agents/new',
        `/agents/${agentId}`,
        `/agents/${agentId}/talk`,
        `/agents/${agentId}/versions`,
        `/agents/${agentId}/draft`,
        '/calls',
        `/calls/${call_id}`,
      ],
      ...['/rehearsals', '/rehearsals/new', `/rehearsals/${suite_id}`, `/rehearsals/${suite_id}/edit`],
      ...['/campaigns', '/campaigns/new', `/campaigns/${campaign_id}`, '/knowledge', '/numbers', '/credentials'],
      ...['/webhooks', `/webhooks/${endpoint_id}`, '/members', '/costs', '/privacy', '/nowhere'],
    ];
  });

  it('is accessible on a phone in the dark colour scheme, and fits its width', async () => {
    const { openPage, consoleUrl } = stage();
    const { page } = await openPage('/', { as: account, colorScheme: 'dark', viewport: PHONE });
    for (const path of pages) {
      await page.goto(consoleUrl + path);
      await page.locator('h1').waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await axe(page);
      assert.isAtMost(await excess(page), 0, path);
    }
  });

  it('can be worked with by keys alone', async () => {
    const { openPage } = stage();
    const { page, errors } = await openPage('/agents/new', { as: account });
    const { keyboard } = page;
    await page.getByRole('heading', { name: 'New agent' }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await keyboard.press('Enter');
    await page.locator('main:focus').waitFor();

    await page.getByRole('tab', { name: 'Agent' }).focus();
    await keyboard.press('ArrowRight');
    await focused(page, page.getByRole('tab', { name: 'Models', selected: true }));
    await keyboard.press('End');
    await focused(page, page.getByRole('tab', { name: 'JSON', selected: true }));

    await page.getByRole('button', { name: 'Account and organisation' }).press('Enter');
    await focused(page, page.getByRole('menuitem', { name: 'Sign out' }));
    await keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await focused(page, page.getByRole('button', { name: 'Account and organisation' }));

    await page.getByRole('link', { name: 'Calls', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Place a call' }).press('Enter');
    await focused(page, page.getByLabel('Number to call'));
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page, page.getByRole('button', { name: 'Place a call' }));
    assert.deepEqual(errors, []);
  });
});
