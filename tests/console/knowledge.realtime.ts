import { assert } from 'chai';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { endedCall } from './support/ended-call.ts';
import { focused, reachByKeyboard, seesFocus } from './support/keyboard.ts';
import { fitsScreens } from './support/screens.ts';
import { consoleOfSuite } from './support/stage.ts';
import { localServer } from '../support/local-server.ts';

const DESKTOP = { width: 1280, height: 800 };
const HOURS =
  '<html><head><title>Opening hours</title></head><body><h1>Opening hours</h1><p>We open at nine.</p></body></html>';

describe('web pages, gaps and wrong answers in the console', function () {
  const env: Record<string, string> = {};
  let origin: string;
  before(async () => {
    const server = await localServer(({ url }, response) => {
      const map = `<urlset><url><loc>${origin}/help/hours</loc></url></urlset>`;
      if (url === '/robots.txt' || url === '/gone') response.writeHead(404).end();
      else if (url === '/sitemap.xml') response.writeHead(200, { 'content-type': 'application/xml' }).end(map);
      else response.writeHead(200, { 'content-type': 'text/html' }).end(HOURS);
    });
    origin = server.url;
    env['LOCAL_UPSTREAMS'] = origin;
  });
  const stage = consoleOfSuite({ env });

  it('adds a web page and the pages of a sitemap with the keyboard, says what is wrong, and follows them', async () => {
    const account = await stage().signUp();
    const { page, errors } = await stage().openPage('/knowledge', { as: account });
    const { keyboard } = page;
    await page.getByText('No documents yet').waitFor();
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await reachByKeyboard(page, 'Address');
    await seesFocus(page);
    await keyboard.type('ftp://example.com/hours');
    await keyboard.press('Enter');
    await page.getByLabel('Address').and(page.locator('[aria-invalid="true"]')).waitFor();
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await page.getByLabel('Address').fill(`${origin}/hours`);
    await keyboard.press('Enter');
    const row = page.getByRole('row', { name: 'Opening hours' });
    await row.getByText('Ready').waitFor();
    await row.getByText('is checked every week').waitFor();

    const form = page.getByRole('region', { name: 'Web pages' });
    await form.getByLabel('What to add').selectOption('sitemap');
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await page.getByLabel('Address').fill(`${origin}/sitemap.xml`);
    const fields: string[] = [];
    for (let steps = 0; steps < 4; steps += 1) {
      await keyboard.press('Tab');
      fields.push(await focused(page));
    }
    assert.deepEqual(fields, ['Pages below', 'Most pages', 'Check again', 'Add']);
    await keyboard.press('Enter');
    await page.getByRole('row', { name: 'sitemap.xml' }).getByText('1 pages').waitFor();
    await fitsScreens(page);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 4')),
      [],
    );
  });

  it('lists gaps with their calls, and marks an answer as wrong with the keyboard, and not', async () => {
    const account = await stage().signUp();
    const { agent_id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    const id = await endedCall(stage(), account, agent_id, 'Is there a pool?');
    const keys = { apiBaseUrl: stage().platform.apiBaseUrl, internalApiKey: TEST_KEYS.INTERNAL_API_KEY };
    const at = new Date().toISOString();
    const source = { document_id: 'd', chunk_id: 'd:0', source_filename: 'hours.pdf', page: 2, heading: 'Hours' };
    await httpControlPlane(keys, systemClock()).updateCall(account.session.org_id, id, {
      answers: [
        { number: 1, at, question: 'Is there a pool?', answer: 'I do not know.', lookup: 'nothing_close', sources: [] },
        { number: 2, at, question: 'When do you open?', answer: 'At ten.', lookup: 'found', sources: [source] },
      ],
    });
    const { page, errors } = await stage().openPage('/knowledge', { as: account });
    const { keyboard } = page;
    await reachByKeyboard(page, 'Documents');
    for (const _step of [1, 2]) await keyboard.press('ArrowRight');
    const gaps = page.getByRole('region', { name: 'Gaps' });
    await gaps.getByText('Is there a pool?').first().waitFor();
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await reachByKeyboard(page, 'Call with Receptionist');
    await keyboard.press('Enter');

    await page.getByRole('region', { name: 'Answers and sources' }).getByText('hours.pdf, page 2, Hours').waitFor();
    await reachByKeyboard(page, 'Mark as wrong: answer 2');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Mark as wrong' });
    await dialog.getByText('“When do you open?” was answered with “At ten.”.').waitFor();
    assert.equal(await focused(page), 'Note');
    await keyboard.type('We open at nine.');
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await reachByKeyboard(page, 'Correct answer');
    await keyboard.type('At nine.');
    await reachByKeyboard(page, 'Mark');
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('We open at nine.').waitFor();
    await page.getByRole('button', { name: 'Change the mark of answer 2' }).and(page.locator(':focus')).waitFor();
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);

    await page.goto(`${stage().consoleUrl}/knowledge?tab=gaps`);
    await gaps.getByLabel('Show').selectOption('wrong');
    await gaps.getByRole('listitem').filter({ hasText: 'pool' }).waitFor({ state: 'detached' });
    await gaps.getByText('At nine.', { exact: true }).waitFor();
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await reachByKeyboard(page, 'Call with Receptionist');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change the mark of answer 2' }).press('Enter');
    await dialog.getByRole('button', { name: 'Remove the mark' }).press('Enter');
    await page.getByRole('button', { name: 'Mark as wrong: answer 2' }).and(page.locator(':focus')).waitFor();
    // The call has no metrics and no cost.
    assert.isEmpty(errors.filter((error) => !error.includes('status of 404')));
  });
});
