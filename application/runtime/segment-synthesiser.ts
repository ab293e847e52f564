import { Framer } from '../../domain/audio/framing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Resampler, Resampling } from '../ports/resampler.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import type { SpeechSegment } from './agent-speech.ts';
import type { Playout } from './playout.ts';
import { FRAME_MS } from './speech-frame.ts';

/** Most audio synthesised ahead of playout, in ms, to bound the memory of a long answer. */
const SYNTHESIS_AHEAD_MAX_MS = 10_000;

export interface SynthesiserParts {
  readonly synthesiser: SpeechSynthesiser;
  readonly playout: Playout;
  readonly clock: Clock;
  readonly resampling: Resampling;
  readonly outputRate: number;
  /** Whether the recording gets silence instead of this text. Absent: never. */
  readonly isPrivate?: (text: string) => boolean;
}

/** Synthesises segments into frames for playout. */
export class SegmentSynthesiser {
  readonly #parts: SynthesiserParts;
  readonly #firstAudio: (startedAt: number) => void;
  #resume: (() => void) | null = null;

  /** `firstAudio` receives when the speech's first audio was requested, once it arrives. */
  constructor(parts: SynthesiserParts, firstAudio: (startedAt: number) => void) {
    this.#parts = parts;
    this.#firstAudio = firstAudio;
  }

  /**
   * Synthesises the segment into the playout. Retries once if the vendor fails before the first frame with a retryable
   * error. Rejects with the vendor's error.
   */
  async play(segment: SpeechSegment): Promise<void> {
    await this.#stream(segment).catch((error: unknown) => {
      const mayRetry = error instanceof VendorFailure && error.retryable && segment.frames === 0;
      if (!mayRetry || segment.speech.signal.aborted) throw error;
      return this.#stream(segment);
    });
  }

  /** Resumes synthesis once enough of the audio was played or discarded. */
  resumeIfDrained(): void {
    if (this.#parts.playout.waitingMs > SYNTHESIS_AHEAD_MAX_MS) return;
    this.#resume?.();
    this.#resume = null;
  }

  async #stream(segment: SpeechSegment): Promise<void> {
    const { synthesiser, playout, clock, resampling, outputRate } = this.#parts;
    const { speech, text } = segment;
    const { signal } = speech;
    const audio = synthesiser.synthesise(text, signal, { speech, onWordTiming: segment.startAttempt() });
    const startedAt = clock.monotonic();
    let hasAudio = segment.part > 0;
    const framer = new Framer((outputRate * FRAME_MS) / 1000);
    // The first chunk shows which voice speaks, and at which rate.
    let resampler: Resampler | null = null;
    const play = (frames: readonly Int16Array[]): void => {
      if (signal.aborted) return;
      for (const pcm of frames) segment.addFrame(pcm);
      playout.add(
        frames.map((pcm) => ({ pcm, owner: segment })),
        clock.monotonic(),
      );
    };
    try {
      for await (const chunk of audio) {
        if (signal.aborted) return;
        if (!hasAudio) this.#firstAudio(startedAt);
        hasAudio = true;
        resampler ??= resampling.open(synthesiser.sampleRate, outputRate);
        const frames: Int16Array[] = [];
        framer.push(resampler.process(chunk), (frame) => frames.push(frame));
        play(frames);
        await this.#waitUntilDrained(signal);
      }
      const last = framer.flush();
      if (last) play([last]);
    } finally {
      resampler?.close();
    }
  }

  /** Waits while the playout is full. */
  async #waitUntilDrained(signal: AbortSignal): Promise<void> {
    while (this.#parts.playout.waitingMs > SYNTHESIS_AHEAD_MAX_MS && !signal.aborted)
      await new Promise<void>((resolve) => (this.#resume = resolve));
  }
}
