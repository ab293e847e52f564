import { dualTone } from './dual-tone.ts';

/** What a caller hears while the other side rings: frequencies in Hz, then tones and pauses by turns, in ms. */
interface Cadence {
  readonly frequencies: readonly [number, number];
  readonly spans: readonly number[];
}

// Source: ITU-T E.180 Supplement 2, by the country of the dialled number.
const NORTH_AMERICA: Cadence = { frequencies: [440, 480], spans: [2_000, 4_000] };
const BRITAIN: Cadence = { frequencies: [400, 450], spans: [400, 200, 400, 2_000] };
/** The one that ITU-T E.180 recommends, as most of Europe has it. */
const RECOMMENDED: Cadence = { frequencies: [425, 425], spans: [1_000, 4_000] };

const BY_PREFIX: readonly (readonly [readonly string[], Cadence])[] = [
  [['+1'], NORTH_AMERICA],
  [['+44', '+61', '+64', '+353', '+852'], BRITAIN],
];

/** Amplitude of each of the two frequencies: -26 dB of full scale, far softer than speech. */
const AMPLITUDE = 0.05 * 32_767;

/** One ring and the pause after it as audio at this rate, in whole frames of 20 ms, for a dialled number or SIP URI. */
export function ringbackAudio(to: string, sampleRate: number): Int16Array {
  const { frequencies, spans } =
    BY_PREFIX.find(([prefixes]) => prefixes.some((prefix) => to.startsWith(prefix)))?.[1] ?? RECOMMENDED;
  const audio = new Int16Array((spans.reduce((sum, ms) => sum + ms, 0) * sampleRate) / 1_000);
  let at = 0;
  spans.forEach((ms, index) => {
    if (index % 2 === 0) audio.set(dualTone(frequencies, { ms, amplitude: AMPLITUDE, sampleRate }), at);
    at += (ms * sampleRate) / 1_000;
  });
  return audio;
}
