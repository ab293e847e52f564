import type { BrowserContextOptions } from 'playwright-core';
import { buildConsole } from '../../../tools/build/console.ts';
import type { ServiceName } from '../../../bootstrap/config.ts';
import { ApiClient } from '../../../tools/demo/api-client.ts';
import { openPlatform, type OpenPlatform } from '../../support/platform.ts';
import { skip } from '../../support/skipped.ts';
import { atEndOfTest, temporaryDirectory } from '../../support/temporary.ts';
import { CHROMIUM, openBrowser, type OpenBrowser, type Tab } from './chromium.ts';

const SILENT_SECOND = new Int16Array(16_000);
const PASSWORD = 'a password of the tests';

/** A user who has signed up, and the API with their token. */
export interface Account {
  readonly email: string;
  readonly password: string;
  readonly session: { readonly access_token: string; readonly org_id: string };
  readonly api: ApiClient;
}

interface Visit extends BrowserContextOptions {
  /** Who is logged in already. */
  readonly as?: Account;
  /** In which browser, when not in the one of the suite. */
  readonly browser?: OpenBrowser;
}

/** What the tests of a suite share. */
export interface Stage {
  readonly platform: OpenPlatform;
  /** Where the console is. */
  readonly consoleUrl: string;
  /** A page of the console, such as `/agents`, in a tab with a storage of its own. Closed when the running test is over. */
  openPage(path?: string, visit?: Visit): Promise<Tab>;
  /** A newcomer with an organisation of their own. */
  signUp(organisationName?: string): Promise<Account>;
}

interface StageOptions {
  /** What runs, when it is more or less than the API and the runtime. */
  readonly services?: readonly ServiceName[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the microphone hears again and again. */
  readonly microphone?: Int16Array;
}

/**
 * The built console at a real platform, and a browser, for the tests of the enclosing suite. They are skipped where there
 * is no browser.
 */
export function consoleOfSuite(options: StageOptions = {}): () => Stage {
  let stage: (Stage & { close(): Promise<void> }) | null = null;
  before(async function () {
    requireBrowser(this);
    // Building and starting everything takes its time on a machine that is busy with other tests.
    this.timeout(180_000);
    stage = await openStage(options);
  });
  after(() => stage?.close());
  return () => stage as Stage;
}

/** Skips the suite where there is no browser. */
export function requireBrowser(suite: Mocha.Context): void {
  if (CHROMIUM === null) skip(suite, 'there is no Chromium: apt-get install chromium');
}

async function openStage({ services = ['api', 'runtime'], env = {}, microphone = SILENT_SECOND }: StageOptions) {
  const directory = await temporaryDirectory();
  await buildConsole(directory);
  const platform = await openPlatform({ services, env: { CONSOLE_DIR: directory, ...env } });
  const browser = await openBrowser(microphone);
  const consoleUrl = new URL('/console', platform.apiBaseUrl).href;
  return {
    platform,
    consoleUrl,
    openPage: (path = '/', { as: visitor, browser: own = browser, ...options }: Visit = {}) =>
      openPage(own, consoleUrl + path, visitor, options),
    signUp: (organisationName = 'Tests') => signUp(platform, organisationName),
    async close() {
      await browser.close();
      await platform.close();
    },
  };
}

async function openPage(
  browser: OpenBrowser,
  url: string,
  visitor?: Account,
  options?: BrowserContextOptions,
): Promise<Tab> {
  const tab = await browser.openTab(options);
  atEndOfTest(() => tab.close());
  if (visitor) await tab.page.addInitScript(enterAs(visitor));
  await tab.page.goto(url);
  return tab;
}

/** Puts the session where the console keeps it, unless one is there or was left. */
const enterAs = ({ email, session }: Account): string => `
  if (sessionStorage.getItem('test.entered') === null) {
    sessionStorage.setItem('test.entered', 'yes');
    sessionStorage.setItem('console.session', ${JSON.stringify(JSON.stringify({ email, ...session }))});
  }`;

async function signUp({ apiBaseUrl }: OpenPlatform, organisationName: string): Promise<Account> {
  const email = `${crypto.randomUUID()}@example.com`;
  const api = new ApiClient(apiBaseUrl, 50_000);
  const newcomer = { email, password: PASSWORD, organisation_name: organisationName };
  const session = await api.ask<Account['session']>('POST', '/users/signup', newcomer);
  api.authorise(session.access_token);
  return { email, password: PASSWORD, session, api };
}
