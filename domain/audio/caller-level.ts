import { SILENCE_DB } from './level.ts';

/** Sound below this is that of every quiet line. */
const AUDIBLE_DB = -60;
/** Near speech starts this much above the background and continues down to the second value. In dB. */
const START_DB = 1.5;
const CONTINUE_DB = 0.75;
/** Frames of such a level that start it. */
const START_FRAMES = 3;
/** Length of lower levels from which the caller has stopped, in ms: gaps within words are shorter. */
const FADED_MS = 100;
/** Share of a background's frames that are below its level, and how that level follows them, in dB for each frame. */
const RISE_DB = 0.49;
const FALL_DB = 0.01;
/** A caller whose usual level is this much above the background is not expected below it. In dB. */
const SEPARATE_DB = 8;
/** Share of the difference by which the usual level follows each sign of words. */
const FOLLOW = 0.2;
/** Latest frames that words belong to, and those that are the background when the caller has stopped. */
const WINDOW = 50;
const AFTER_STOP = 15;
/** Frames of silence after which sound is new. */
const QUIET_FRAMES = 10;
/** Seconds for which the loudest level of a background is known. */
const PEAKS = 8;
/** Near speech without words becomes the background after this many frames. */
const WORDLESS_FRAMES = 125;

/** As `CallerLevelFacts` of a conversation. */
export interface LevelFacts {
  readonly isTrusted: boolean;
  readonly hasGate: boolean;
  readonly fadedSince: number | null;
}

/**
 * Knows the usual level of this caller and that of other sound on the line, and so which sound is near speech. The
 * background is what sounds while the caller is silent, what continues after words, and what a call begins with, until
 * words show otherwise.
 */
export class CallerLevel {
  readonly #recent = new Float32Array(WINDOW).fill(SILENCE_DB);
  #frames = 0;
  /** Null until the line was quiet once or the first sound lasted. */
  #backgroundDb: number | null = null;
  #beforeDb: readonly number[] = [];
  #peaks: readonly number[] = [];
  /** Of the last speech that ended. */
  #speechDb: number | null = null;
  #usualDb: number | null = null;
  #quietFrames = 0;
  #loudFrames = 0;
  #soundFrames = 0;
  /** By how much the background rose with the latest loud frames, and with those that became near speech. In dB. */
  #riseDb = 0;
  #onsetRiseDb = 0;
  #delayedFrames = 0;
  #isNear = false;
  #hasWords = false;
  #loudAt = 0;

