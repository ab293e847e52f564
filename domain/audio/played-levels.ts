import { SILENCE_DB } from './level.ts';

const SLOT_MS = 20;
const SLOTS = 128;

/** Levels of the agent's audio by the time at which it plays, over about two seconds. */
export class PlayedLevels {
  readonly #levels = new Float32Array(SLOTS);
  /** The slot of time each place is for: it is used again and again. */
  readonly #slots = new Float64Array(SLOTS).fill(-1);

  /** 20 ms of audio play from this time on. */
  play(levelDb: number, at: number): void {
    const slot = slotOf(at);
    this.#levels[slot % SLOTS] = levelDb;
    this.#slots[slot % SLOTS] = slot;
  }

  /** What was to play from this time on does not play. */
  cut(at: number): void {
    const from = slotOf(at);
    for (let place = 0; place < SLOTS; place += 1) if (this.#slots[place]! >= from) this.#slots[place] = -1;
  }

  at(time: number): number {
    return this.#levelOf(slotOf(time));
  }

  /** The loudest 20 ms of the time before, both ends included. */
  loudest(from: number, to: number): number {
    let loudest = SILENCE_DB;
    for (let slot = Math.max(0, slotOf(from)); slot <= slotOf(to); slot += 1)
      loudest = Math.max(loudest, this.#levelOf(slot));
    return loudest;
  }

  #levelOf(slot: number): number {
    const place = slot % SLOTS;
    return this.#slots[place] === slot ? this.#levels[place]! : SILENCE_DB;
  }
}

const slotOf = (at: number): number => Math.round(at / SLOT_MS);
