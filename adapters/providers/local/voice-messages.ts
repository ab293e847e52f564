import type { TimedWord } from '../_speech/word-alignment.ts';

/** Request to a voice worker. */
export interface SynthesisRequest {
  readonly text: string;
  readonly voice: VoiceId;
  /** Relative speed; 2 is twice as fast as normal. */
  readonly speed: number;
}

/** A request with its id. */
export type NumberedSynthesisRequest = SynthesisRequest & { readonly id: number };

/** Responses of the worker: 16 kHz audio followed by word timings, or an error. */
export type SynthesisResponse =
  | { readonly kind: 'spoken'; readonly audio: Int16Array<ArrayBuffer> }
  | { readonly kind: 'timed'; readonly id: number; readonly words: readonly TimedWord[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** Flite's voices with 16 kHz audio. */
export type VoiceId = 'kal16' | 'slt' | 'rms' | 'awb';
