import { assert } from 'chai';
import { loadedRnnoise } from '../../adapters/lib/rnnoise-streams.ts';
import { rnnoiseSuppression } from '../../adapters/noise-suppression/rnnoise-suppressor.ts';
import { closeLocalSpeech } from '../../adapters/providers/local/engines.ts';
import { speexResampling } from '../../adapters/resampler/speex.ts';
import { rnnoiseVoiceActivity } from '../../adapters/voice-activity/rnnoise.ts';
import type { NoiseSuppression, NoiseSuppressor } from '../../application/ports/noise-suppression.ts';
import type { VoiceActivityDetector } from '../../application/ports/voice-activity.ts';
import { hiss, noiseSuppressionContract, type SuppressionSubject } from '../contracts/noise-suppression.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { recognised, synthesised, voiced } from '../support/speech.ts';

const WORDS = 'what are your opening hours on sunday';
let synthesis: Promise<Int16Array> | null = null;
const sentence = async (): Promise<Int16Array> => voiced(await (synthesis ??= synthesised('rms', WORDS)));

const freshPorts = async () => ({ rnnoise: await loadedRnnoise(), resampling: await speexResampling() });

/** Loaded once, as in production: each memory that is loaded has all others of the process swept. */
let loadedPorts: ReturnType<typeof freshPorts> | null = null;
const portsOf = () => (loadedPorts ??= freshPorts());

const wideband = async (suppression: NoiseSuppression | Promise<NoiseSuppression>): Promise<SuppressionSubject> => ({
  suppression: await suppression,
  speech: await sentence(),
  sampleRate: 16_000,
});

async function narrowband(): Promise<SuppressionSubject> {
  const ports = await portsOf();
  const half = ports.resampling.open(16_000, 8_000);
  const speech = half.process(await sentence());
  half.close();
  return { suppression: rnnoiseSuppression(ports), speech, sampleRate: 8_000 };
}

/** The genuine one with this difference. A spread would freeze what it detects. */
const but = (genuine: NoiseSuppressor, difference: Partial<NoiseSuppressor>): NoiseSuppressor => ({
  delayMs: genuine.delayMs,
  get isSpeech() {
    return genuine.isSpeech;
  },
  process: (pcm) => genuine.process(pcm),
  close: () => genuine.close(),
  ...difference,
});

const by = (make: (genuine: NoiseSuppressor) => NoiseSuppressor) => async (): Promise<SuppressionSubject> => {
  const genuine = rnnoiseSuppression(await portsOf());
  return wideband({ open: (rate) => make(genuine.open(rate)) });
};

/** One stream for all. */
async function shared(): Promise<SuppressionSubject> {
  const only = rnnoiseSuppression(await portsOf()).open(16_000);
  return wideband({ open: () => but(only, { close: () => undefined }) });
}

describe('noise suppression: RNNoise at 16 kHz', () =>
  keeps(noiseSuppressionContract, async () => wideband(rnnoiseSuppression(await portsOf()))));
describe('noise suppression: RNNoise at 8 kHz', () => keeps(noiseSuppressionContract, narrowband));
describe('noise suppression: the contract', () =>
  bites(
    noiseSuppressionContract,
    by((genuine) => but(genuine, { process: (pcm) => (genuine.process(pcm), pcm) })),
    by((genuine) => but(genuine, { process: (pcm) => genuine.process(pcm).map((sample) => sample / 2) })),
    by((genuine) => but(genuine, { process: (pcm) => genuine.process(pcm).subarray(1) })),
    by((genuine) => but(genuine, { delayMs: 0 })),
    by((genuine) => but(genuine, { isSpeech: true })),
    shared,
  ));

describe('RNNoise', () => {
  it('detects the same speech beside suppression as alone', async () => {
    const ports = await portsOf();
    const [suppressor, detector] = [rnnoiseSuppression(ports), rnnoiseVoiceActivity(ports)].map((each) =>
      each.open(16_000),
    ) as [NoiseSuppressor, VoiceActivityDetector];
    const noisy = hiss(48_000, 800);
    for (const [index, sample] of (await sentence()).entries()) noisy[8_000 + index]! += sample;
    const verdicts: boolean[] = [];
    for (let at = 0; at + 320 <= noisy.length; at += 320) {
      const frame = noisy.subarray(at, at + 320);
      suppressor.process(frame);
      assert.equal(suppressor.isSpeech, detector.isSpeech(frame));
      verdicts.push(suppressor.isSpeech);
    }
    assert.sameMembers([...new Set(verdicts)], [true, false]);
    suppressor.close();
    detector.close();
  });

  it('says how to repair an installation that it cannot be loaded from', async () => {
    const fault = new Error('ENOENT: rnnoise.wasm');
    const error: unknown = await loadedRnnoise(() => Promise.reject(fault)).catch((reason: unknown) => reason);
    assert.instanceOf(error, Error);
    assert.match(error.message, /@echogarden\/rnnoise-wasm: .* npm ci$/u);
    assert.equal(error.cause, fault);
  });

  it('frees what a stream used: 1,000 one after the other need no more memory than the first', async () => {
    const fresh = await freshPorts();
    const frame = hiss(320, 2_000);
    const before = fresh.rnnoise.memoryBytes;
    for (let count = 0; count < 1_000; count += 1) {
      const suppressor = rnnoiseSuppression(fresh).open(16_000);
      const detector = rnnoiseVoiceActivity(fresh).open(16_000);
      if (count % 100 === 0) assert.lengthOf(suppressor.process(frame), 320);
      if (count % 100 === 0) assert.isBoolean(detector.isSpeech(frame));
      suppressor.close();
      detector.close();
    }
    assert.equal(fresh.rnnoise.memoryBytes, before);
  });

  it('holds 1,000 streams at once in less than 32 MB', async () => {
    const rnnoise = await loadedRnnoise();
    const streams = Array.from({ length: 1_000 }, () => rnnoise.open());
    assert.isBelow(rnnoise.memoryBytes, 32 * 1_048_576);
    for (const stream of streams) stream.close();
  });

  it('lets the built-in recogniser hear words in noise that it does not hear without it', async () => {
    const speech = voiced(await synthesised('slt', WORDS));
    // Noise begins before the words, as in a call, and follows them.
    const noisy = hiss(speech.length + 22_400, 1_500);
    for (const [index, sample] of speech.entries()) noisy[16_000 + index]! += sample;
    const suppressor = rnnoiseSuppression(await portsOf()).open(16_000);
    const clear = new Int16Array(noisy.length);
    for (let at = 0; at + 320 <= noisy.length; at += 320)
      clear.set(suppressor.process(noisy.subarray(at, at + 320)), at);
    suppressor.close();
    const phrases = [WORDS, 'do you take cards or only cash', 'can we bring our dog with us'];
    assert.equal(await recognised(clear.subarray(11_200), phrases), WORDS);
    assert.notEqual(await recognised(noisy.subarray(11_200), phrases), WORDS);
  });
});
after(() => {
  loadedPorts = null;
  return closeLocalSpeech();
});
