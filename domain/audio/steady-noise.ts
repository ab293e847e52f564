import { SILENCE_DB } from './level.ts';

/** Latest frames that show whether sound is steady, and how often. At the start of a call fewer must do. */
const WINDOW = 40;
const CHECK_EVERY = 10;
/** Sound that varies less is noise: speech varies by 20 dB. In dB. */
const SPREAD_MAX_DB = 4;
/** Softer noise is that of every quiet line. */
const AUDIBLE_DB = -60;
/** Speech is this much above the noise: its start, and what follows. In dB. */
const START_DB = 3;
const CONTINUE_DB = 2;
/** Noise is gone after this many frames that are so far below it, in dB. Digital silence may be a lost packet. */
const GONE_FRAMES = 2;
const GONE_DB = 6;

/**
 * Finds noise with a steady level, for example of a fan or a car, and how loud speech over it is at least. Sound that is
 * there from the start of the call can be noise until it shows that it is not.
 */
export class SteadyNoise {
  readonly #recent = new Float32Array(WINDOW).fill(SILENCE_DB);
  #frames = 0;
  #softFrames = 0;
  #noiseDb: number | null = null;

  /** Whether there is noise, so that the level decides when speech ends. */
  get isAudible(): boolean {
    return this.#noiseDb !== null && this.#noiseDb > AUDIBLE_DB;
  }

  /** Takes the level of each frame of 20 ms. */
  add(levelDb: number): void {
    this.#recent[this.#frames % WINDOW] = levelDb;
    this.#frames += 1;
    if (levelDb < AUDIBLE_DB) this.#noiseDb ??= SILENCE_DB;
    if (this.#frames % CHECK_EVERY === 0) this.#check();
    if (levelDb > SILENCE_DB) this.#followGone(levelDb);
  }

  /** What speaks over noise is never below it, so sound below it is all that is left. */
  #followGone(levelDb: number): void {
    this.#softFrames = this.#noiseDb !== null && levelDb < this.#noiseDb - GONE_DB ? this.#softFrames + 1 : 0;
    if (this.#softFrames >= GONE_FRAMES) this.#noiseDb = levelDb;
  }

  /** Whether this level of the latest frames is noise, while the caller is talking or not. */
  isNoise(levelDb: number, talking: boolean): boolean {
    if (levelDb < AUDIBLE_DB) return false;
    return this.#noiseDb === null || levelDb < this.#noiseDb + (talking ? CONTINUE_DB : START_DB);
  }

  #check(): void {
    const recent = this.#recent.subarray(0, this.#frames);
    const [min, max] = [Math.min(...recent), Math.max(...recent)];
    const before = this.#noiseDb ?? SILENCE_DB;
    const isSteady = max - min <= SPREAD_MAX_DB;
    const isSofter = max < before + CONTINUE_DB;
    this.#noiseDb = isSteady || isSofter ? recent.reduce((sum, level) => sum + level, 0) / recent.length : before;
  }
}
