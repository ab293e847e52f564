import type { VendorFailure } from './vendor-failure.ts';

/** For turning a caller's speech into text: one open transcription per call, whatever the vendor. */
export interface Transcription {
  /** Milliseconds of silence after which a caller's turn may be taken as finished: another when what was heard is whole. */
  readonly endpointingMs: number;
  /** Hands over 20 ms of the caller's audio, 16-bit mono at the rate it was opened with. Called for silence too. */
  write(pcm: Int16Array): void;
  /** The caller began to speak; audio handed over up to 300 ms earlier belongs to the utterance. */
  startUtterance(): void;
  /** The caller fell silent: answer with a final result for the utterance, empty when no words were in it. */
  endUtterance(): void;
  /** Releases everything. Nothing is heard afterwards. */
  close(): void;
}

/** Where results arrive. Never called after close. */
export interface TranscriptionListener {
  /** What was heard of the current utterance; a final result ends it. What stays is not changed by a later result. */
  transcript(result: { text: string; final: boolean; stable?: boolean }): void;
  /** The utterance is lost. A retryable failure leaves the transcription usable for the next one. */
  failed(failure: VendorFailure): void;
}

export interface TranscriptionOptions {
  readonly sampleRate: number;
  /** Language as a canonical id, from the agent. */
  readonly language: string;
}
