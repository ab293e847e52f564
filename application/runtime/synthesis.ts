import { Framer } from '../../domain/audio/framing.ts';
import type { WordTiming } from '../../domain/voice/played-text.ts';
import type { Clock } from '../ports/clock.ts';
import type { Resampling } from '../ports/resampler.ts';
import type { Voice } from '../ports/text-to-speech.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { steadily } from './deadline.ts';
import type { Playout } from './playout.ts';
import type { MadeFrames, Piece } from './speech.ts';
import { FRAME_MS } from './speech-frame.ts';

/** The voice's first audio, and each further piece, must come within this. In milliseconds. */
const AUDIO_WAIT_MS = 5_000;
/** Synthesis stays at most this far ahead of the caller's ear, so that a long answer does not fill the memory. */
const AHEAD_MS = 10_000;

export interface SynthesisParts {
  readonly voice: Voice;
  readonly playout: Playout;
  readonly clock: Clock;
  readonly resampling: Resampling;
  readonly outputRate: number;
}

/** Makes pieces of text audio, frame by frame into the playout. */
export class Synthesis {
  readonly #parts: SynthesisParts;
  readonly #firstAudio: (startedAt: number) => void;
  #roomMade: (() => void) | null = null;

  /** Is told when the voice answers for the first time in a speech, and when it was asked. */
  constructor(parts: SynthesisParts, firstAudio: (startedAt: number) => void) {
    this.#parts = parts;
    this.#firstAudio = firstAudio;
  }

  /**
   * Plays the piece, asking once more when the voice fails before its first sound and may be asked. Counts the frames in
   * `made`, also of a piece that breaks. Rejects with what the voice fails with.
   */
  async play(piece: Piece, made: MadeFrames): Promise<void> {
    await this.#stream(piece, made).catch((error: unknown) => {
      const mayRetry = error instanceof VendorFailure && error.retryable && made.count === 0;
      if (!mayRetry || piece.speech.abort.signal.aborted) throw error;
      return this.#stream(piece, made);
    });
  }

  /** Goes on where enough audio was ahead and some of it has been played or dropped. */
  makeRoom(): void {
    if (this.#parts.playout.waitingMs > AHEAD_MS) return;
    this.#roomMade?.();
    this.#roomMade = null;
  }

  async #stream(piece: Piece, made: MadeFrames): Promise<void> {
    const { voice, playout, clock, resampling, outputRate } = this.#parts;
    const { speech, text } = piece;
    const { signal } = speech.abort;
    const marks: WordTiming[] = (piece.marks = []);
    const sound = voice.speak(text, signal, { speech, marked: (mark) => marks.push(mark) });
    const startedAt = clock.monotonic();
    let isAnswered = speech.pieces[0] !== piece;
    const framer = new Framer((outputRate * FRAME_MS) / 1000);
    const resampler = resampling.open(voice.sampleRate, outputRate);
    const play = (pcm: Int16Array): void => {
      if (signal.aborted) return;
      made.count += 1;
      made.silences.add(pcm);
      playout.add({ pcm, owner: piece }, clock.monotonic());
    };
    try {
      for await (const chunk of steadily(clock, AUDIO_WAIT_MS, 'Speech synthesis', sound)) {
        if (signal.aborted) return;
        if (!isAnswered) this.#firstAudio(startedAt);
        isAnswered = true;
        framer.push(resampler.process(chunk), play);
        await this.#room(signal);
      }
      const last = framer.flush();
      if (last) play(last);
    } finally {
      resampler.close();
    }
  }

  /** Waits while enough audio is ahead. */
  async #room(signal: AbortSignal): Promise<void> {
    while (this.#parts.playout.waitingMs > AHEAD_MS && !signal.aborted)
      await new Promise<void>((resolve) => (this.#roomMade = resolve));
  }
}
