import { assert } from 'chai';
import { openBrowser, type Tab } from '../console/support/chromium.ts';
import { requireBrowser } from '../console/support/stage.ts';
import { callerWho } from '../console/support/talk.ts';
import { servedPage } from '../clients/served-page.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { atEndOfTest } from '../support/temporary.ts';

const QUESTION = 'what are your opening hours';
const SENTENCES = [
  'On Sundays we open at seven in the morning and we close at eleven in the evening.',
  'On all the other days of the week we open at eight and we close at nine.',
  'On holidays we are closed, and so is the kitchen.',
] as const;
const ANSWER = SENTENCES.join(' ');
/** Recognising speech takes its time on a machine that is busy with other tests. */
const RECOGNISED_MS = 60_000;

/** A sentence of the agent as client-js hands it to its page. */
interface Output {
  readonly text: string;
  readonly segment_id: number;
  readonly will_be_spoken: boolean;
  readonly spoken_status?: string;
  readonly spoken_progress?: { readonly accumulated_text: string; readonly remaining_text: string };
}

/** A message as client-react has its page show it. */
interface PageMessage {
  readonly role: string;
  readonly played: string;
  readonly unplayed: string;
}

describe('Pipecat: client-react, client-js and websocket-transport in a browser', function () {
  this.timeout(180_000);
  before(function () {
    requireBrowser(this);
  });

  /** A page that talks with an agent of its own, through a microphone that hears this. */
  async function opened(microphone: Int16Array) {
    const page = await servedPage(new URL('pipecat-page', import.meta.url));
    const platform = await openPlatform({ env: { CORS_ORIGINS: page.origin } });
    const user = await joinPlatform(platform, AGENT);
    const { callId, socket } = await user.register();
    const browser = await openBrowser(microphone);
    atEndOfTest(() => browser.close());
    const tab = await browser.openTab();
    const query = new URLSearchParams({ socket: `${socket}&output_sample_rate=24000` });
    await tab.page.goto(`${page.origin}/?${String(query)}`);
    await tab.page.evaluate('void connect()');
    const transcript = async (): Promise<string[]> => {
      await tab.page.evaluate('client.disconnect()');
      await user.call(callId, isDelivered);
      const text = Buffer.from(await user.api.download(`/calls/${callId}/transcript`)).toString();
      return text.split('\n').flatMap((line) => /\] (.*)$/u.exec(line)?.[1] ?? []);
    };
    return { tab, transcript };
  }

  it('shows every sentence, and of an answer that the caller interrupts exactly what was played', async () => {
    // The caller waits for the greeting, also on a slow machine, and asks again in the middle of the answer.
    const [first, second] = [await callerWho(10, QUESTION, 7), await callerWho(0, QUESTION, 5)];
    const { tab, transcript } = await opened(Int16Array.from([...first, ...second]));
    await shows(tab, `played === 'Hello.' && unplayed === ''`);
    await shows(tab, `role === 'assistant' && played !== '' && unplayed !== ''`);
    await until(tab, `shown.filter(({ role, played }) => role === 'user' && played === '${QUESTION}').length === 2`);
    await until(tab, `shown.at(-1).role === 'assistant' && shown.at(-1).played.length > 0`);
    const [, , cut] = await shownBy(tab);
    const outputs = await outputsOf(tab);
    const lines = await transcript();

    assert.include(ANSWER, `${cut?.played ?? ''}${cut?.unplayed ?? ''}`.trim());
    assert.notEqual(cut?.unplayed, '');
    assert.deepEqual(lines.slice(0, 3), [
      ...['assistant: Hello.', `user: ${QUESTION}`, `assistant: ${cut?.played.trim()}`],
    ]);
    const reported = tab.page.evaluate<{ name: string }[]>('reports');
    assert.isEmpty((await reported).filter(({ name }) => name === 'error'));
    assert.isEmpty(tab.errors);
    const begin = outputs.filter(({ spoken_status: status }) => status === 'new');
    assert.deepEqual(
      begin.map(({ segment_id }) => segment_id),
      begin.map((_, index) => index + 1),
    );
    for (const { segment_id, text } of begin.slice(0, 2)) {
      const statuses = outputs.filter((each) => each.segment_id === segment_id).map((each) => each.spoken_status);
      assert.oneOf(statuses.join(), ['new,completed', 'new,in-progress'], text);
    }
  });

  it('sends text that interrupts, text that is answered in writing, and text that waits for the next turn', async () => {
    const { tab, transcript } = await opened(new Int16Array(16_000 * 5));
    const send = (text: string, options: object = {}) =>
      tab.page.evaluate(`client.sendText(${JSON.stringify(text)}, ${JSON.stringify(options)})`);
    await shows(tab, `played === 'Hello.' && unplayed === ''`);
    await send(QUESTION);
    await until(
      tab,
      `reports.some(({ name, data }) => name === 'output' && data.text === ${JSON.stringify(SENTENCES[1])})`,
    );
    await send('please stop');
    await shows(tab, `played.trim().endsWith('please stop') && role === 'assistant' && unplayed === ''`);
    const cut = (await shownBy(tab)).find(({ played }) => played.trim().startsWith('On Sundays'));
    await until(tab, `reports.filter(({ name }) => name === 'stopped').length === 3`);

    const before = await outputsOf(tab);
    await send('write it down', { audio_response: false });
    await until(tab, `reports.filter(({ name }) => name === 'output').length === ${before.length + 1}`);
    await send('my name is Ada', { run_immediately: false });
    await send('who am I', { audio_response: false });
    await until(tab, `reports.filter(({ name }) => name === 'output').length === ${before.length + 2}`);
    const written = (await outputsOf(tab)).slice(-2);
    assert.deepEqual(
      written.map(({ text, will_be_spoken: isAudible, spoken_status: status }) => ({ text, isAudible, status })),
      [
        { text: 'write it down', isAudible: false, status: undefined },
        { text: 'my name is Ada who am I', isAudible: false, status: undefined },
      ],
    );
    const started = await tab.page.evaluate<number>(`reports.filter(({ name }) => name === 'started').length`);
    assert.equal(started, 3);
    await shows(tab, `role === 'assistant' && (played + unplayed).includes('my name is Ada who am I')`);
    const lines = await transcript();
    assert.deepEqual(lines, [
      'assistant: Hello.',
      `user: ${QUESTION}`,
      `assistant: ${cut?.played.trim()}`,
      'user: please stop',
      'assistant: please stop',
      'user: write it down',
      'assistant: write it down',
      'user: my name is Ada who am I',
      'assistant: my name is Ada who am I',
    ]);
  });
});

