/** What the transcription in use can do. */
export interface TranscriptionFacts {
  /** The endpointing delay: silence that ends an utterance, in ms. A setting of the STT provider. */
  readonly endpointingMs: number;
  /** Usual time between interim transcripts while words arrive, in ms. Null: none arrive before the utterance ends. */
  readonly interimGapMs: number | null;
  /** Whether the vendor reports the caller's turns. */
  readonly reportsTurns: boolean;
  /** Whether `probe` yields interim words. */
  readonly canProbe: boolean;
}

/** Before the caller's first speech: nothing is known of the transcription. */
export const UNKNOWN_TRANSCRIPTION: TranscriptionFacts = {
  endpointingMs: 0,
  interimGapMs: null,
  reportsTurns: false,
  canProbe: false,
};
