import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { atEndOfTest } from '../support/temporary.ts';
import { caption, openPlatformWithPage, signUp, stageOfSuite } from './talk-page.ts';

const BLOCKED_MICROPHONE = `navigator.mediaDevices.getUserMedia = () =>
  Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));`;

async function makeAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a ready-to-talk agent' }).click();
  await page.getByRole('button', { name: 'Talk to Front desk' }).waitFor();
}

const talk = (page: Page) => page.getByRole('button', { name: 'Talk to Front desk' }).click();
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor();
const ended = (page: Page, words: string) => page.locator('#after h2', { hasText: words }).waitFor();

describe('troubles on the talk page, told in words:', function () {
  const stage = stageOfSuite({ DEFAULT_ORG_CONCURRENCY_LIMIT: '1' });

  it('a blocked microphone, and typing works all the same', async () => {
    const { page } = await stage().openPage();
    await signUp(page, stage().platform);
    await makeAgent(page);
    await page.evaluate(BLOCKED_MICROPHONE);
    await talk(page);
    await alert(page, 'The microphone is blocked.');
    await page.getByPlaceholder('Type instead of speaking').fill('when do you open');
    await page.keyboard.press('Enter');
    await caption(page, 'agent', 'We are open from noon').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
  });

  it('too many calls in the organisation', async () => {
    const { page } = await stage().openPage();
    const api = await signUp(page, stage().platform);
    await makeAgent(page);
    const [agent] = await api.ask<{ agent_id: string }[]>('GET', '/agents');
    await api.ask('POST', '/calls/web', { agent_id: agent?.agent_id });
    await talk(page);
    await ended(page, 'Too many calls are going on in your organisation.');
  });

  it('an agent that is gone, whether the API or the runtime notices', async () => {
    const { page } = await stage().openPage();
    const api = await signUp(page, stage().platform);
    await makeAgent(page);
    const [agent] = await api.ask<{ agent_id: string }[]>('GET', '/agents');
    await api.ask('DELETE', `/agents/${agent?.agent_id}`);
    await talk(page);
    await ended(page, 'This agent cannot be called any more');
    await page.route('**/calls/web', (route) => route.fulfill({ json: { call_id: 'unknown' } }));
    await page.getByRole('button', { name: 'Call again' }).click();
    await page.locator('#call-status').getByText('Connecting…').waitFor();
    await ended(page, 'This agent cannot be called any more');
  });

  it('a session that has expired', async () => {
    const { page } = await stage().openPage();
    await signUp(page, stage().platform);
    await page.evaluate(`for (const [key, value] of Object.entries(sessionStorage))
      sessionStorage.setItem(key, value.replace(/"access_token":"/, '"access_token":"x'))`);
    await page.reload();
    await alert(page, 'Your session has expired. Please log in again.');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  it('a wrong password, and an API that cannot be reached', async () => {
    const { page } = await stage().openPage();
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await alert(page, 'Incorrect email or password');
    await page.route('**/users/login', (route) => route.abort());
    await page.getByRole('button', { name: 'Log in' }).click();
    await alert(page, 'cannot be reached. Is it running');
  });

  it('nothing at all to somebody who logs out during a call', async () => {
    const { page } = await stage().openPage();
    await signUp(page, stage().platform);
    await makeAgent(page);
    await talk(page);
    await caption(page, 'agent', 'Hello').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Talk to your agents' }).waitFor();
    await page.locator('#orb[data-state=ended]').waitFor({ state: 'attached' });
    assert.isFalse(await page.getByRole('alert').first().isVisible());
  });

  it('a runtime that cannot be reached', async () => {
    const { page } = await stage().openPage();
    await signUp(page, stage().platform);
    await makeAgent(page);
    await page.route('**/calls/web', (route) => route.fulfill({ json: { call_id: 'unknown' } }));
    await page.context().setOffline(true);
    await talk(page);
    await ended(page, 'The runtime cannot be reached.');
  });

  it('a runtime that is shut down during a call', async () => {
    const passing = await openPlatformWithPage();
    let closed: Promise<void> | null = null;
    const close = () => (closed ??= passing.close());
    atEndOfTest(close);
    const { page } = await stage().openPage(passing.runtimeUrl);
    await signUp(page, passing);
    await makeAgent(page);
    await talk(page);
    await caption(page, 'agent', 'Hello').waitFor();
    await close();
    await ended(page, 'The runtime is being restarted.');
  });
});