const AGENT = {
  name: 'Opening hours',
  agent_category: 'websocket',
  config: {
    prompts: { greeting_message: 'Hello.' },
    language: { primary: 'en' },
    models: {
      stt_config: { provider: 'local', mode: 'phrases', phrases: [QUESTION] },
      tts_config: { provider: 'local', voice: 'slt' },
      llm_config: { provider: 'script', rules: [{ when: 'opening hours', say: ANSWER }], otherwise: '$&' },
    },
  },
};

const shownBy = ({ page }: Tab): Promise<PageMessage[]> => page.evaluate<PageMessage[]>('shown');
const outputsOf = ({ page }: Tab): Promise<Output[]> =>
  page.evaluate<Output[]>(`reports.filter(({ name }) => name === 'output').map(({ data }) => data)`);

/** Waits until the page shows a message of which this is so. */
const shows = (tab: Tab, isSo: string): Promise<void> =>
  until(tab, `shown.some(({ role, played, unplayed }) => ${isSo})`);

async function until({ page }: Tab, isSo: string): Promise<void> {
  await page.waitForFunction(isSo, null, { timeout: RECOGNISED_MS }).catch(async (error: unknown) => {
    const state = JSON.stringify(await page.evaluate('[shown, reports]'));
    throw new Error(`It is not so that ${isSo} but ${state}`, { cause: error });
  });
}
