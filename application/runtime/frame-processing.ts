import type { NoiseSuppression, NoiseSuppressor } from '../ports/noise-suppression.ts';
import type { VoiceActivity, VoiceActivityDetector } from '../ports/voice-activity.ts';
import { FRAME_MS } from './speech-frame.ts';

export interface FrameProcessingParts {
  /** `suppressor`: the noise suppressor detects speech too, so that a network that does both runs once. */
  readonly voiceActivity: VoiceActivity | 'suppressor';
  /** Absent: the transcription gets the audio as it arrives. */
  readonly noiseSuppression?: NoiseSuppression | undefined;
}

interface ProcessedFrame {
  readonly isVoiced: boolean;
  /** What the transcription gets. */
  readonly pcm: Int16Array;
}

/** Voice activity and noise suppression of one caller. */
export class FrameProcessing {
  readonly #detector: VoiceActivityDetector | null;
  readonly #suppressor: NoiseSuppressor | null;
  readonly #silence: Int16Array;
  /** Frames that are still silence, because what the suppressor returns had entered while the caller was muted. */
  #mutedFrames = 0;

  constructor({ voiceActivity, noiseSuppression }: FrameProcessingParts, sampleRate: number) {
    this.#suppressor = noiseSuppression?.open(sampleRate) ?? null;
    this.#detector = voiceActivity === 'suppressor' ? null : voiceActivity.open(sampleRate);
    this.#silence = new Int16Array((sampleRate * FRAME_MS) / 1_000);
  }

  /** How long after its end audio still counts as speech, in ms. */
  get lagMs(): number {
    return this.#detector?.lagMs ?? 0;
  }

  /** How much later audio reaches the transcription than it arrives, in ms. */
  get delayMs(): number {
    return this.#suppressor?.delayMs ?? 0;
  }

  process(frame: Int16Array, isMuted: boolean): ProcessedFrame {
    // Muted frames are processed too: levels are followed, and the suppressor keeps its estimate of the noise.
    const suppressed = this.#suppressor?.process(frame) ?? frame;
    const isVoiced = this.#detector ? this.#detector.isSpeech(frame) : this.#suppressor?.isSpeech === true;
    return { isVoiced, pcm: this.#isSilent(isMuted) ? this.#silence : suppressed };
  }

  close(): void {
    this.#detector?.close();
    this.#suppressor?.close();
  }

  #isSilent(isMuted: boolean): boolean {
    const isSilent = isMuted || this.#mutedFrames > 0;
    this.#mutedFrames = isMuted ? Math.ceil(this.delayMs / FRAME_MS) : Math.max(0, this.#mutedFrames - 1);
    return isSilent;
  }
}
