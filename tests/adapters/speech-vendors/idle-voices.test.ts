import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { SocketListener } from '../../../adapters/lib/web-socket.ts';
import { disconnection, refusal } from '../../../adapters/lib/vendor-failures.ts';
import { cartesiaTtsProtocol } from '../../../adapters/providers/cartesia/tts-protocol.ts';
import { elevenLabsTtsProtocol } from '../../../adapters/providers/elevenlabs/tts-protocol.ts';
import { rimeTtsProtocol } from '../../../adapters/providers/rime/tts-protocol.ts';
import { smallestTtsProtocol } from '../../../adapters/providers/smallest/tts-protocol.ts';
import { SocketSynthesiser } from '../../../adapters/providers/_speech/socket-synthesiser.ts';
import type { TtsProtocol } from '../../../adapters/providers/_speech/tts-protocol.ts';
import { PCM_CODEC } from '../../../adapters/providers/_speech/wire-codec.ts';
import { cartesiaTts } from '../../../adapters/providers/cartesia/tts.ts';
import { never, synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { sonic } from './cartesia-server.ts';
import { speaking } from './stands.ts';
import { eventually } from '../../support/eventually.ts';

const RATE = 16_000;
const request = { vendor: 'vendor', url: new URL('http://127.0.0.1:9'), headers: {}, network: anywhere() };
const pcm = { sampleRate: RATE, wire: PCM_CODEC, options: {} };
const DIALECTS: Record<string, { readonly dialect: TtsProtocol; readonly seconds: number }> = {
  rime: { dialect: rimeTtsProtocol(request, pcm), seconds: 30 },
  elevenlabs: { dialect: elevenLabsTtsProtocol(request, { ...pcm, settings: {} }), seconds: 180 },
  smallest: { dialect: smallestTtsProtocol(request, pcm), seconds: 300 },
  cartesia: { dialect: cartesiaTtsProtocol(request, pcm), seconds: 300 },
};
const DOWN = refusal('vendor', 503);

/** A vendor without a network, so that nothing but the clock decides when something happens. */
function exchange(dialect = DIALECTS['cartesia']!.dialect) {
  const lines: { readonly listener: SocketListener; isOpen: boolean; readonly sent: (string | Uint8Array)[] }[] = [];
  const refusals: Error[] = [];
  return {
    lines,
    refusals,
    get open() {
      return lines.filter(({ isOpen }) => isOpen).length;
    },
    hangUp(line = lines.at(-1)!) {
      line.isOpen = false;
      line.listener.closed(disconnection('vendor', 'closed the connection (1000)'), true);
    },
    voice: () =>
      SocketSynthesiser.open({
        ...dialect,
        async connect(listener) {
          const refused = refusals.shift();
          const line = { listener, isOpen: !refused, sent: [] as (string | Uint8Array)[] };
          lines.push(line);
          if (refused) throw refused;
          return {
            send: (message) => void line.sent.push(message),
            ping: () => undefined,
            close: () => void (line.isOpen = false),
          };
        },
      }),
  };
}

/** Lets happen what needs no time. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const lengthOf = (pieces: readonly Int16Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

describe('a voice whose connection is idle', () => {
  it('has another one before the next text when the vendor hangs up', async () => {
    const { server, open, samplesIn } = speaking(cartesiaTts, await sonic());
    const voice = await open();
    await synthesisedChunks(voice, 'Hello.');
    for (const socket of server.sockets) socket.close(1000);
    await eventually(() => server.connections.length === 2, 'another connection');
    assert.equal(
      lengthOf(await synthesisedChunks(voice, 'Good morning.')),
      samplesIn('Good morning.', voice.sampleRate),
    );
    assert.lengthOf(server.received, 2);
    voice.close();
  });

  for (const [vendor, { dialect, seconds }] of Object.entries(DIALECTS))
    it(`has another one five seconds before ${vendor} would hang up`, async () => {
      const time = manualTimers();
      const line = exchange(dialect);
      const voice = await line.voice();
      for (const times of [1, 2]) {
        time.pass((seconds - 5) * 1_000 - 1);
        await settled();
        assert.lengthOf(line.lines, times);
        time.pass(1);
        await settled();
        assert.deepEqual([line.lines.length, line.open], [times + 1, 1]);
      }
      voice.close();
      await settled();
      time.pass(seconds * 1_000);
      await settled();
      assert.deepEqual([line.lines.length, line.open], [3, 0]);
    });

  it('is replaced after it timed out, and kept after an interruption', async () => {
    for (const [reason, lines] of [
      [new VendorFailure('vendor took too long to answer', { retryable: true }), [false, true]],
      ['interrupted', [true]],
    ] as const) {
      const line = exchange();
      const voice = await line.voice();
      for (const text of ['Hello.', 'Hello again.']) {
        const stop = new AbortController();
        const saying = synthesisedChunks(voice, text, stop.signal);
        await settled();
        stop.abort(text === 'Hello.' ? reason : 'interrupted');
        assert.isEmpty(await saying);
      }
      assert.deepEqual(
        line.lines.map(({ isOpen }) => isOpen),
        [...lines],
      );
      assert.include(String(line.lines.at(-1)?.sent.at(-2)), 'Hello again.');
      voice.close();
    }
  });

  it('counts the time since the last text', async () => {
    const time = manualTimers();
    const line = exchange();
    const voice = await line.voice();
    time.pass(200_000);
    const stop = new AbortController();
    const saying = synthesisedChunks(voice, 'Hello.', stop.signal);
    await settled();
    stop.abort();
    await saying;
    await settled();
    time.pass(200_000);
    await settled();
    assert.lengthOf(line.lines, 1);
    time.pass(95_000);
    await settled();
    assert.lengthOf(line.lines, 2);
    voice.close();
  });

  it('keeps the old one as long as there is no new one', async () => {
    const time = manualTimers();
    const line = exchange(DIALECTS['rime']!.dialect);
    const voice = await line.voice();
    line.refusals.push(DOWN);
    time.pass(25_000);
    await settled();
    assert.deepEqual([line.lines.length, line.open], [2, 1]);
    line.hangUp(line.lines[0]);
    await settled();
    assert.deepEqual([line.lines.length, line.open], [3, 1]);
    voice.close();
  });

  it('tries later and later while the vendor is down, until it is there again', async () => {
    const time = manualTimers();
    const line = exchange();
    const voice = await line.voice();
    const waits = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
    line.refusals.push(...waits.map(() => DOWN));
    line.hangUp();
    await settled();
    for (const [tries, waitMs] of waits.entries()) {
      time.pass(waitMs - 1);
      await settled();
      assert.lengthOf(line.lines, tries + 2);
      time.pass(1);
      await settled();
      assert.lengthOf(line.lines, tries + 3);
    }
    assert.equal(line.open, 1);
    time.pass(200_000);
    await settled();
    assert.lengthOf(line.lines, waits.length + 2);
    voice.close();
  });

  it('tries later and later as well when the vendor lets it in and hangs up at once', async () => {
    const time = manualTimers();
    const line = exchange();
    const voice = await line.voice();
    for (const [tries, waitMs] of [0, 500, 1_000, 2_000].entries()) {
      line.hangUp();
      await settled();
      time.pass(Math.max(waitMs - 1, 0));
      await settled();
      assert.lengthOf(line.lines, tries + (waitMs === 0 ? 2 : 1));
      time.pass(1);
      await settled();
      assert.lengthOf(line.lines, tries + 2);
    }
    voice.close();
  });

  it('does not try again when the vendor refuses it permanently', async () => {
    const time = manualTimers();
    const line = exchange();
    const voice = await line.voice();
    line.refusals.push(refusal('vendor', 401));
    line.hangUp();
    await settled();
    time.pass(60_000);
    await settled();
    assert.lengthOf(line.lines, 2);
    voice.close();
  });

  it('connects no more when the call is over', async () => {
    const time = manualTimers();
    const line = exchange();
    const voice = await line.voice();
    line.refusals.push(DOWN);
    line.hangUp();
    await settled();
    voice.close();
    time.pass(600_000);
    await settled();
    assert.deepEqual([line.lines.length, line.open], [2, 0]);
  });

  it('says a text over another one when the vendor closed it without a complaint as the text was on its way', async () => {
    const { server, open, samplesIn } = speaking(cartesiaTts, await sonic());
    const voice = await open();
    server.manner.slowMs = 60_000;
    const saying = synthesisedChunks(voice, 'Hello.', never());
    await eventually(() => server.connections[0]!.texts.length === 1, 'the text');
    server.manner.slowMs = 0;
    for (const socket of server.sockets) socket.close(1000);
    assert.equal(lengthOf(await saying), samplesIn('Hello.', voice.sampleRate));
    assert.lengthOf(server.received, 2);
    voice.close();
  });
});
