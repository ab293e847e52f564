import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { faultsOfWalk } from './support/focus-walk.ts';
import { seesFocus } from './support/keyboard.ts';
import { consoleOfSuite } from './support/stage.ts';

const { PROVIDER_AUTH_ENCRYPTION_KEY } = TEST_KEYS;
const PHONE = { width: 390, height: 844 };

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** Resolves when this has the focus. */
const focused = (page: Page, what: Locator): Promise<void> => what.and(page.locator(':focus')).waitFor();

describe('the focus in the console', function () {
  const stage = consoleOfSuite({ services: ['api'], env: { PROVIDER_AUTH_ENCRYPTION_KEY } });

  it('goes to the next row when the row that it is in is deleted, and to what is left when the list is gone', async () => {
    const account = await stage().signUp();
    for (const name of ['One', 'Two']) await account.api.ask('POST', '/agents', { ...starterAgent([]), name });
    const { page, errors } = await stage().openPage('/agents', { as: account });
    for (const next of [
      page.getByRole('checkbox', { name: /^Select (One|Two)$/ }),
      page.getByRole('main').locator(':focus'),
    ]) {
      const row = page.getByRole('row').nth(1);
      await row.getByRole('button', { name: /^More for/ }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Delete/ })
        .press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await focused(page, next.first());
      await seesFocus(page);
    }
    assert.deepEqual(errors, []);
  });

  it('is in a menu and in a dialog once they are there, so that no key that follows goes astray', async () => {
    const account = await stage().signUp();
    await account.api.ask('POST', '/agents', starterAgent([]));
    const { page } = await stage().openPage('/agents', { as: account });
    await page.getByRole('button', { name: /^More for/ }).waitFor();
    /** Presses a button, lets the page render, but not paint, and tells in what the focus is. */
    const focusAfter = (selector: string): Promise<string | undefined> =>
      page.evaluate(`(async () => {
        document.querySelector(${JSON.stringify(selector)}).click();
        for (let rounds = 0; rounds < 10; rounds += 1) await Promise.resolve();
        return document.activeElement.closest('[role=menu], dialog')?.matches('dialog') === true ? 'dialog' : document.activeElement.role;
      })()`);
    assert.equal(await focusAfter('[aria-haspopup=menu][aria-label^="More for"]'), 'menuitem');
    assert.equal(await focusAfter('[role=menuitem].danger'), 'dialog');
  });

  it('stays on a button that is at work', async () => {
    const account = await stage().signUp();
    const { page } = await stage().openPage('/credentials', { as: account });
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/api-keys', async (route) => {
      if (route.request().method() === 'POST') await late;
      await route.continue();
    });
    await button(page, 'Create an API key').first().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByLabel('Read agents').press('Space');
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await create.press('Enter');
    await focused(page, dialog.locator('[aria-busy="true"]'));
    answer();
    await dialog.getByLabel('Key', { exact: true }).waitFor();
    await dialog.locator(':focus').waitFor();
  });

  it('goes to the other button when the one that it is on cannot be used any more', async () => {
    const account = await stage().signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    for (let version = 2; version <= 21; version += 1) {
      const config = starterAgent([]).config;
      const prompts = { ...config.prompts, greeting_message: `Hello ${version}.` };
      await account.api.ask('PATCH', `/agents/${id}`, { config: { ...config, prompts } });
    }
    const { page } = await stage().openPage(`/agents/${id}/versions`, { as: account });
    await button(page, 'Older').press('Enter');
    await focused(page, button(page, 'Newer'));
  });

  it('stays in the navigation of a phone until that is closed', async () => {
    const account = await stage().signUp();
    const { page } = await stage().openPage('/agents', { as: account, viewport: PHONE });
    await button(page, 'Open the navigation').press('Enter');
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await focused(page, navigation.getByRole('link', { name: 'Home', exact: true }));
    assert.deepEqual(await faultsOfWalk(page), []);
    await button(page, 'Close the navigation').press('Enter');
    await focused(page, button(page, 'Open the navigation'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await focused(page, button(page, 'Open the navigation'));
  });

  it('is missed by the walk through pages where it is hidden, trapped, out of order or without a mark', async () => {
    const { page } = await stage().openPage('/log-in');
    await page.goto('about:blank');
    const walk = async (body: string): Promise<string> => {
      await page.setContent(`<style>:focus-visible { outline: 2px solid }</style>${body}`);
      return (await faultsOfWalk(page)).join();
    };
    assert.equal(await walk('<button>one</button><a href="#x">two</a>'), '');
    assert.include(await walk('<a href="#x" id="a">one</a><button tabindex="1">two</button>'), 'ends after 0');
    assert.include(
      await walk('<button style="outline: none">one</button><button>two</button>'),
      'does not show the focus',
    );
    assert.include(
      await walk('<button>one</button><button style="position: fixed; left: -9999px">two</button>'),
      'out of the window',
    );
    const over = '<div style="position: fixed; inset: 0; background: red">over</div>';
    assert.include(await walk(`<button>one</button>${over}`), 'is covered by div over');
    const trap = '<script>addEventListener("keydown", (event) => event.preventDefault())</script>';
    assert.include(await walk(`<button>one</button><button>two</button>${trap}`), 'ends after 0');
  });
});
