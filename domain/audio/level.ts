/** Level of silence, in dB. */
export const SILENCE_DB = -100;
const FULL_SCALE = 32_768;

/** The level of 16-bit audio, in dB relative to full scale: 0 or less. */
export function levelDbOf(pcm: Int16Array): number {
  let power = 0;
  for (let at = 0; at < pcm.length; at += 1) power += pcm[at]! * pcm[at]!;
  return decibels(power / pcm.length);
}

/** Below, noise varies most and speech has little of its power. In Hz. */
const LOW_CUT_HZ = 150;

/** Levels of one stream without its lowest frequencies: rumble and hum. */
export class LevelMeter {
  readonly #factor: number;
  #input = 0;
  #output = 0;

  constructor(sampleRate: number) {
    this.#factor = Math.exp((-2 * Math.PI * LOW_CUT_HZ) / sampleRate);
  }

  /** The level of the next frame, as `levelDbOf`. */
  next(pcm: Int16Array): number {
    let power = 0;
    for (let at = 0; at < pcm.length; at += 1) {
      const sample = pcm[at]!;
      this.#output = this.#factor * (this.#output + sample - this.#input);
      this.#input = sample;
      power += this.#output * this.#output;
    }
    return decibels(power / pcm.length);
  }
}

function decibels(power: number): number {
  return power > 0 ? Math.max(SILENCE_DB, 10 * Math.log10(power / FULL_SCALE ** 2)) : SILENCE_DB;
}
