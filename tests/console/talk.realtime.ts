import { assert } from 'chai';
import { eventually } from '../support/eventually.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { axe } from './support/axe.ts';
import { openBrowser, type OpenBrowser } from './support/chromium.ts';
import { consoleOfSuite } from './support/stage.ts';
import { callerWho, caption, ended, openTalkPage, agentSpeaks, startTalking, status, type } from './support/talk.ts';

const QUESTION = 'what are your opening hours';
const ANSWER = 'We are open from noon to ten in the evening, every day.';
const ANSWER_TRANSCRIPT = 'we are open from noon to ten in the evening every day';
/** Recognising speech takes its time on a machine that is busy with other tests. */
const RECOGNISED_MS = 150_000;
const REPLIED_MS = 40_000;

async function browserWithMicrophone(microphone: Int16Array): Promise<OpenBrowser> {
  const browser = await openBrowser(microphone);
  atEndOfTest(() => browser.close());
  return browser;
}

describe('a newcomer at the console', function () {
  this.timeout(600_000);
  const stage = consoleOfSuite();

  it('comes from signing up to a spoken conversation with an agent, and to what it left behind', async () => {
    const { openPage, platform, consoleUrl } = stage();
    const browser = await browserWithMicrophone(await callerWho(7, QUESTION, 7));
    const tab = await openPage('/sign-up?next=%2Fconsole%2Fagents', { browser });
    const { page } = tab;
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('a password of the tests');
    await page.getByLabel('Organisation').fill('Blue Door');
    await page.locator('form').getByRole('button').click();
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor();
    await axe(page);

    await page.getByRole('button', { name: 'Create a starter agent' }).click();
    await page.getByRole('heading', { name: 'Talk to Receptionist' }).waitFor();
    await axe(page);
    await startTalking(page);
    await caption(page, 'caller', QUESTION).waitFor({ timeout: RECOGNISED_MS });
    const startedAt = await tab.playedSamples();
    await caption(page, 'agent', ANSWER).waitFor();
    await axe(page);
    await status(page, 'Listening');
    await agentSpeaks(tab, startedAt, [ANSWER_TRANSCRIPT, 'hello this is the reception', QUESTION]);
    await page.getByRole('button', { name: 'Mute' }).click();

    // Where the question was being asked once more when the microphone was muted, it may interrupt the reply.
    const isReplied = async () => {
      await type(page, 'a table for two please');
      const reply = caption(page, 'agent', 'A table for two, gladly.').waitFor({ timeout: REPLIED_MS });
      return reply.then(
        () => true,
        () => false,
      );
    };
    await eventually(isReplied, 'a reply to what is typed');
    const replies = page.getByRole('list', { name: 'Time to each reply' }).getByRole('listitem');
    assert.match(await replies.last().innerText(), /\d\.\d\d\ss/);
    assert.match((await replies.first().getAttribute('title')) ?? '', /Language model .*Speech synthesis/);

    await page.getByRole('button', { name: 'Hang up' }).click();
    await ended(page, 'You hung up.');
    await axe(page);
    const left = page.getByRole('link', { name: 'Recording and transcript' });
    assert.match((await left.getAttribute('href')) ?? '', /^\/console\/calls\/[\w-]+$/);
    assert.deepEqual(tab.errors, []);
    const ours = [consoleUrl, platform.runtimeUrl].map((url) => new URL(url).host);
    assert.sameMembers([...tab.hosts], ours);
  });

  it('may talk over the agent, who falls silent and answers', async () => {
    const browser = await browserWithMicrophone(await callerWho(8, QUESTION, 7));
    const { openPage, signUp } = stage();
    const tab = await openTalkPage(
      { ...stage(), signUp, openPage: (path, visit) => openPage(path, { ...visit, browser }) },
      TALKATIVE,
    );
    const { page, errors } = tab;
    await startTalking(page);
    await page.getByRole('log').getByText('interrupted').first().waitFor({ timeout: RECOGNISED_MS });
    const cutAt = await tab.playedSamples();
    await caption(page, 'agent', ANSWER).waitFor();
    await status(page, 'Listening');
    await agentSpeaks(tab, cutAt, [ANSWER_TRANSCRIPT, STORY.toLowerCase()]);
    assert.deepEqual(errors, []);
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
