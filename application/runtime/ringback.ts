import { ringbackAudio } from '../../domain/audio/ringback-tone.ts';
import type { Playout } from './playout.ts';
import { framesOf, type FrameOwner } from './speech-frame.ts';

interface RingbackParts {
  readonly playout: Pick<Playout, 'add' | 'drop'>;
  readonly outputRate: number;
  readonly now: () => number;
}

/**
 * Plays the caller a ringback tone while a transfer rings, whenever the agent is silent. Context,
 * transcript and metrics do not have it.
 */
export class Ringback {
  readonly #parts: RingbackParts;
  #to: string | null = null;
  #agentSpeaks = false;
  #playing: FrameOwner | null = null;

  constructor(parts: RingbackParts) {
    this.#parts = parts;
  }

  /** This number or SIP URI rings. Null: none rings any more. */
  ring(to: string | null): void {
    if (this.#to !== to) this.#stop();
    this.#to = to;
    this.#play();
  }

  agentSpeaks(on: boolean): void {
    this.#agentSpeaks = on;
    if (on) this.#stop();
    else this.#play();
  }

  /** Plays no more. What was sent is left to the caller's line. */
  close(): void {
    this.#to = null;
    this.#playing = null;
  }

  #play(): void {
    const { playout, outputRate, now } = this.#parts;
    if (this.#to === null || this.#agentSpeaks || this.#playing) return;
    const frames = framesOf(ringbackAudio(this.#to, outputRate), outputRate);
    let left = frames.length;
    const owner: FrameOwner = {
      onSent: () => undefined,
      onPlayed: () => {
        left -= 1;
        if (left > 0 || this.#playing !== owner) return;
        this.#playing = null;
        this.#play();
      },
    };
    this.#playing = owner;
    playout.add(
      frames.map((pcm) => ({ pcm, owner })),
      now(),
    );
  }

  #stop(): void {
    const playing = this.#playing;
    this.#playing = null;
    if (playing) this.#parts.playout.drop(new Set([playing]), this.#parts.now());
  }
}
