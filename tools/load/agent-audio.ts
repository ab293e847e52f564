/** Longest silence between two frames that is a gap; a longer one is a pause between two speeches. In milliseconds. */
const GAP_MAX_MS = 1_000;
/** Frames closer to their moment than this are in time: timers and networks are not more exact. In milliseconds. */
const EXACTNESS_MS = 5;

export interface AgentAudioListener {
  /** How much later a frame came than the steady pace of its speech. */
  delayed(ms: number): void;
  /** A player without a buffer had nothing to play for this time, within a speech. */
  gap(ms: number): void;
}

/**
 * The pace of an agent's audio at a player that starts with the first frame of a speech. Agents send ahead of playout, as
 * far as they like: the pace is that of the frames which came earliest for their place in the speech.
 */
export class AgentAudio {
  readonly #listener: AgentAudioListener;
  #playedUntil = -Infinity;
  /** Audio of this speech so far, and the earliest arrival of a frame before its place in it. */
  #positionMs = 0;
  #earliest = Infinity;

  constructor(listener: AgentAudioListener) {
    this.#listener = listener;
  }

  /** Until when what arrived so far is played. */
  get playedUntil(): number {
    return this.#playedUntil;
  }

  /** A frame of this length in milliseconds arrived. */
  arrived(now: number, ms: number): void {
    const dryMs = now - this.#playedUntil;
    const isDry = dryMs > EXACTNESS_MS;
    const isGap = isDry && this.#positionMs > 0 && dryMs <= GAP_MAX_MS;
    if (isGap) this.#listener.gap(dryMs);
    if (isDry && !isGap) this.#resetPace();
    const arrival = now - this.#positionMs;
    this.#earliest = Math.min(this.#earliest, arrival);
    this.#listener.delayed(arrival - this.#earliest);
    // After a gap a player starts again, and later frames have all the time that it waited.
    if (isGap) this.#resetPace();
    this.#positionMs += ms;
    this.#playedUntil = Math.max(this.#playedUntil, now) + ms;
  }

  /** What was not played yet is discarded, or the caller speaks: what arrives next is another speech. */
  restart(now: number): void {
    this.#playedUntil = Math.min(this.#playedUntil, now);
    this.#resetPace();
  }

  #resetPace(): void {
    this.#positionMs = 0;
    this.#earliest = Infinity;
  }
}
