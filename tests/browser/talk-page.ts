import type { Locator, Page } from 'playwright-core';
import { ApiClient } from '../../bootstrap/demo/api-client.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { spokenBy } from '../support/speech.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { CHROMIUM, openBrowser, type OpenBrowser, type Tab } from './chromium.ts';
import { freePort } from './free-port.ts';

const RATE = 16_000;
const PASSWORD = 'a password of the tests';

/** What the tests of a suite share. */
export interface Stage {
  readonly platform: OpenPlatform;
  /** The talk page, closed when the running test is over. */
  openPage(runtimeUrl?: string): Promise<Tab>;
}

/**
 * A platform and a browser, whose microphone hears this again and again, for the tests of the enclosing suite. They are
 * skipped where there is no browser.
 */
export function stageOfSuite(
  env: Readonly<Record<string, string>> = {},
  microphone: Int16Array = new Int16Array(RATE),
): () => Stage {
  let stage: (Stage & { close(): Promise<void> }) | null = null;
  before(async function () {
    requireBrowser(this);
    const platform = await openPlatformWithPage(env);
    const browser = await openBrowser(microphone, 'again');
    stage = {
      platform,
      openPage: (runtimeUrl = platform.runtimeUrl) => openPage(browser, runtimeUrl),
      async close() {
        await browser.close();
        await platform.close();
      },
    };
  });
  after(() => stage?.close());
  return () => stage as Stage;
}

/** Skips the suite, and says so, where there is no browser. */
export function requireBrowser(suite: Mocha.Context): void {
  if (CHROMIUM !== null) return;
  process.stdout.write('  not tried: there is no Chromium on this machine\n');
  suite.skip();
}

/** A platform whose runtime has a port known beforehand, so that the API lets the page in as it does by default. */
export const openPlatformWithPage = async (env: Readonly<Record<string, string>> = {}): Promise<OpenPlatform> =>
  openPlatform({ env: { RUNTIME_PORT: String(await freePort()), ...env } });

/** The talk page in a browser of its own, whose microphone hears this once. Closed when the running test is over. */
export async function openPageHearing(microphone: Int16Array, runtimeUrl: string): Promise<Tab> {
  const browser = await openBrowser(microphone, 'once');
  atEndOfTest(() => browser.close());
  return openPage(browser, runtimeUrl);
}

async function openPage(browser: OpenBrowser, runtimeUrl: string): Promise<Tab> {
  const tab = await browser.openTab();
  atEndOfTest(() => tab.close());
  await tab.page.goto(runtimeUrl);
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
