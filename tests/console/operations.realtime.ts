import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { pdfOf } from '../support/pdf-files.ts';
import { WITH_PDF_MS } from '../support/read-documents.ts';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import { axe } from './support/axe.ts';
import { endedCall } from './support/ended-call.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

/** The simulated callees of numbers that end like these: one talks, the other listens for two seconds and hangs up. */
const TALKS = '+14155550107';
const LISTENS = '+14155550106';

const choose = (page: Page, name: RegExp, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel(name).setInputFiles([...files]);

const csv = (...rows: readonly string[]) => ({
  name: 'guests.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['phone_number,name', ...rows].join('\n')),
});

/** The count under this name. */
const counter = (page: Page, name: string): Locator =>
  page.locator('.counters > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

/** Presses a key, again where the page was not ready for it, until this is what a slider says of its place. */
async function pressUntil(slider: Locator, key: string, words: RegExp): Promise<void> {
  await eventually(
    async () => {
      await slider.press(key);
      return words.test(String(await slider.getAttribute('aria-valuetext')));
    },
    `a slider that says ${String(words)} after ${key}`,
  );
}

describe('calls, campaigns and knowledge in the console', function () {
  this.timeout(WITH_PDF_MS);
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;

  before(async () => {
    account = await stage().signUp();
    await attachTelephone(account);
  });

  it('place a call, follow it to its end, and play what it left behind', async () => {
    const { page, errors } = await stage().openPage('/', { as: account });
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await axe(page);
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('button', { name: 'Place a call' }).click();
    await page.getByLabel('Number to call').fill(TALKS);
    await page.getByRole('button', { name: 'Call', exact: true }).click();

    await page.getByText('Ended', { exact: true }).waitFor();
    const place = page.getByLabel('Position in the recording');
    await page.locator('.waveform path').first().waitFor({ state: 'attached' });
    await pressUntil(place, 'End', /^(\d:\d\d) of \1$/);
    await pressUntil(place, 'Home', /^0:00 of/);
    await page
      .getByRole('button', { name: /^Play from \d/ })
      .first()
      .click();
    await page.locator('.said[aria-current]').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await axe(page);
    assert.deepEqual(errors, []);
  });

  it('are filtered by the address, which the back button follows, and deleted together', async () => {
    const own = await stage().signUp();
    const { agent_id } = await own.api.ask<{ agent_id: string }>('POST', '/agents', starterAgent([]));
    for (const words of ['One.', 'Two.']) await endedCall(stage(), own, agent_id, words);
    await own.api.ask('POST', '/calls/web', { agent_id });
    const { page, errors } = await stage().openPage('/calls', { as: own });
    const rows = page.locator('tbody tr');
    await rows.nth(2).waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Answered');
    await rows.nth(2).waitFor({ state: 'detached' });
    assert.match(page.url(), /\/calls\?show=answered$/);
    await page.getByLabel('Phone number').fill('555');
    await page.getByText('Nothing matches.').waitFor();
    await axe(page);
    await page.reload();
    await page.locator('[type=search]').and(page.getByLabel('Phone number')).waitFor();
    assert.equal(await page.getByLabel('Phone number').inputValue(), '555');
    await page.goBack();
    await rows.nth(2).waitFor();

    await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space');
    await page.getByRole('status').filter({ hasText: '3 selected' }).waitFor();
    await axe(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export JSON' }).press('Enter');
    const exported = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as { agent_id: string }[];
    assert.deepEqual(
      exported.map((call) => call.agent_id),
      [agent_id, agent_id, agent_id],
    );
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete: 2' });
    await dialog.getByText('1 of the selected is left alone.').waitFor();
    await axe(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rows.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select all shown' }).and(page.locator(':focus')).waitFor();
    assert.equal(await rows.count(), 1);
    assert.deepEqual(errors, []);
  });

  it('say what a campaign lacks, name the rows of a contact list that cannot be called, and follow a campaign to its end', async () => {
    const { page, errors } = await stage().openPage('/campaigns/new', { as: account });
    const create = page.getByRole('button', { name: 'Create campaign' });
    await create.click();
    await page.getByText('Required.').nth(1).waitFor();
    await page.locator('[type=file]:focus').waitFor();
    await choose(page, /Choose a CSV file/, [csv(`${LISTENS},Ada`, '12,Bob', `${LISTENS},Ada`)]);
    await page.getByText('Row 3: “12” is not a valid number').waitFor();
    await page.getByText(`Row 4: ${LISTENS} is a duplicate.`).waitFor();
    await page.getByLabel('Name').fill('Spring');
    await page.getByRole('row', { name: '3 12 Bob' }).and(page.locator('.bad')).waitFor();
    await create.click();
    await page.locator('.contact-list:focus[aria-invalid=true]').waitFor();
    assert.match(page.url(), /\/campaigns\/new$/);
    await axe(page);

    await page.getByRole('button', { name: 'Choose another' }).click();
    await choose(page, /Choose a CSV file/, [csv(`${LISTENS},Ada`, '+14155550116,Bob', '+14155550101,Eve')]);
    await page.getByText('3 contacts can be called.').waitFor();
    await page.getByLabel('Dials per second').fill('5');
    await page.getByRole('switch', { name: 'Retry contacts that were not reached' }).uncheck();
    await page.getByRole('switch', { name: 'Call only during certain hours' }).check();
    for (const day of ['Sat', 'Sun']) await page.getByRole('button', { name: day, exact: true }).click();
    await page.getByLabel('From', { exact: true }).fill('00:00');
    await page.getByLabel('Until').fill('00:00');
    await axe(page);
    await create.click();

    await page.getByText('the campaign is not started').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Every contact was dialled.').waitFor();
    // The last call may be read a moment after the end of the campaign.
    for (const [name, count] of Object.entries({ Contacts: '3', Done: '3', Reached: '2', 'Not reached': '1' }))
      await counter(page, name)
        .filter({ hasText: new RegExp(`^${count}$`, 'u') })
        .waitFor();
    await page.getByRole('tab', { name: 'Not answered' }).click();
    await page.reload();
    await page.getByRole('tab', { name: 'Not answered', selected: true }).waitFor();
    await page.locator('.row-link').first().waitFor();
    assert.deepEqual(await page.locator('.row-link').allInnerTexts(), ['+14155550101']);
    await axe(page);
    await page.locator('tbody td').last().click();
    await page.getByRole('heading', { name: 'called +14155550101' }).waitFor();
    assert.deepEqual(errors, []);
  });

  it('follow documents until agents can answer from them, and say why one cannot be read', async () => {
    const { page, errors } = await stage().openPage('/knowledge', { as: account });
    await page.getByText('No documents yet').waitFor();
    const pdf = async (name: string, ...pages: readonly string[]) => ({
      name,
      mimeType: 'application/pdf',
      buffer: await pdfOf(...pages),
    });
    const files = [pdf('menu.pdf', '', 'Coffee costs two.'), pdf('hours.pdf', 'We open at nine.'), pdf('scan.pdf', '')];
    const faq = Buffer.from('question,answer\nIs there parking?,"Yes, for ten cars."');
    const questions = { name: 'faq.csv', mimeType: 'text/csv', buffer: faq };
    await choose(page, /Choose files/, [...(await Promise.all(files)), questions]);
    const row = (name: string): Locator => page.getByRole('row', { name });
    // PDFs are read at a low priority.
    for (const name of ['menu.pdf', 'hours.pdf', 'faq.csv'])
      await row(name)
        .getByText('Ready')
        .waitFor({ timeout: WITH_PDF_MS / 2 });
    await row('menu.pdf').getByText('Pages without text: 1 (1 of 2).').waitFor();
    await row('scan.pdf')
      .getByText('Failed')
      .waitFor({ timeout: WITH_PDF_MS / 2 });
    await row('scan.pdf').getByText('The PDF contains no text.').waitFor();
    await axe(page);
    await row('scan.pdf').getByRole('button', { name: 'More for scan.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await row('scan.pdf').waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Try a question' }).click();
    await page.getByLabel('Question', { exact: true }).press('Enter');
    await page.getByText('Enter a question.').waitFor();
    await page.getByLabel('Question', { exact: true }).fill('What is the cost of a coffee?');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: '3 passages for “What is the cost of a coffee?”' }).waitFor();
    const nearest = page.getByRole('listitem').filter({ has: page.getByText('Closest') });
    assert.match(await nearest.innerText(), /^menu\.pdf\spage\s2[^]*Coffee costs two\./);
    assert.deepEqual(await nearest.locator('mark').allInnerTexts(), ['Coffee', 'costs']);
    await axe(page);
    const opened = page.waitForEvent('popup');
    await nearest.getByRole('button', { name: 'Open menu.pdf at page 2' }).click();
    await (await opened).waitForURL(/^blob:.*#page=2$/, { waitUntil: 'commit' });
    const answer = page.getByRole('listitem').filter({ hasText: 'Yes, for ten cars.' });
    assert.match(await answer.innerText(), /^faq\.csv\s+Is there parking\?/);
    const saved = page.waitForEvent('download');
    await answer.getByRole('button', { name: 'Download faq.csv' }).click();
    assert.equal((await saved).suggestedFilename(), 'faq.csv');
    assert.deepEqual(errors, []);
  });
});
