import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { freePort } from './free-port.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { recognised, spokenBy, voiced } from '../support/speech.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { CHROMIUM, openTab, type Tab } from './chromium.ts';

const RATE = 16_000;
const QUESTION = 'what are your opening hours';
const ANSWER = 'We are open from noon to ten in the evening, every day.';

/** The length of the recording in seconds, as soon as the page knows it. */
const RECORDED = `new Promise((resolve) => {
  const audio = document.querySelector('#recording');
  const tell = () => audio.duration > 0 && resolve(audio.duration);
  audio.addEventListener('durationchange', tell);
  tell();
})`;

/** The caller waits for the greeting to end, and asks. */
async function callerOf(secondsOfSilence: number): Promise<Int16Array> {
  const question = await spokenBy('kal16', QUESTION);
  const pcm = new Int16Array(secondsOfSilence * RATE + question.length + RATE);
  pcm.set(question, secondsOfSilence * RATE);
  return pcm;
}

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Sign up').check();
  await page.getByLabel('E-mail').fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel('Password').fill('a password of the tests');
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Tests');
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** The caption with these words of one side. */
const caption = (tab: Tab, side: 'caller' | 'agent', words: string) =>
  tab.page.locator(`#caption-log .${side}`, { hasText: words });

describe('the talk page', function () {
  this.timeout(120_000);
  let platform: OpenPlatform;

  before(async function () {
    if (CHROMIUM === null) {
      process.stdout.write('  the talk page is not tried: there is no Chromium on this machine\n');
      return this.skip();
    }
    // A port known beforehand, so that the API lets this page in as it does by default.
    platform = await openPlatform({ env: { RUNTIME_PORT: String(await freePort()) } });
  });
  after(() => platform?.close());

  async function open(microphone: Int16Array): Promise<Tab> {
    const tab = await openTab(microphone);
    atEndOfTest(() => tab.close());
    await tab.page.goto(platform.runtimeUrl);
    return tab;
  }

  it('takes a newcomer from signing up to a spoken conversation and what it left behind', async () => {
    const tab = await open(await callerOf(7));
    const { page } = tab;
    await signUp(page);
    await page.getByRole('button', { name: 'Make a ready-to-talk agent' }).click();
    await page.getByRole('button', { name: 'Talk to Front desk' }).click();

    await caption(tab, 'caller', QUESTION).waitFor({ timeout: 40_000 });
    const askedAt = (await tab.played()).length;
    await caption(tab, 'agent', ANSWER).waitFor();
    await page.locator('#call-status').getByText('Listening').waitFor();
    const phrases = ['we are open from noon to ten in the evening every day', 'hello this is the front desk', QUESTION];
    assert.strictEqual(await recognised(voiced(await tab.played(), askedAt), phrases), phrases[0]);

    await page.getByPlaceholder('Type instead of speaking').fill('a table for two please');
    await page.keyboard.press('Enter');
    await caption(tab, 'agent', 'A table for two, gladly.').waitFor();
    for (const place of ['#turns .value', '#median', '#caption-log .after-secs'])
      assert.match(await page.locator(place).last().innerText(), /\d\.\d\d s$/);

    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('heading', { name: 'You hung up.' }).waitFor();
    await page.getByRole('button', { name: 'Read the transcript' }).click();
    await page.locator('#transcript', { hasText: `user: ${QUESTION}` }).waitFor();
    await page.getByRole('button', { name: 'Hear the recording' }).click();
    assert.isAbove(await page.evaluate<number>(RECORDED), 7);

    assert.deepEqual(tab.errors, []);
    const ours = [platform.apiBaseUrl, platform.runtimeUrl].map((url) => new URL(url).host);
    assert.sameMembers([...tab.hosts], ours);
  });
});
