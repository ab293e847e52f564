import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { wavHeader } from '../../../domain/audio/wav.ts';
import { decodeFrame } from '../../../adapters/media/protocols/pipecat-frames.ts';
import { decodeMulaw } from '../../../domain/audio/mulaw.ts';
import { browserSpeech, carrierSpeech } from '../../../tools/load/prepared-speech.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { errorText } from '../../support/refusals.ts';

/** A WAV file with a tone between silences. In milliseconds. */
async function toneFile(sampleRate: number, { before = 0, tone = 0, after = 0 }): Promise<string> {
  const samplesIn = (ms: number): number => (ms * sampleRate) / 1000;
  const samples = new Int16Array(samplesIn(before + tone + after));
  for (let at = 0; at < samplesIn(tone); at += 1)
    samples[samplesIn(before) + at] = 8_000 * Math.sin((2 * Math.PI * 440 * at) / sampleRate);
  const bytes = Buffer.from(samples.buffer);
  const path = join(await temporaryDirectory(), 'tone.wav');
  await writeFile(path, Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: bytes.length }), bytes]));
  return path;
}

const isLoud = (sample: number): boolean => Math.abs(sample) > 200;
describe('what simulated callers say', () => {
  it('begins and ends with its first and last audible sample, in frames of a browser', async () => {
    const file = await toneFile(16_000, { before: 500, tone: 250, after: 700 });
    const { utterances, silence } = await browserSpeech({ texts: [], files: [file] });
    assert.lengthOf(utterances[0]!, 13);
    const frames = [...utterances[0]!, silence].map((frame) => {
      const decoded = decodeFrame(frame);
      assert.deepInclude(decoded, { type: 'audio', sampleRate: 16_000, channels: 1 });
      return (decoded as { pcm: Int16Array }).pcm;
    });
    assert.isTrue(frames.every(({ length }) => length === 320));
    assert.isTrue(frames[12]!.slice(-20).some(isLoud));
    assert.isFalse(frames[0]!.slice(0, 100).some(isLoud));
    assert.isFalse(frames[13]!.some(isLoud));
  });

  it('is mu-law at 8 kHz for carriers, whatever the rate of the recording', async () => {
    const file = await toneFile(44_100, { tone: 200 });
    const { utterances, silence } = await carrierSpeech({ texts: [], files: [file, file] });
    assert.lengthOf(utterances, 2);
    assert.approximately(utterances[0]!.length, 10, 1);
    const frames = [...utterances[0]!, silence].map((payload) => decodeMulaw(Buffer.from(payload, 'base64')));
    assert.isTrue(frames.every(({ length }) => length === 160));
    assert.isTrue(frames[5]!.some(isLoud));
  });

  it('is refused when it is silent, too long or no WAV file', async () => {
    const of = async (path: Promise<string>) => errorText(browserSpeech({ texts: [], files: [await path] }));
    assert.match(await of(toneFile(8_000, { before: 300 })), /tone\.wav is silent$/);
    assert.match(await of(toneFile(8_000, { tone: 61_000 })), /is longer than 60 seconds$/);
    assert.match(await of(Promise.resolve(import.meta.filename)), /is not a WAV file/);
  });
});
