import type { Locator, Page } from 'playwright-core';
import { ApiClient } from '../../bootstrap/demo/api-client.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { spokenBy } from '../support/speech.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { CHROMIUM, openTab, type Tab } from './chromium.ts';
import { freePort } from './free-port.ts';

const RATE = 16_000;
const PASSWORD = 'a password of the tests';

/** A platform for the tests of the enclosing suite, which are skipped where there is no browser. */
export function platformOfSuite(env: Readonly<Record<string, string>> = {}): () => OpenPlatform {
  let platform: OpenPlatform | null = null;
  before(async function () {
    if (CHROMIUM === null) {
      process.stdout.write('  not tried: there is no Chromium on this machine\n');
      return this.skip();
    }
    platform = await openPlatformWithPage(env);
  });
  after(() => platform?.close());
  return () => platform as OpenPlatform;
}

/** A platform whose runtime has a port known beforehand, so that the API lets the page in as it does by default. */
export const openPlatformWithPage = async (env: Readonly<Record<string, string>> = {}): Promise<OpenPlatform> =>
  openPlatform({ env: { RUNTIME_PORT: String(await freePort()), ...env } });

/** The talk page in a browser that is closed when the running test is over. */
export async function openTalkPage(
  platform: OpenPlatform,
  microphone: Int16Array = new Int16Array(RATE),
): Promise<Tab> {
  const tab = await openTab(microphone);
  atEndOfTest(() => tab.close());
  await tab.page.goto(platform.runtimeUrl);
  return tab;
}

/** Signs up on the page, and answers who the API takes the newcomer for. */
export async function signUp(page: Page, platform: OpenPlatform): Promise<ApiClient> {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.getByLabel('Sign up').check();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Tests');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Who would you like to talk to?' }).waitFor();
  const api = new ApiClient(platform.apiBaseUrl);
  const account = await api.ask<{ access_token: string }>('POST', '/users/login', { email, password: PASSWORD });
  api.authorise(account.access_token);
  return api;
}

/** Makes the agent that the page offers, and calls it. */
export async function talkToNewAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a ready-to-talk agent' }).click();
  await page.getByRole('button', { name: 'Talk to Front desk' }).click();
}

/** A caller who is silent for a while and then says this. */
export async function callerWho(secondsOfSilence: number, words: string): Promise<Int16Array> {
  const spoken = await spokenBy('kal16', words);
  const pcm = new Int16Array(secondsOfSilence * RATE + spoken.length + RATE);
  pcm.set(spoken, secondsOfSilence * RATE);
  return pcm;
}

/** The caption of one side with these words in it. */
export const caption = (page: Page, side: 'caller' | 'agent', words: string): Locator =>
  page.locator(`#caption-log .${side}`, { hasText: words });
