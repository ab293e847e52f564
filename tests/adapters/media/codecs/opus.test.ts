import { assert } from 'chai';
import { openOpus } from '../../../../adapters/media/codecs/opus.ts';
import { decodedBy, OPUS_BY_FFMPEG, OPUS_PACKETS, OPUS_PRE_SKIP, signalToNoise } from './question-audio.ts';

const FRAME = 320;

describe('Opus', () => {
  it('decodes speech like FFmpeg, up to rounding', async () => {
    const opus = await openOpus();
    const decoded = decodedBy(opus, OPUS_PACKETS).subarray(OPUS_PRE_SKIP);
    assert.isAbove(signalToNoise(decoded, OPUS_BY_FFMPEG), 40);
    opus.close();
  });

  it('keeps a separate state per caller', async () => {
    const [one, other] = [await openOpus(), await openOpus()];
    const alone = decodedBy(one, OPUS_PACKETS);
    one.close();
    const third = await openOpus();
    const turns = OPUS_PACKETS.map((packet, at) => {
      other.decode(OPUS_PACKETS.at(-at) as Uint8Array);
      return [...third.decode(packet)];
    });
    assert.deepEqual([...alone], turns.flat());
    for (const each of [other, third]) each.close();
  });

  it('decodes an invalid packet as 20 ms of silence and continues', async () => {
    const opus = await openOpus();
    const silence = [...new Int16Array(FRAME)];
    // Code 3 without its count of frames, 63 frames of 20 ms, and a packet that no encoder writes.
    for (const damaged of [Uint8Array.of(0xff), Uint8Array.of(0xfb, 0x3f), new Uint8Array(100_000).fill(7)])
      assert.deepEqual([...opus.decode(damaged)], silence);
    assert.isAbove(Math.max(...decodedBy(opus, OPUS_PACKETS)), 3_000);
    opus.close();
  });

  it('survives any bytes and decodes at most 120 ms per packet', async () => {
    const opus = await openOpus();
    let state = 7;
    const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
    for (let turn = 0; turn < 3_000; turn += 1) {
      const packet = turn % 2 ? Uint8Array.from(OPUS_PACKETS[turn % 60] as Uint8Array) : new Uint8Array(next() + 1);
      for (let at = 0; at < packet.length; at += turn % 2 ? 9 : 1) packet[at] = next();
      const { length } = opus.decode(packet);
      assert.isTrue(length > 0 && length <= 6 * FRAME, `${length} samples`);
    }
    const fresh = await openOpus();
    assert.isAbove(signalToNoise(decodedBy(fresh, OPUS_PACKETS).subarray(OPUS_PRE_SKIP), OPUS_BY_FFMPEG), 40);
    for (const each of [opus, fresh]) each.close();
  });

  it('pauses on packets of one or two bytes until a longer one', async () => {
    const opus = await openOpus();
    decodedBy(opus, OPUS_PACKETS.slice(0, 30));
    assert.isFalse(opus.isPaused);
    for (const pause of [Uint8Array.of(0x48), Uint8Array.of(0x48, 0)]) {
      assert.isAbove(opus.decode(pause).length, 0);
      assert.isTrue(opus.isPaused);
      assert.lengthOf(opus.pause(), FRAME);
    }
    opus.decode(OPUS_PACKETS[30] as Uint8Array);
    assert.isFalse(opus.isPaused);
    opus.close();
  });

  it('decodes nothing after its end', async () => {
    const opus = await openOpus();
    opus.close();
    opus.close();
    assert.lengthOf(opus.decode(OPUS_PACKETS[5] as Uint8Array), 0);
    assert.lengthOf(opus.pause(), 0);
  });
});
