import { assert } from 'chai';
import { openAmrWb } from '../../../../adapters/media/codecs/amr-wb.ts';
import { amrWbFrames } from '../../../../adapters/media/codecs/amr-wb-payload.ts';
import {
  AMR_WB_BY_FFMPEG,
  AMR_WB_FRAMES,
  AMR_WB_WITH_PAUSE,
  bandwidthEfficient,
  decodedBy,
  octetAligned,
  signalToNoise,
} from './question-audio.ts';

const FRAME = 320;
const FORMATS = { 'bandwidth-efficient': bandwidthEfficient, 'octet-aligned': octetAligned };
const SPEECH = AMR_WB_FRAMES[2] as readonly Uint8Array[];
const typeOf = (frame: Uint8Array): number => (frame[0] ?? 0) >> 3;
const COMFORT_NOISE = AMR_WB_WITH_PAUSE.find((frame) => typeOf(frame) === 9) as Uint8Array;
const NOTHING = Uint8Array.of(0x7c);
const LOST = Uint8Array.of(0x70);

for (const [format, payload] of Object.entries(FORMATS))
  describe(`AMR-WB in ${format} payloads`, () => {
    it('decodes speech like FFmpeg', async () => {
      const amrWb = await openAmrWb();
      const decoded = decodedBy(
        amrWb,
        SPEECH.map((frame) => payload(frame)),
      );
      assert.lengthOf(decoded, SPEECH.length * FRAME);
      assert.isAbove(signalToNoise(decoded, AMR_WB_BY_FFMPEG), 28);
      amrWb.close();
    });

    it('decodes all nine modes', async () => {
      for (const [mode, frames] of AMR_WB_FRAMES.entries()) {
        const amrWb = await openAmrWb();
        const decoded = decodedBy(
          amrWb,
          frames.map((frame) => payload(frame)),
        );
        assert.isAbove(signalToNoise(decoded, AMR_WB_BY_FFMPEG), mode === 0 ? 10 : 13, `mode ${mode}`);
        amrWb.close();
      }
    });

    it('decodes packets of several frames like single ones', async () => {
      const [amrWb, other] = [await openAmrWb(), await openAmrWb()];
      const alone = decodedBy(
        amrWb,
        SPEECH.map((frame) => payload(frame)),
      );
      const three = Array.from({ length: 22 }, (_, at) => payload(...SPEECH.slice(3 * at, 3 * at + 3)));
      const together = decodedBy(other, three);
      assert.deepEqual([...together], [...alone.subarray(0, together.length)]);
      for (const each of [amrWb, other]) each.close();
    });

    it('reads encoded frames of every type', () => {
      for (const frame of [...AMR_WB_FRAMES.map(([first]) => first as Uint8Array), COMFORT_NOISE, NOTHING, LOST])
        assert.deepEqual(
          amrWbFrames(payload(frame)).map(({ stored }) => [...stored]),
          [[...frame]],
        );
    });

    it('pauses on comfort noise or empty frames until speech', async () => {
      const amrWb = await openAmrWb();
      const isPaused = [SPEECH[9], COMFORT_NOISE, NOTHING, SPEECH[10], LOST].map((frame) => {
        amrWb.decode(payload(frame as Uint8Array));
        return amrWb.isPaused;
      });
      assert.deepEqual(isPaused, [false, true, true, false, false]);
      assert.lengthOf(amrWb.pause(), FRAME);
      amrWb.close();
    });

    it('decodes an invalid packet as 20 ms of silence', async () => {
      const amrWb = await openAmrWb();
      const good = payload(SPEECH[20] as Uint8Array);
      const damaged = [
        ...[good.subarray(0, -1), good.subarray(0, 1), new Uint8Array(0), Uint8Array.of(...good, 0)],
        payload(Uint8Array.of(12 << 3)),
        payload(...Array.from({ length: 13 }, () => NOTHING)),
      ];
      for (const each of damaged) assert.deepEqual([...amrWb.decode(each)], [...new Int16Array(FRAME)]);
      assert.isAbove(
        signalToNoise(
          decodedBy(
            amrWb,
            SPEECH.map((frame) => payload(frame)),
          ),
          AMR_WB_BY_FFMPEG,
        ),
        20,
      );
      amrWb.close();
    });
  });

describe('AMR-WB', () => {
  it('survives any bytes and decodes at most 240 ms per packet', async () => {
    const amrWb = await openAmrWb();
    let state = 3;
    const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
    let decoded = 0;
    for (let turn = 0; turn < 3_000; turn += 1) {
      const isFrame = turn % 2 === 0;
      const type = next() % 9;
      const speech = Uint8Array.from((AMR_WB_FRAMES[type] as Uint8Array[])[4] as Uint8Array);
      for (let at = 1; at < speech.length; at += 1) speech[at] = next();
      const packet = isFrame ? octetAligned(speech) : Uint8Array.from({ length: next() }, next);
      const { length } = amrWb.decode(packet);
      assert.isTrue(length > 0 && length <= 12 * FRAME, `${length} samples`);
      decoded += Number(amrWbFrames(packet).length > 0);
    }
    assert.isAtLeast(decoded, 1_500);
    amrWb.close();
  });

  it('decodes nothing after its end', async () => {
    const amrWb = await openAmrWb();
    amrWb.close();
    amrWb.close();
    assert.lengthOf(amrWb.decode(octetAligned(SPEECH[5] as Uint8Array)), 0);
    assert.lengthOf(amrWb.pause(), 0);
  });
});
