/**
 * Evens out how audio arrives: playing starts when enough is there, or when what is there has waited long enough, and
 * then goes on without a gap until nothing is left. It knows nothing of audio devices.
 */
export class JitterBuffer {
  /** @type {Int16Array[]} */
  #chunks = [];
  #offset = 0;
  #length = 0;
  #waited = 0;
  #playing = false;
  #target;

  /** @param {number} target Samples to have before playing starts. */
  constructor(target) {
    this.#target = target;
  }

  /** @param {Int16Array} samples */
  push(samples) {
    this.#chunks.push(samples);
    this.#length += samples.length;
  }

  /** Forgets everything that was not yet read. */
  clear() {
    this.#chunks = [];
    this.#length = 0;
    this.#rest();
  }

  /**
   * Fills the whole block: with what is due, and with silence where nothing is.
   * @param {Float32Array} block
   */
  read(block) {
    block.fill(0);
    if (this.#length === 0 || !this.#isDue(block.length)) return;
    for (let at = 0; at < block.length && this.#length > 0; at++) block[at] = this.#next() / 0x8000;
    if (this.#length === 0) this.#rest();
  }

  /** @param {number} samples How much time has passed. */
  #isDue(samples) {
    this.#playing ||= this.#length >= this.#target || this.#waited >= this.#target;
    this.#waited += samples;
    return this.#playing;
  }

  #next() {
    const sample = this.#chunks[0]?.[this.#offset++] ?? 0;
    this.#length--;
    if (this.#offset === this.#chunks[0]?.length) {
      this.#chunks.shift();
      this.#offset = 0;
    }
    return sample;
  }

  #rest() {
    this.#playing = false;
    this.#waited = 0;
    this.#offset = 0;
  }
}
