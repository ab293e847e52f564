import { assert } from 'chai';
import { openAmrWb } from '../../../adapters/media/codecs/amr-wb.ts';
import { openOpus } from '../../../adapters/media/codecs/opus.ts';
import {
  AMR_WB_FRAMES,
  AMR_WB_WITH_PAUSE,
  bandwidthEfficient,
  decodedBy,
  OPUS_PACKETS,
} from './codecs/question-audio.ts';
import { connected, payload } from './dialled-stream.ts';
import { telnyxStart } from './documented/telnyx.ts';

const FRAME = 320;
const SPEECH = (AMR_WB_FRAMES[2] as readonly Uint8Array[]).map((each) => bandwidthEfficient(each));
const typeOf = (stored: Uint8Array): number => (stored[0] ?? 0) >> 3;
const COMFORT_NOISE = bandwidthEfficient(AMR_WB_WITH_PAUSE.find((each) => typeOf(each) === 9) as Uint8Array);

/** A Telnyx line in this codec, with a clock that stands still. */
async function line(encoding: 'OPUS' | 'AMR-WB') {
  const opened = await connected('telnyx', telnyxStart(encoding, 16_000));
  let chunk = 0;
  const hear = (bytes: Uint8Array): void =>
    opened.text({
      event: 'media',
      media: { track: 'inbound', chunk: String((chunk += 1)), payload: payload([...bytes]) },
    });
  return { ...opened, hear };
}

describe('Telnyx stream with a packet codec', () => {
  it('reads 16 kHz and sends mu-law at 8 kHz', async () => {
    const [opus, amrWb] = [await openOpus(), await openAmrWb()];
    const cases = [
      ['OPUS', OPUS_PACKETS, decodedBy(opus, OPUS_PACKETS)],
      ['AMR-WB', SPEECH, decodedBy(amrWb, SPEECH)],
    ] as const;
    for (const [encoding, packets, expected] of cases) {
      const { channel, hear, audio, json, closings } = await line(encoding);
      assert.deepInclude(channel, { inputRate: 16_000, outputRate: 8_000 });
      for (const packet of packets) hear(packet);
      assert.deepEqual(audio.flat(), [...expected]);
      channel.send(Int16Array.of(0));
      assert.deepEqual([json(), closings], [[{ event: 'media', media: { payload: payload([0xff]) } }], []]);
      channel.close('done');
    }
    for (const each of [opus, amrWb]) each.close();
  });

  it('replaces a damaged packet by silence', async () => {
    const { hear, audio, closings, channel } = await line('AMR-WB');
    hear(Uint8Array.of(1, 2, 3));
    assert.deepEqual([audio, closings], [[[...new Int16Array(FRAME)]], []]);
    for (const packet of SPEECH) hear(packet);
    assert.isAbove(Math.max(...audio.flat()), 3_000);
    channel.close('done');
  });

  it('produces comfort noise while the caller pauses', async () => {
    for (const [encoding, speech, pause] of [
      ['OPUS', OPUS_PACKETS, Uint8Array.of(0x48)],
      ['AMR-WB', SPEECH, COMFORT_NOISE],
    ] as const) {
      const { hear, audio, clock, channel } = await line(encoding);
      for (const packet of speech.slice(0, 40)) {
        clock.advance(20);
        hear(packet);
      }
      // In a pause a packet comes every 160 ms.
      for (let packets = 0; packets < 10; packets += 1) {
        clock.advance(20);
        hear(pause);
        clock.advance(140);
      }
      const lengthMs = audio.flat().length / 16;
      assert.closeTo(lengthMs, clock.monotonic(), 60, encoding);
      const pending = audio.length;
      hear(speech[40] as Uint8Array);
      clock.advance(2_000);
      assert.lengthOf(audio, pending + 1, 'nothing is filled in while the caller speaks');
      channel.close('done');
      assert.equal(clock.waiting, 0);
    }
  });

  it('decodes nothing after its end', async () => {
    const { hear, audio, clock, channel } = await line('AMR-WB');
    hear(COMFORT_NOISE);
    clock.advance(1_000);
    channel.close('done');
    const pending = audio.length;
    hear(COMFORT_NOISE);
    clock.advance(1_000);
    assert.deepEqual([audio.length, clock.waiting], [pending, 0]);
  });
});
