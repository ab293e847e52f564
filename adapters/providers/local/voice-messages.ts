import type { TimedWord } from '../_speech/word-alignment.ts';

/** What a voice worker is asked to say. */
export interface VoiceRequest {
  readonly text: string;
  readonly voice: FliteVoice;
  /** Twice as fast as usual is 2. */
  readonly speed: number;
}

/** An order as it is sent. */
export type NumberedVoiceRequest = VoiceRequest & { readonly id: number };

/** What it answers: 16 kHz audio, and after that when its words are spoken in it; or why there is none. */
export type VoiceResponse =
  | { readonly kind: 'spoken'; readonly audio: Int16Array<ArrayBuffer> }
  | { readonly kind: 'timed'; readonly id: number; readonly words: readonly TimedWord[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** The voices inside flite that speak at 16 kHz. */
export type FliteVoice = 'kal16' | 'slt' | 'rms' | 'awb';
