/** What is quieter than this shows as nothing. In decibels below full scale. */
const FLOOR = -55;
/** How much of a level is left after one frame, so that the meter falls softly. */
const FALL = 0.82;

/**
 * How loud a frame is, from 0 for silence to 1 for as loud as can be, in steps that ears take for equal.
 * @param {Int16Array} pcm
 */
function loudness(pcm) {
  const power = pcm.reduce((sum, sample) => sum + (sample / 0x8000) ** 2, 0) / Math.max(1, pcm.length);
  return Math.max(0, 1 - (10 * Math.log10(power + 1e-12)) / FLOOR);
}

/** Shows how loud somebody is, frame by frame: the element's `--level`, and its value when it is a meter. */
export class Level {
  #element;
  #value = 0;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {Int16Array} pcm */
  show(pcm) {
    this.#set(Math.max(loudness(pcm), this.#value * FALL));
  }

  clear() {
    this.#set(0);
  }

  /** @param {number} value */
  #set(value) {
    this.#value = value;
    this.#element.style.setProperty('--level', value.toFixed(3));
    if (this.#element.role === 'meter') this.#element.ariaValueNow = String(Math.round(value * 100));
  }
}
