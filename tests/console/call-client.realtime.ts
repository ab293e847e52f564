import { assert } from 'chai';
import type { WebSocketRoute } from 'playwright-core';
import { decodeFrame, encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import type { Tab } from './support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { consoleOfSuite } from './support/stage.ts';
import { caption, ended, openTalkPage, startTalking, status, warned } from './support/talk.ts';

const RATE = 16_000;
const FRAME = 320;
const MOMENT = RATE / 10;
const LOUD = 5_000;

/** A runtime whose every word the test chooses. */
interface Wire {
  report(type: string, data?: unknown): void;
  /** Sends seconds of a tone at once. */
  sound(seconds: number): void;
  close(code: number): Promise<void>;
  /** The samples of the caller that have arrived. */
  readonly received: number[];
}

/** The calls from the page, the last one at a time, which this test answers in place of the runtime. */
async function answeredCalls({ page }: Tab): Promise<Wire> {
  let socket: WebSocketRoute | null = null;
  const received: number[] = [];
  const send = (bytes: Uint8Array): void => socket?.send(Buffer.from(bytes));
  const wire: Wire = {
    received,
    report: (type, data) => send(encodeMessage(JSON.stringify(serverMessage(type, data)))),
    sound(seconds) {
      for (let at = 0; at < seconds * RATE; at += FRAME) send(encodeAudio(tone(at, FRAME), RATE));
    },
    close: async (code) => socket?.close({ code }),
  };
  await page.routeWebSocket(/\/agent\//, (opened) => {
    socket = opened;
    opened.onMessage((message) => {
      const frame = decodeFrame(Buffer.from(message));
      if (frame?.type === 'audio') received.push(...frame.pcm);
      if (frame?.type === 'message' && frame.text.includes('client-ready')) wire.report('bot-ready');
    });
  });
  await startTalking(page);
  await status(page, 'Listening');
  return wire;
}

const tone = (from: number, length: number): Int16Array =>
  Int16Array.from({ length }, (_, i) => 9000 * Math.sin((2 * Math.PI * 440 * (from + i)) / RATE));

/** Waits until the page has played this number of further samples. */
async function playing(tab: Tab, samples: number): Promise<number> {
  const from = await tab.playedSamples();
  while ((await tab.playedSamples()) < from + samples) await tab.page.waitForTimeout(20);
  return tab.playedSamples();
}

/** Waits until the last tenth of a second that the page played was such, and answers how much it has played by then. */
async function playedPeak(tab: Tab, isSuch: (peak: number) => boolean): Promise<number> {
  for (;;) {
    const at = await tab.playedSamples();
    if (at >= MOMENT && isSuch(loudest(await tab.playedSince(at - MOMENT)))) return at;
    await tab.page.waitForTimeout(20);
  }
}

const loudest = (pcm: Iterable<number>): number => [...pcm].reduce((peak, each) => Math.max(peak, Math.abs(each)), 0);

describe('the talk page with a scripted server', function () {
  const stage = consoleOfSuite({ microphone: tone(0, RATE) });
  let tab: Tab;
  let wire: Wire;

  beforeEach(async () => {
    tab = await openTalkPage(stage());
    wire = await answeredCalls(tab);
  });

  it('plays received audio, and drops unplayed audio at once on a flush', async () => {
    wire.sound(60);
    const soundedAt = await playedPeak(tab, (peak) => peak > LOUD);
    wire.report('server-message', { type: 'flush' });
    const flushedAt = await playedPeak(tab, (peak) => peak === 0);
    // Less than the sound is long, and more than any machine takes.
    assert.isBelow(flushedAt - soundedAt, 50 * RATE);
    await playing(tab, RATE / 2);
    assert.strictEqual(loudest(await tab.playedSince(flushedAt)), 0);
    wire.sound(0.2);
    while (loudest(await tab.playedSince(flushedAt)) < LOUD) await tab.page.waitForTimeout(20);
  });

  it('sends the microphone, and silence while it is muted, be it by the space bar or from anywhere', async () => {
    const { page } = tab;
    /** Resolves when the last quarter of a second that came is such: what was said before may be on its way. */
    const sent = (what: string, isSuch: (peak: number) => boolean) =>
      eventually(() => isSuch(loudest(wire.received.slice(-RATE / 4))), `a microphone that sends ${what}`);
    const speech = () => sent('speech', (peak) => peak > 300);
    await speech();
    const meter = page.getByRole('meter', { name: 'Microphone' });
    await eventually(async () => Number(await meter.getAttribute('aria-valuenow')) > 5, 'a meter that shows speech');
    await page.keyboard.press('Space');
    await sent('silence', (peak) => peak === 0);
    await page.getByPlaceholder('Type a message').focus();
    await page.keyboard.press('Alt+m');
    await speech();
  });

  it('shows interim words lightly and replaces them, and what the agent says as it is said', async () => {
    const { page } = tab;
    const log = page.getByRole('log');
    wire.report('user-transcription', { text: 'what are', final: false });
    await page.locator('.interim', { hasText: 'what are' }).waitFor();
    assert.isEmpty(await page.locator('.caption-log .bubble').all());
    wire.report('user-transcription', { text: 'What are your hours?', final: true });
    await caption(page, 'caller', 'What are your hours?').waitFor();
    assert.isFalse(await page.locator('.interim').isVisible());

    wire.report('bot-llm-started');
    await status(page, 'Generating a reply');
    wire.report('bot-started-speaking');
    wire.report('server-message', { type: 'latency', user_to_bot_secs: 0.417 });
    for (const [index, text] of ['We are open', 'from <b>nine</b>.'].entries())
      wire.report('bot-output', { text, segment_id: index + 1, will_be_spoken: true, spoken_status: 'new' });
    await caption(page, 'agent', 'We are open from <b>nine</b>.').waitFor();
    await log.getByText('after 0.42 s').waitFor();
    wire.report('error', { error: 'the voice is away', message: 'the voice is away', fatal: false });
    await warned(page, 'The agent reported a fault: the voice is away');
  });

  it('says why the call is over when the runtime does, and calls again', async () => {
    wire.report('server-message', { type: 'ended', reason: 'agent_ended' });
    await wire.close(1000);
    await ended(tab.page, 'The agent said goodbye.');
    await tab.page.getByRole('button', { name: 'Call again' }).click();
    await status(tab.page, 'Listening');
    await wire.close(1001);
    await ended(tab.page, 'The runtime is being restarted.');
  });
});
