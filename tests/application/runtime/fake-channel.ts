import type { Clock } from '../../../application/ports/clock.ts';
import type { MediaChannel, MediaListener } from '../../../application/ports/media-channel.ts';
import type { NoiseSuppression } from '../../../application/ports/noise-suppression.ts';
import type { Resampling } from '../../../application/ports/resampler.ts';
import type { VoiceActivity } from '../../../application/ports/voice-activity.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';

/** Levels of the caller and of the agent, which identify them in a recording. */
export const CALLER_LEVEL = 3_000;
export const AGENT_LEVEL = 6_000;

/** Audio of one level for a number of milliseconds. */
export const tone = (ms: number, level: number, rate = 16_000): Int16Array =>
  new Int16Array((ms * rate) / 1000).fill(level);

/** A fake media channel: it keeps sent messages with their time and plays audio by the clock. */
export class FakeChannel implements MediaChannel {
  readonly inputRate: number;
  readonly outputRate: number;
  readonly sendAheadMs: number;
  readonly messageMs: number;
  readonly reportsPlayout: boolean;
  readonly marks: { at: number; id: string; behind: number }[] = [];
  readonly frames: { at: number; pcm: Int16Array }[] = [];
  readonly clears: number[] = [];
  readonly events: ConversationEvent[] = [];
  readonly closedWith: string[] = [];
  isReady: Promise<boolean> = Promise.resolve(true);
  listener: MediaListener | null = null;
  readonly #clock: Clock;

  constructor(
    clock: Clock,
    { sendAheadMs = 60, messageMs = 20, inputRate = 16_000, outputRate = 16_000, reportsPlayout = false } = {},
  ) {
    this.#clock = clock;
    this.sendAheadMs = sendAheadMs;
    this.messageMs = messageMs;
    this.inputRate = inputRate;
    this.outputRate = outputRate;
    this.reportsPlayout = reportsPlayout;
  }

  listen(listener: MediaListener): void {
    this.listener = listener;
  }

  ready(): Promise<boolean> {
    return this.isReady;
  }

  send(pcm: Int16Array): void {
    this.frames.push({ at: this.#clock.monotonic(), pcm });
  }

  mark(id: string): void {
    this.marks.push({ at: this.#clock.monotonic(), id, behind: this.frames.length });
  }

  clear(): void {
    this.clears.push(this.#clock.monotonic());
  }

  sendEvent(event: ConversationEvent): void {
    this.events.push(event);
  }

  close(reason: string): void {
    this.closedWith.push(reason);
    this.leaves(reason);
  }

  /** The caller disconnects. */
  leaves(reason = 'gone'): void {
    const { listener } = this;
    this.listener = null;
    listener?.closed(reason);
  }

  /** Sends a 20 ms frame every 20 ms: speech within these spans (in ms from now), else silence. */
  streams(...talks: readonly (readonly [from: number, to: number])[]): void {
    const startedAt = this.#clock.monotonic();
    const next = (): void => {
      const now = this.#clock.monotonic() - startedAt;
      const isTalking = talks.some(([from, to]) => now > from && now <= to);
      this.listener?.audio(tone(20, isTalking ? CALLER_LEVEL : 0, this.inputRate));
      if (this.listener) this.#clock.after(20, next);
    };
    this.#clock.after(20, next);
  }
}

/** VAD by level. */
export const fakeVoiceActivity: VoiceActivity = {
  open: () => ({ lagMs: 0, isSpeech: (pcm) => (pcm[0] ?? 0) > 1_000, close: () => undefined }),
};

/** Halves every sample, so that the audio shows whether it was suppressed. Detects speech by level. */
export const fakeNoiseSuppression: NoiseSuppression = {
  open() {
    let isSpeech = false;
    return {
      delayMs: 15,
      get isSpeech() {
        return isSpeech;
      },
      process(pcm) {
        isSpeech = (pcm[0] ?? 0) > 1_000;
        return pcm.map((sample) => sample / 2);
      },
      close: () => undefined,
    };
  },
};

/** Resamples by repeating or dropping samples, which is enough for tones. */
export const fakeResampling: Resampling = {
  open: (from, to) => ({
    process: (pcm) =>
      from === to
        ? pcm
        : Int16Array.from(
            { length: Math.round((pcm.length * to) / from) },
            (_, index) => pcm[Math.floor((index * from) / to)] ?? 0,
          ),
    close: () => undefined,
  }),
};
