import { assert } from 'chai';
import type { WebSocketRoute } from 'playwright-core';
import { decodeFrame, encodeAudio, encodeMessage } from '../../adapters/media/protocols/frames.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import type { Tab } from './chromium.ts';
import { caption, signUp, stageOfSuite, talkToNewAgent } from './talk-page.ts';

const RATE = 16_000;
const FRAME = 320;

/** A runtime whose every word the test chooses. */
interface Wire {
  tell(type: string, data?: unknown): void;
  /** Sends so many seconds of a tone, all at once. */
  sound(seconds: number): void;
  close(code: number): Promise<void>;
  /** The samples of the caller that have arrived. */
  readonly heard: number[];
}

/** A call from the page that this test answers in place of the runtime. */
async function answeredCall(tab: Tab): Promise<Wire> {
  const answered = new Promise<WebSocketRoute>((resolve) => {
    void tab.page.routeWebSocket(/\/agent\//, resolve);
  });
  await talkToNewAgent(tab.page);
  const socket = await answered;
  const heard: number[] = [];
  const wire: Wire = {
    heard,
    tell: (type, data) => socket.send(Buffer.from(encodeMessage(JSON.stringify(serverMessage(type, data))))),
    sound(seconds) {
      for (let at = 0; at < seconds * RATE; at += FRAME) socket.send(Buffer.from(encodeAudio(tone(at, FRAME), RATE)));
    },
    close: (code) => socket.close({ code }),
  };
  socket.onMessage((message) => {
    const frame = decodeFrame(Buffer.from(message));
    if (frame?.type === 'audio') heard.push(...frame.pcm);
    if (frame?.type === 'message' && frame.text.includes('client-ready')) wire.tell('bot-ready', { version: '2.1.0' });
  });
  await tab.page.locator('#call-status', { hasText: 'Listening' }).waitFor();
  return wire;
}

const tone = (from: number, length: number): Int16Array =>
  Int16Array.from({ length }, (_, i) => 9000 * Math.sin((2 * Math.PI * 440 * (from + i)) / RATE));

/** Waits until the page has played so many samples more. */
async function playing(tab: Tab, samples: number): Promise<number> {
  const from = await tab.playedSamples();
  while ((await tab.playedSamples()) < from + samples) await tab.page.waitForTimeout(20);
  return tab.playedSamples();
}

const loudest = (pcm: Iterable<number>): number => [...pcm].reduce((peak, each) => Math.max(peak, Math.abs(each)), 0);

describe('the talk page at the other end of the wire', function () {
  const stage = stageOfSuite({}, tone(0, RATE));
  let tab: Tab;
  let wire: Wire;

  beforeEach(async () => {
    tab = await stage().openPage();
    await signUp(tab.page, stage().platform);
    wire = await answeredCall(tab);
  });

  it('plays what it is sent, and drops at once what it has not played when it is told to', async () => {
    wire.sound(10);
    await playing(tab, RATE / 2);
    assert.isAbove(loudest(await tab.playedSince((await tab.playedSamples()) - RATE / 2)), 5000);
    wire.tell('server-message', { type: 'flush' });
    const flushedAt = await playing(tab, RATE / 4);
    await playing(tab, RATE / 2);
    assert.strictEqual(loudest(await tab.playedSince(flushedAt)), 0);
    wire.sound(0.2);
    await playing(tab, RATE / 2);
    assert.isAbove(loudest(await tab.playedSince(flushedAt)), 5000);
  });

  it('sends the microphone, and silence while it is muted', async () => {
    const { page } = tab;
    const spoken = async () => {
      wire.heard.length = 0;
      while (wire.heard.length < RATE / 2) await page.waitForTimeout(20);
      return loudest(wire.heard.slice(-RATE / 4));
    };
    assert.isAbove(await spoken(), 300);
    assert.isAbove(Number(await page.getByRole('meter', { name: 'Microphone' }).getAttribute('aria-valuenow')), 5);
    await page.getByRole('button', { name: 'Mute' }).click();
    assert.strictEqual(await spoken(), 0);
    await page.getByRole('button', { name: 'Mute' }).click();
    assert.isAbove(await spoken(), 300);
  });

  it('shows interim words lightly and replaces them, and what the agent says as it is said', async () => {
    const { page } = tab;
    wire.tell('user-transcription', { text: 'what are', final: false });
    await page.locator('#interim', { hasText: 'what are' }).waitFor();
    assert.strictEqual(await page.locator('#caption-log').innerText(), '');
    wire.tell('user-transcription', { text: 'What are your hours?', final: true });
    await caption(page, 'caller', 'What are your hours?').waitFor();
    assert.isFalse(await page.locator('#interim').isVisible());

    wire.tell('bot-llm-started');
    await page.locator('#call-status', { hasText: 'Thinking' }).waitFor();
    wire.tell('bot-started-speaking');
    wire.tell('server-message', { type: 'latency', user_to_bot_secs: 0.417 });
    for (const text of ['We are open', 'from <b>nine</b>.']) wire.tell('bot-output', { text, segment_id: 1 });
    await caption(page, 'agent', 'We are open from <b>nine</b>.').waitFor();
    wire.tell('bot-interrupted');
    await page.locator('#caption-log .cut').waitFor();
    wire.tell('bot-output', { text: 'Yes?', segment_id: 2 });
    await caption(page, 'agent', 'Yes?').waitFor();
    assert.lengthOf(await page.locator('#caption-log .agent').all(), 2);
    assert.strictEqual(await page.locator('#caption-log .after-secs').innerText(), 'after 0.42 s');
  });

  it('shows where an answer may come from, beside that answer alone', async () => {
    const { page } = tab;
    const sources = [
      { source_filename: '<b>menu</b>.pdf', page: 2 },
      { source_filename: 'notes.pdf', page: null },
    ];
    wire.tell('server-message', { type: 'citations', sources });
    for (const segment of [1, 2]) wire.tell('bot-output', { text: `Answer ${segment}.`, segment_id: segment });
    await caption(page, 'agent', 'Answer 2.').waitFor();
    assert.deepEqual(await page.locator('#caption-log .sources').allInnerTexts(), [
      '<b>menu</b>.pdf, page 2; notes.pdf',
    ]);
  });

  it('shows the latency of every turn and their median', async () => {
    for (const secs of [0.4, 1.2, 3]) wire.tell('server-message', { type: 'latency', user_to_bot_secs: secs });
    await tab.page.locator('#median', { hasText: '1.20 s' }).waitFor();
    assert.deepEqual(await tab.page.locator('#turns .value').allInnerTexts(), ['0.40 s', '1.20 s', '3.00 s']);
  });

  for (const [reason, words] of [
    ['agent_ended', 'The agent said goodbye.'],
    ['idle', 'The agent ended the call because nothing was said.'],
    ['failed', 'The call failed: the agent could not go on.'],
  ] as const)
    it(`says why the call is over when the runtime does: ${reason}`, async () => {
      wire.tell('error', { error: 'the voice is away', message: 'the voice is away', fatal: false });
      await tab.page.getByRole('alert').filter({ hasText: 'The agent had trouble: the voice is away' }).waitFor();
      wire.tell('server-message', { type: 'ended', reason });
      await wire.close(1000);
      await tab.page.locator('#after h2', { hasText: words }).waitFor();
    });
});