  /** Near: at once. Faded: since when the level was lower. */
  factsAt(now: number): LevelFacts {
    const hasGate = this.#backgroundDb === null || this.#backgroundDb > AUDIBLE_DB;
    if (!hasGate) return { isTrusted: true, hasGate, fadedSince: null };
    const isFaded = this.#isNear && now - this.#loudAt > FADED_MS;
    return { isTrusted: this.#isNear && !isFaded, hasGate, fadedSince: isFaded ? this.#loudAt : null };
  }

  /** Takes a frame, and returns whether its sound counts as speech. `levelDb` is averaged over some frames. */
  isSpeech(levelDb: number, isSound: boolean, { at, talking }: { at: number; talking: boolean }): boolean {
    this.#recent[this.#frames % WINDOW] = levelDb;
    this.#frames += 1;
    this.#quietFrames = isSound ? 0 : this.#quietFrames + 1;
    if (this.#quietFrames === QUIET_FRAMES && this.#backgroundDb === null) this.#learn(QUIET_FRAMES);
    if (!talking && this.#soundFrames > 0) this.#restart();
    this.#soundFrames = talking ? this.#soundFrames + 1 : 0;
    this.#follow(levelDb);
    this.#trust(levelDb, isSound, { at, talking });
    const isSpeech = isSound && (this.#isNear || !this.#isSeparate());
    if (!isSpeech) this.#delayedFrames = this.#loudFrames;
    return isSpeech;
  }

  /** Loud frames right before the latest speech that did not count as speech until the following were as loud. */
  get delayedFrames(): number {
    return this.#delayedFrames;
  }

  /** Whether sound that counts as speech has no words, although these arrive while it lasts. */
  get isWordless(): boolean {
    const wasTrusted = this.#isNear || !this.factsAt(0).hasGate;
    return wasTrusted && !this.#hasWords && this.#soundFrames >= WORDLESS_FRAMES;
  }

  /** Words of the caller arrived: while they are spoken, or with the end of their utterance. */
  addWords(isFinal: boolean): void {
    const speechDb = (isFinal ? this.#speechDb : null) ?? this.#percentile(WINDOW, 0.85);
    this.#usualDb = this.#usualDb === null ? speechDb : this.#usualDb + FOLLOW * (speechDb - this.#usualDb);
    // The sound of the words was not the background.
    if (this.#backgroundDb !== null) this.#backgroundDb -= this.#onsetRiseDb;
    this.#onsetRiseDb = 0;
    if (isFinal) return;
    this.#hasWords = true;
    if (this.#backgroundDb !== null) this.#backgroundDb = Math.min(this.#backgroundDb, this.#beforeDb[0] ?? 0);
  }

  /** The caller has stopped: what still sounds is the background. */
  rearm(): void {
    this.#learn(AFTER_STOP);
    this.#isNear = false;
    this.#loudFrames = 0;
    this.#restart();
  }

  #restart(): void {
    this.#speechDb = this.#percentile(WINDOW, 0.85);
    this.#soundFrames = 0;
    this.#hasWords = false;
  }

  #isSeparate(): boolean {
    if (this.#backgroundDb === null || this.#backgroundDb <= AUDIBLE_DB || this.#usualDb === null) return false;
    return this.#usualDb - this.#backgroundDb >= SEPARATE_DB;
  }

  /** Follows the background: the level that 98 % of its frames do not exceed. */
  #follow(levelDb: number): void {
    if (this.#frames % WINDOW === 0) this.#limit();
    const backgroundDb = this.#backgroundDb;
    if (backgroundDb === null) {
      if (this.#soundFrames >= WINDOW && !this.#hasWords) this.#learn(WINDOW);
    } else if (levelDb <= backgroundDb) {
      this.#backgroundDb = Math.max(levelDb, backgroundDb - FALL_DB);
    } else if (!this.#isNear && !this.#hasWords) {
      const riseDb = Math.min(levelDb - backgroundDb, RISE_DB);
      this.#backgroundDb = backgroundDb + riseDb;
      this.#riseDb += riseDb;
    }
  }

  /** Every second. A background is not louder than what was there lately. */
  #limit(): void {
    this.#peaks = [...this.#peaks.slice(1 - PEAKS), this.#percentile(WINDOW, 0.95)];
    if (this.#backgroundDb === null) return;
    if (this.#peaks.length === PEAKS) this.#backgroundDb = Math.min(this.#backgroundDb, Math.max(...this.#peaks) + 1);
    this.#beforeDb = [...this.#beforeDb.slice(-1), this.#backgroundDb];
  }

  #trust(levelDb: number, isSound: boolean, { at, talking }: { at: number; talking: boolean }): void {
    const aboveDb = isSound ? levelDb - (this.#backgroundDb ?? 0) : -Infinity;
    this.#loudFrames = aboveDb >= START_DB ? this.#loudFrames + 1 : 0;
    if (aboveDb >= CONTINUE_DB) this.#loudAt = at;
    if (this.#loudFrames === 0) this.#riseDb = 0;
    if (!talking && this.#loudFrames === 0) this.#isNear = false;
    if (this.#isNear || this.#loudFrames < START_FRAMES) return;
    this.#soundFrames = 0;
    this.#onsetRiseDb = this.#riseDb;
    this.#isNear = true;
  }

  #learn(frames: number): void {
    const levelDb = this.#percentile(Math.min(frames, this.#frames), 0.95);
    this.#backgroundDb = Math.max(this.#backgroundDb ?? SILENCE_DB, levelDb);
  }

  /** Of the levels of the latest frames. */
  #percentile(frames: number, share: number): number {
    const levels = Array.from(
      { length: frames },
      (_, age) => this.#recent[(this.#frames - 1 - age + WINDOW) % WINDOW]!,
    );
    return levels.toSorted((one, other) => one - other)[Math.floor(share * (frames - 1))] ?? SILENCE_DB;
  }
}
