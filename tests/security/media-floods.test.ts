import { assert } from 'chai';
import { AUDIO_BURST_MS } from '../../adapters/media/stream-limits.ts';
import { connected, dialled, payload, START } from '../adapters/media/dialled-stream.ts';
import { browser, FRAME_MS, rtvi } from './flooding-browser.ts';

/** A call of Twilio whose stream has begun, and one frame of its audio. */
async function telephone() {
  const call = await connected('twilio');
  const message = { event: 'media', media: { track: 'inbound', payload: payload(Array<number>(160).fill(0xff)) } };
  return { ...call, audio: () => call.text(message), heardMs: () => call.audio.length * FRAME_MS };
}

/** A browser that has said `client-ready`. */
async function readyBrowser() {
  const peer = browser();
  peer.send(rtvi('client-ready', {}));
  return peer;
}

const SIDES = { 'a browser': readyBrowser, 'a telephone': telephone };

describe('flood on a media socket', () => {
  for (const [name, open] of Object.entries(SIDES)) {
    it(`is closed for audio from ${name} beyond 15 s at once and twice real time`, async () => {
      const { clock, audio, heardMs, closings } = await open();
      for (let second = 0; second < 10; second += 1) {
        for (let ms = 0; ms < 60_000; ms += FRAME_MS) audio();
        clock.advance(1_000);
      }
      assert.lengthOf(closings, 1);
      assert.match(String(closings[0]), /^4429/u);
      assert.equal(heardMs(), AUDIO_BURST_MS);
    });

    it(`is not assumed when ${name} sends 15 s at once after a stall`, async () => {
      const { clock, audio, heardMs, closings } = await open();
      for (let round = 0; round < 3; round += 1) {
        clock.advance(AUDIO_BURST_MS);
        for (let ms = 0; ms < AUDIO_BURST_MS; ms += FRAME_MS) audio();
        for (let ms = 0; ms < 10_000; ms += FRAME_MS) {
          clock.advance(FRAME_MS);
          audio();
        }
      }
      assert.deepEqual([closings, heardMs()], [[], 3 * (AUDIO_BURST_MS + 10_000)]);
    });
  }

  it('is closed after 3,000 tiny messages from a browser', () => {
    const { send, closings, heardMs } = browser();
    for (let nth = 0; nth < 3_000; nth += 1) send();
    assert.deepEqual(closings, []);
    for (let nth = 0; nth < 10; nth += 1) send();
    assert.deepEqual(closings, ['4429 Too many messages: at most 200 per second are accepted']);
    assert.equal(heardMs(), 3_000 / 16);
  });

  it('is closed after 1.5 MB of large messages from a browser', () => {
    const { send, closings } = browser();
    // A frame of audio at a wrong rate would be refused for that: these are text frames, which mean nothing here.
    const unknown = new Uint8Array(60_000);
    unknown.set([0x0a, 0xdc, 0xd4, 0x03]);
    for (let nth = 0; nth < 20; nth += 1) send(unknown);
    assert.deepEqual(closings, []);
    for (let nth = 0; nth < 10; nth += 1) send(unknown);
    assert.lengthOf(closings, 1);
    assert.match(String(closings[0]), /^4429/u);
  });

  it('is closed for meaningless messages, also before the start message', async () => {
    const started = await connected('twilio');
    const waiting = dialled('twilio');
    for (const { text } of [started, waiting]) for (let nth = 0; nth < 3_100; nth += 1) text({ event: 'nonsense' });
    for (const { closings, exceeded } of [started, waiting]) {
      assert.deepEqual(closings, [4429]);
      assert.deepEqual(exceeded, ['Too many messages: at most 200 per second are accepted']);
    }
    assert.deepEqual(await waiting.opening, { problem: 'Too many messages: at most 200 per second are accepted' });
  });

  it('is closed beyond a hundred DTMF keys at once and five a second', async () => {
    const { text, reported, closings, exceeded, clock } = await connected('twilio');
    const press = (count: number): void => {
      for (let nth = 0; nth < count; nth += 1) text({ event: 'dtmf', dtmf: { digit: nth % 2 ? '#' : '1' } });
    };
    press(100);
    clock.advance(2_000);
    press(10);
    assert.deepEqual([closings, reported.length], [[], 110]);
    press(1);
    assert.deepEqual([closings, exceeded], [[4429], ['Too many keys: at most 5 per second are accepted']]);
    press(50);
    assert.lengthOf(
      reported.filter((what) => what.startsWith('pressed')),
      110,
    );
  });

  it('is closed after 1,000 DTMF keys in one call', async () => {
    const { text, reported, closings, exceeded, clock } = await connected('twilio');
    for (let nth = 0; nth < 1_001; nth += 1) {
      text({ event: 'dtmf', dtmf: { digit: '#' } });
      // A carrier that sends no audio would be cut off for that.
      if (nth % 50 === 0) text({ event: 'media', media: { track: 'inbound', payload: payload([255]) } });
      clock.advance(250);
    }
    assert.deepEqual([closings, exceeded], [[4429], ['A call may have at most 1000 keys']]);
    assert.lengthOf(
      reported.filter((what) => what.startsWith('pressed')),
      1_000,
    );
  });

  it('is closed for 64 KiB messages before the start message', () => {
    const { text, closings } = dialled('twilio');
    for (let nth = 0; nth < 30; nth += 1) text({ ...START['twilio'], event: 'x'.repeat(60_000) });
    assert.deepEqual(closings, [4429]);
  });

  it('ends the conversation like a lost peer and is logged once', async () => {
    const { send, ended, overs } = browser();
    for (let nth = 0; nth < 3_100; nth += 1) send();
    assert.lengthOf(ended, 1);
    assert.deepEqual(overs, ['4429']);
    const call = await connected('twilio');
    for (let nth = 0; nth < 3_100; nth += 1) call.text({ event: 'nonsense' });
    assert.deepEqual(call.reported, ['closed: Too many messages: at most 200 per second are accepted']);
  });
});
