import { DTMF_COLUMNS, DTMF_KEYS, DTMF_ROWS } from './dtmf-tones.ts';
import { meanSquare, powerOf } from './tone-power.ts';

/** Audio that is judged at once, in ms. */
const WINDOW_MS = 20;
/** Windows that a key needs: ITU-T Q.24 has receivers accept 40 ms at most. */
const WINDOWS_MIN = 2;
/** Power of a tone, relative to full scale: -33 dB. */
const POWER_MIN = 0.0005;
/** How far a tone is above the other frequencies of its group: 6 dB. */
const DOMINANCE = 4;
/** Share of all power that the two tones have: speech has more frequencies. */
const PURITY = 0.6;

/** Finds the tones of keys in a stream of audio, by the Goertzel algorithm. */
export class DtmfDetector {
  readonly #sampleRate: number;
  readonly #window: Int16Array;
  #filled = 0;
  #key = '';
  #windows = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#window = new Int16Array((sampleRate * WINDOW_MS) / 1_000);
  }

  /** Adds audio of any length. Answers the keys that it completes; a key that is held counts once. */
  push(pcm: Int16Array): string {
    let keys = '';
    for (let at = 0; at < pcm.length;) {
      const part = pcm.subarray(at, at + this.#window.length - this.#filled);
      this.#window.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < this.#window.length) break;
      this.#filled = 0;
      keys += this.#judge();
    }
    return keys;
  }

  #judge(): string {
    const row = this.#strongest(DTMF_ROWS);
    const column = this.#strongest(DTMF_COLUMNS);
    const isPure = 2 * (row.power + column.power) > PURITY * meanSquare(this.#window);
    const key = (isPure && DTMF_KEYS[row.index]?.[column.index]) || '';
    this.#windows = key === this.#key ? this.#windows + 1 : 1;
    this.#key = key;
    return this.#windows === WINDOWS_MIN ? key : '';
  }

  /** The frequency that stands out. Its index is -1 if none does. */
  #strongest(frequencies: readonly number[]): { readonly index: number; readonly power: number } {
    const powers = frequencies.map((hertz) => powerOf(this.#window, hertz, this.#sampleRate));
    const power = Math.max(...powers);
    const best = powers.indexOf(power);
    const isClear = powers.every((each, index) => index === best || each * DOMINANCE < power);
    return { index: power > POWER_MIN && isClear ? best : -1, power };
  }
}
