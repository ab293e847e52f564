import { SILENCE_DB } from './level.ts';
import type { PlayedLevels } from './played-levels.ts';

/** Longest time from playing audio to its echo, in ms: two ways through the network, and the buffers of the device. */
const DELAY_MAX_MS = 700;
/** Echo is at most this much louder than the loudest played so far and the coupling let expect, in dB. */
const MARGIN_DB = 6;
/** Of the played level, before any is known: what echo cancellers leave. */
const FIRST_COUPLING_DB = -21;
const COUPLING_MIN_DB = -60;
/** A louder echo cannot be separated from the caller by its level. */
const COUPLING_MAX_DB = -9;
/** Played audio below this has no echo that matters. */
const AUDIBLE_DB = -55;
const FRAME_MS = 20;
/** Frames after which the coupling is lowered to what returned. */
const BLOCK = 25;
const DELAY_MAX = DELAY_MAX_MS / FRAME_MS;
/** Frames that are compared with what was played, after each this many that nothing explains. */
const COMPARED = 40;
const COMPARE_EVERY = 10;
/** Frames by which the delay varies once it is known: jitter. */
const NEAR = 4;
/** Loud frames without which a comparison says nothing. */
const LOUD_MIN = 12;
/** Correlation of levels from which sound is an echo, and how far below the loudest levels count as silence. */
const IS_ECHO = 0.93;
const RANGE_DB = 20;

/**
 * Knows how loud the agent's own audio returns, and so which sound is no more than that. The coupling, caller level by
 * played level, falls when played audio returned more softly. It rises when levels of sound follow those of the played
 * audio twice with the same delay.
 */
export class EchoGuard {
  readonly #played: PlayedLevels;
  readonly #recent = new Float32Array(BLOCK + DELAY_MAX).fill(SILENCE_DB);
  #couplingDb = FIRST_COUPLING_DB;
  #delayMs = { from: 0, to: DELAY_MAX_MS };
  #frames = 0;
  #unexplained = 0;
  #found: { readonly delay: number; readonly frame: number } | null = null;

  constructor(played: PlayedLevels) {
    this.#played = played;
  }

  /** Takes the level of each frame of the caller, and returns whether it can be an echo. */
  isEcho(levelDb: number, at: number): boolean {
    this.#recent[this.#frames % this.#recent.length] = levelDb;
    this.#frames += 1;
    if (this.#frames % BLOCK === 0) this.#lower(at);
    const playedDb = this.#played.loudest(at - this.#delayMs.to, at - this.#delayMs.from);
    if (playedDb < AUDIBLE_DB) return false;
    const loudestDb = Math.max(levelDb, this.#levelAt(1), this.#levelAt(2));
    const isExplained = (): boolean => loudestDb <= playedDb + this.#couplingDb + MARGIN_DB;
    if (isExplained()) return true;
    this.#unexplained += 1;
    if (this.#unexplained % COMPARE_EVERY === 0) this.#compare(at);
    return isExplained();
  }

  /** The level of the caller this many frames ago. */
  #levelAt(age: number): number {
    return this.#recent[(this.#frames - 1 - age + this.#recent.length) % this.#recent.length]!;
  }

  /** All audio of the block before the longest delay has returned by now. */
  #lower(at: number): void {
    const until = at - DELAY_MAX_MS;
    const playedDb = this.#played.loudest(until - (BLOCK - 1) * FRAME_MS, until);
    if (playedDb < AUDIBLE_DB) return;
    const returnedDb = Math.max(COUPLING_MIN_DB, loudestOf(this.#recent) - playedDb);
    this.#couplingDb = Math.min(this.#couplingDb, (this.#couplingDb + returnedDb) / 2);
  }

  #compare(at: number): void {
    const best = this.#bestDelay(at);
    if (!best) return;
    const before = this.#found;
    if (before && this.#frames - before.frame < COMPARED) return;
    const isSame = before !== null && Math.abs(best.delay - before.delay) <= 1;
    if (isSame) {
      this.#couplingDb = Math.max(this.#couplingDb, Math.min(best.couplingDb, COUPLING_MAX_DB));
      this.#delayMs = { from: (best.delay - NEAR) * FRAME_MS, to: (best.delay + NEAR) * FRAME_MS };
    }
    this.#found = { delay: best.delay, frame: this.#frames };
  }

  /** The delay, in frames, at which the latest frames follow the played ones best. Null where they do not. */
  #bestDelay(at: number): { readonly delay: number; readonly couplingDb: number } | null {
    const levels = loudPart(Float64Array.from({ length: COMPARED }, (_, age) => this.#levelAt(age)));
    const age = (frames: number): number => at - frames * FRAME_MS;
    const played = loudPart(
      Float64Array.from({ length: COMPARED + DELAY_MAX }, (_, frames) => this.#played.at(age(frames))),
    );
    let delay: number | null = null;
    let correlation = IS_ECHO;
    for (let frames = 0; frames <= DELAY_MAX; frames += 1) {
      const found = correlationOf(levels.above, played.above, frames);
      if (found > correlation) [correlation, delay] = [found, frames];
    }
    if (delay === null) return null;
    return { delay, couplingDb: levels.loudestDb - this.#played.loudest(age(delay + COMPARED - 1), age(delay)) };
  }
}

/** Levels above the range below the loudest. */
function loudPart(levels: Float64Array): { readonly above: Float64Array; readonly loudestDb: number } {
  const loudestDb = loudestOf(levels);
  return { above: levels.map((level) => Math.max(0, level - loudestDb + RANGE_DB)), loudestDb };
}

/** Correlation of levels with those of others from this place on. 0 where one of them has too few loud frames. */
function correlationOf(levels: Float64Array, others: Float64Array, from: number): number {
  let [sum, otherSum, power, otherPower, product, loud, otherLoud] = [0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[at]!;
    const other = others[from + at]!;
    sum += level;
    otherSum += other;
    power += level * level;
    otherPower += other * other;
    product += level * other;
    if (level > RANGE_DB / 2) loud += 1;
    if (other > RANGE_DB / 2) otherLoud += 1;
  }
  const count = levels.length;
  const spread = (power - (sum * sum) / count) * (otherPower - (otherSum * otherSum) / count);
  if (Math.min(loud, otherLoud) < LOUD_MIN || spread <= 0) return 0;
  return (product - (sum * otherSum) / count) / Math.sqrt(spread);
}

function loudestOf(levels: Float32Array | Float64Array): number {
  let loudest = SILENCE_DB;
  for (const level of levels) if (level > loudest) loudest = level;
  return loudest;
}
