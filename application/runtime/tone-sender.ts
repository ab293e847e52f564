import { dtmfAudio } from '../../domain/audio/dtmf-tones.ts';
import { framesOf, type FrameOwner, type SpeechFrame } from './speech-frame.ts';

interface ToneSenderParts {
  readonly playout: { add(frames: readonly SpeechFrame[], now: number): void };
  readonly outputRate: number;
  readonly now: () => number;
}

interface ToneJob {
  readonly keys: string;
  readonly done: (isPlayed: boolean) => void;
}

/**
 * Sends keys as tones within the agent's audio, which every carrier transports. Tones are played after the agent's words:
 * between them a word would be cut in two.
 */
export class ToneSender {
  readonly #parts: ToneSenderParts;
  readonly #queue: ToneJob[] = [];
  #playing: ToneJob | null = null;
  #agentSpeaks = false;

  constructor(parts: ToneSenderParts) {
    this.#parts = parts;
  }

  /** Whether tones are playing. A pause within one would make two of it. */
  get isSending(): boolean {
    return this.#playing !== null;
  }

  /** Resolves when the tones were played: false if the call ended before. Never rejects. */
  send(keys: string): Promise<boolean> {
    return new Promise((done) => {
      this.#queue.push({ keys, done });
      this.#playNext();
    });
  }

  agentSpeaks(on: boolean): void {
    this.#agentSpeaks = on;
    this.#playNext();
  }

  /** No tones are played any more. */
  close(): void {
    const open = [...(this.#playing ? [this.#playing] : []), ...this.#queue.splice(0)];
    this.#playing = null;
    this.#agentSpeaks = true;
    for (const { done } of open) done(false);
  }

  #playNext(): void {
    if (this.#agentSpeaks || this.#playing) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#playing = next;
    const { outputRate } = this.#parts;
    const frames = framesOf(dtmfAudio(next.keys, outputRate), outputRate);
    let left = frames.length;
    const owner: FrameOwner = {
      onSent: () => undefined,
      onPlayed: () => {
        left -= 1;
        if (left === 0) this.#onPlayed(next);
      },
    };
    const { playout, now } = this.#parts;
    playout.add(
      frames.map((pcm) => ({ pcm, owner })),
      now(),
    );
  }

  #onPlayed(job: ToneJob): void {
    if (this.#playing !== job) return;
    this.#playing = null;
    job.done(true);
    this.#playNext();
  }
}
