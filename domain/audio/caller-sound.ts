import { CallerLevel, type LevelFacts } from './caller-level.ts';
import { EchoGuard } from './echo-guard.ts';
import { LevelMeter, levelDbOf } from './level.ts';
import type { PlayedLevels } from './played-levels.ts';
import { SteadyNoise } from './steady-noise.ts';

/** Frames over which levels are averaged: the gaps within syllables are shorter. */
const AVERAGED = 3;

/** A frame of 20 ms and what else is known about it. */
interface CallerFrame {
  readonly pcm: Int16Array;
  readonly isVoiced: boolean;
  readonly at: number;
  /** Whether the caller was talking before it. */
  readonly talking: boolean;
}

/** Separates the caller's sound from noise, from other voices and from the agent's echo, by its level. */
export class CallerSound {
  readonly #meter: LevelMeter;
  readonly #echo: EchoGuard;
  readonly #noise = new SteadyNoise();
  readonly #level = new CallerLevel();
  readonly #levels = new Float64Array(AVERAGED);
  #frames = 0;

  constructor(sampleRate: number, played: PlayedLevels) {
    this.#meter = new LevelMeter(sampleRate);
    this.#echo = new EchoGuard(played);
  }

  /** Whether the level of sound decides when speech ends, because noise misleads a detector of speech. */
  get isNoisy(): boolean {
    return this.#noise.isAudible;
  }

  /** Whether speech has no words, although these arrive while it lasts. */
  get isWordless(): boolean {
    return this.#level.isWordless;
  }

  /** Frames of speech right before the latest that were held back until it was known to be speech. */
  get delayedFrames(): number {
    return this.#level.delayedFrames;
  }

  factsAt(now: number): LevelFacts {
    return this.#level.factsAt(now);
  }

  /** Whether the next frame counts as the caller's speech. */
  isSpeech({ pcm, isVoiced, at, talking }: CallerFrame): boolean {
    const isEcho = this.#echo.isEcho(levelDbOf(pcm), at);
    const frameDb = this.#meter.next(pcm);
    this.#noise.add(frameDb);
    const levelDb = this.#averaged(frameDb);
    const isSound = isVoiced && !isEcho && !this.#noise.isNoise(levelDb, talking);
    return this.#level.isSpeech(levelDb, isSound, { at, talking });
  }

  /** Words of the caller arrived. */
  addWords(isFinal: boolean): void {
    this.#level.addWords(isFinal);
  }

  /** What sounds now is the background. */
  rearm(): void {
    this.#level.rearm();
  }

  #averaged(levelDb: number): number {
    this.#levels[this.#frames % AVERAGED] = 10 ** (levelDb / 10);
    this.#frames += 1;
    return 10 * Math.log10(this.#levels.reduce((sum, power) => sum + power, 0) / AVERAGED);
  }
}
