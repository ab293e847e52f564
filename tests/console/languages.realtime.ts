import { assert } from 'chai';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';

describe('the language of the console', function () {
  const stage = consoleOfSuite({ services: ['api'] });

  it('is that of the browser until another one is chosen, in words, dates and what screen readers are given', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    await account.api.ask('POST', '/agents', starterAgent([]));
    const { page, errors } = await openPage('/agents', { as: account, locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Agenten', level: 1 }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
    // It is written after the page is painted.
    await page.waitForFunction(`document.title === 'Agenten · Voice-Konsole'`);
    assert.match(
      (await page.locator('time').first().getAttribute('title')) ?? '',
      /^(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag, |^Mittwoch, /,
    );
    await axe(page);

    const address = page.url();
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
    assert.equal(page.url(), address);
    assert.deepEqual(errors, []);
  });

  it('can be chosen before the log-in', async () => {
    const { page, errors } = await stage().openPage('/log-in', { locale: 'en-US' });
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await axe(page);
    assert.deepEqual(errors, []);
  });
});
