import { assert } from 'chai';
import type { OpenPlatform } from '../support/platform.ts';
import { recognised, voiced } from '../support/speech.ts';
import {
  callerWho,
  caption,
  openPageHearing,
  openPlatformWithPage,
  requireBrowser,
  signUp,
  talkToNewAgent,
} from './talk-page.ts';

const QUESTION = 'what are your opening hours';
const ANSWER = 'We are open from noon to ten in the evening, every day.';
const ANSWER_HEARD = 'we are open from noon to ten in the evening every day';
/** Recognising speech takes its time on a machine that is busy with other tests. */
const RECOGNISED_MS = 40_000;

/** The length of the recording in seconds, as soon as the page knows it. */
const RECORDED = `new Promise((resolve) => {
  const audio = document.querySelector('#recording');
  const tell = () => audio.duration > 0 && resolve(audio.duration);
  audio.addEventListener('durationchange', tell);
  tell();
})`;

describe('the talk page', function () {
  this.timeout(120_000);
  let platform: OpenPlatform;

  before(async function () {
    requireBrowser(this);
    platform = await openPlatformWithPage();
  });
  after(() => platform?.close());

  it('takes a newcomer from signing up to a spoken conversation and what it left behind', async () => {
    const tab = await openPageHearing(await callerWho(7, QUESTION), platform.runtimeUrl);
    const { page } = tab;
    await signUp(page, platform);
    await talkToNewAgent(page);

    await caption(page, 'caller', QUESTION).waitFor({ timeout: RECOGNISED_MS });
    const askedAt = await tab.playedSamples();
    await caption(page, 'agent', ANSWER).waitFor();
    await page.locator('#call-status').getByText('Listening').waitFor();
    const phrases = [ANSWER_HEARD, 'hello this is the front desk', QUESTION];
    assert.strictEqual(await recognised(voiced(await tab.saidSince(askedAt)), phrases), ANSWER_HEARD);

    await page.getByPlaceholder('Type instead of speaking').fill('a table for two please');
    await page.keyboard.press('Enter');
    await caption(page, 'agent', 'A table for two, gladly.').waitFor();
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

  it('falls silent when the caller talks over the agent, and lets the agent answer', async () => {
    const tab = await openPageHearing(await callerWho(8, QUESTION), platform.runtimeUrl);
    const { page } = tab;
    const api = await signUp(page, platform);
    await api.ask('POST', '/agents', TALKATIVE);
    await page.reload();
    await page.getByRole('button', { name: 'Talk to Storyteller' }).click();

    await page.locator('#caption-log .cut').waitFor({ timeout: RECOGNISED_MS });
    const cutAt = await tab.playedSamples();
    await caption(page, 'agent', ANSWER).waitFor();
    await page.locator('#call-status').getByText('Listening').waitFor();
    const heard = await recognised(voiced(await tab.saidSince(cutAt)), [ANSWER_HEARD, STORY.toLowerCase()]);
    assert.strictEqual(heard, ANSWER_HEARD);
    assert.deepEqual(tab.errors, []);
  });
});

const STORY = 'Once upon a time there was a small house by the sea';
const TALKATIVE = {
  name: 'Storyteller',
  agent_category: 'websocket',
  config: {
    prompts: { greeting_message: `${STORY}. `.repeat(10) },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'phrases' },
      tts_config: { provider: 'local', voice: 'kal16' },
      llm_config: { provider: 'script', rules: [], otherwise: ANSWER },
    },
  },
};
