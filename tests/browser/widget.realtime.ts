import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { axe } from '../console/support/axe.ts';
import { openBrowser, type OpenBrowser } from '../console/support/chromium.ts';
import { focused } from './shadow-focus.ts';
import { fitsScreens } from '../console/support/screens.ts';
import { requireBrowser } from '../console/support/stage.ts';
import { callerWho } from '../console/support/talk.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { ANSWER, openWidgetSite, QUESTION, type WidgetSite } from './widget-site.ts';

/** Recognising speech takes its time on a machine that is busy with other tests. */
const RECOGNISED_MS = 150_000;
const BLOCKED_MICROPHONE = `navigator.mediaDevices.getUserMedia = () =>
  Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));`;
/** Keeps the microphones that the page opens. */
const KEPT_MICROPHONES = `
  globalThis.microphones = [];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    microphones.push(...stream.getTracks());
    return stream;
  };`;

const caption = (page: Page, side: 'caller' | 'agent', words: string) =>
  page.locator(`voice-agent .caption.${side}`, { hasText: words }).first();
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

describe('the widget on a page of another origin, with a strict policy', function () {
  this.timeout(RECOGNISED_MS * 3);
  let site: WidgetSite;
  let browser: OpenBrowser;
  before(async function () {
    requireBrowser(this);
    site = await openWidgetSite();
    browser = await openBrowser(await callerWho(6, QUESTION, 14));
  });
  after(async () => {
    await browser?.close();
  });

  const open = async (url: string, script = '') => {
    const tab = await browser.openTab();
    atEndOfTest(() => tab.close());
    if (script !== '') await tab.page.addInitScript(script);
    await tab.page.goto(url);
    return tab;
  };

  it('holds a conversation by voice and keyboard, with captions, and frees the microphone', async () => {
    const { page, errors, hosts } = await open(site.page('name="Shop assistant"'), KEPT_MICROPHONES);
    await axe(page);
    await page.keyboard.press('Tab');
    assert.strictEqual(await focused(page), 'Talk to us');
    await page.keyboard.press('Enter');
    assert.strictEqual(await focused(page), 'Start talking');
    await fitsScreens(page);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'Listening' })
      .or(caption(page, 'agent', 'Hello.'))
      .first()
      .waitFor();
    await caption(page, 'caller', QUESTION).waitFor({ timeout: RECOGNISED_MS });
    await caption(page, 'agent', ANSWER).waitFor();
    assert.strictEqual(await focused(page), 'Mute microphone');
    await page.keyboard.press('Space');
    assert.isTrue(await page.getByRole('button', { name: 'Mute microphone', pressed: true }).isVisible());
    await axe(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('a question in writing');
    await page.keyboard.press('Enter');
    await caption(page, 'caller', 'a question in writing').waitFor();

    await page.keyboard.press('Escape');
    assert.isFalse(await page.getByRole('dialog').isVisible());
    assert.strictEqual(await focused(page), 'Talk to us');
    assert.strictEqual(await page.evaluate('microphones[0].readyState'), 'live', 'a minimised call continues');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('You ended the conversation.').waitFor();
    assert.strictEqual(await focused(page), 'You ended the conversation.');
    await axe(page);
    assert.strictEqual(await page.evaluate('microphones[0].readyState'), 'ended');
    assert.deepEqual(errors, []);
    const { host } = new URL(site.origin);
    assert.isTrue([...hosts].every((each) => each === host || each.startsWith('127.0.0.1:')));
  });

  it('works without a microphone, runs tools of the page and ends when it is removed', async () => {
    const { page, errors } = await open(site.page('mode="voice"', 'de'), BLOCKED_MICROPHONE);
    await page.evaluate(`document.querySelector('voice-agent').tools = { show_product: ({ id }) => 'shown ' + id }`);
    await page.getByRole('button', { name: 'Sprechen Sie mit uns' }).click();
    await page.getByRole('button', { name: 'Gespräch beginnen' }).click();
    await alert(page, 'Das Mikrofon ist gesperrt.').waitFor();
    await page.getByPlaceholder('Nachricht schreiben').fill('show it to me');
    await page.keyboard.press('Enter');
    await caption(page, 'agent', 'The page says shown p7.').waitFor();
    await axe(page);
    await page.evaluate(`
      globalThis.ends = [];
      const element = document.querySelector('voice-agent');
      element.addEventListener('voice-agent-ended', ({ detail }) => ends.push(detail.reason));
      document.querySelector('main').append(element);`);
    assert.deepEqual(await page.evaluate('ends'), [], 'moving the element ends nothing');
    await page.evaluate(`document.querySelector('voice-agent').remove()`);
    await page.waitForFunction(`ends[0] === 'caller_left'`);
    assert.deepEqual(errors, []);
  });

  it('converses in writing, without asking for the microphone', async () => {
    const { page } = await open(site.page('', 'ar'), KEPT_MICROPHONES);
    await page.getByRole('button', { name: 'تحدث معنا' }).click();
    await page.getByRole('button', { name: 'أفضّل الكتابة' }).click();
    await caption(page, 'agent', 'Hello.').waitFor();
    await page.keyboard.type('when do you open');
    await page.keyboard.press('Enter');
    await caption(page, 'agent', ANSWER).waitFor();
    await fitsScreens(page);
    assert.deepEqual(await page.evaluate('microphones'), []);
  });

  it('says in words when the visitor has had enough calls, and when the page is not allowed', async () => {
    const limited = await site.agent({ web: { allowed_origins: [site.origin], visitor_calls_per_hour: 1 } });
    const { page } = await open(site.page('mode="text"', 'en', limited));
    await page.getByRole('button', { name: 'Talk to us' }).click();
    await page.getByRole('button', { name: 'Type instead' }).click();
    await caption(page, 'agent', 'Hello.').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('Conversation ended').waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByText('There are too many conversations now.').waitFor();
    await page.getByText('Not connected').waitFor();
    assert.equal(await page.getByText('Conversation ended').count(), 0, 'none began');

    const elsewhere = await site.agent({ web: { allowed_origins: ['https://shop.example.com'] } });
    await page.goto(site.page('mode="text" open', 'en', elsewhere));
    await page.getByRole('button', { name: 'Type instead' }).click();
    await page.getByText('The assistant is not available on this page now.').waitFor();
    await page.locator('voice-agent').evaluate((element) => element.removeAttribute('mode'));
    await page.locator('voice-agent .after button', { hasText: 'Start talking' }).waitFor();
    assert.equal(await page.locator('voice-agent button.primary:visible').count(), 1, 'one way is the first');
  });
});
