import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { atEndOfTest } from '../support/temporary.ts';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';

/** Has requests for these addresses wait until they are let go, or the test is over. */
async function delay(page: Page, pattern: string): Promise<() => Promise<void>> {
  let come = (): void => undefined;
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route(pattern, (route) => late.then(() => route.continue()).catch(() => undefined));
  const letGo = async (): Promise<void> => {
    come();
    await page.unroute(pattern);
  };
  atEndOfTest(letGo);
  return letGo;
}

const painted = 'performance.getEntriesByType("paint").length > 0';

describe('a slow first visit of the console', function () {
  const stage = consoleOfSuite({ services: ['api'] });

  it('says that it loads as soon as the page itself is there, before styles and code', async () => {
    const { openPage, consoleUrl } = stage();
    const { page } = await openPage('/log-in', { locale: 'de-DE' });
    const styles = await delay(page, '**/assets/*.css');
    const code = await delay(page, '**/assets/*.js');
    await page.goto(`${consoleUrl}/log-in?again`, { waitUntil: 'commit' });
    await page.getByRole('status').getByRole('progressbar').waitFor();
    await page.waitForFunction(painted);
    await styles();
    await code();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    assert.equal(await page.getByRole('progressbar').count(), 0);
  });

  it('names what loads in the language of the page while its settings are awaited', async () => {
    const { openPage, consoleUrl } = stage();
    const { page } = await openPage('/log-in', { locale: 'de-DE' });
    const settings = await delay(page, '**/settings.json');
    await page.goto(`${consoleUrl}/log-in?again`, { waitUntil: 'commit' });
    await page.getByRole('progressbar', { name: 'Wird geladen' }).waitFor();
    await settings();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  });

  it('has a skeleton in place of the page whose code is on its way, which is announced', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const { page, errors } = await openPage('/agents', { as: await signUp() });
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    const code = await delay(page, '**/assets/members-page-*.js');
    await page.goto(`${consoleUrl}/members`);
    const waiting = page.locator('main').getByRole('status', { name: 'Loading' });
    await waiting.waitFor();
    await axe(page, 'main');
    await code();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.getByRole('cell', { name: '(you)' }).waitFor();
    await waiting.first().waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
  });

  it('keeps the page that is shown while the next one is on its way', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage('/agents', { as: await signUp() });
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    await delay(page, '**/assets/members-page-*.js');
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    assert.isTrue(await page.getByRole('heading', { name: 'Agents', level: 1 }).isVisible());
    assert.equal(await page.locator('main .skeleton').count(), 0);
  });
});

describe('a console that cannot reach its server', function () {
  const stage = consoleOfSuite({ services: ['api'] });

  it('says so in its own language, and what to do, wherever it asks', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { page } = await openPage('/members', { as: account, locale: 'es-ES' });
    await page.getByRole('cell', { name: '(usted)' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Invitar a un miembro' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Correo').fill('ana@example.com');
    await dialog.getByLabel('Contraseña').fill('una primera contraseña');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'No se puede acceder al servidor.' });
    await dialog.locator(alert).waitFor();
    assert.notInclude(await page.locator('body').innerText(), 'Failed to fetch');
  });

  it('says so when the server is away behind a proxy, and in place of a list', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const { page } = await openPage('/agents', { as: await signUp(), locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Agenten', level: 1 }).waitFor();
    const gateway = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };
    await page.route('**/api/v1/**', (route) => route.fulfill(gateway));
    await page.goto(`${consoleUrl}/agents`);
    await page.getByRole('alert').filter({ hasText: 'Der Server ist nicht erreichbar.' }).first().waitFor();
    await page.unroute('**/api/v1/**');
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().click();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });

  it('says so when it cannot even begin', async () => {
    const { openPage, consoleUrl } = stage();
    const { page } = await openPage('/log-in', { locale: 'es-ES' });
    await page.route('**/settings.json', (route) => route.abort());
    await page.goto(`${consoleUrl}/log-in?settings`);
    await page.getByText('No se puede acceder al servidor.').waitFor();
    await axe(page);
    await page.unroute('**/settings.json');
    await page.route('**/assets/es-*.js', (route) => route.abort());
    await page.goto(`${consoleUrl}/log-in?texts`);
    await page.getByRole('alert').filter({ hasText: 'No se pudo cargar la consola.' }).waitFor();
  });
});
