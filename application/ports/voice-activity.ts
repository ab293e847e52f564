/** For voice activity detection, 20 ms at a time. */
export interface VoiceActivity {
  /** Opens a detector for one stream of 16-bit mono audio at 8000 or 16000 Hz. */
  open(sampleRate: number): VoiceActivityDetector;
}

export interface VoiceActivityDetector {
  /** How long after its end audio still counts as speech, in ms. */
  readonly lagMs: number;
  /** Whether these 20 ms contain speech. */
  isSpeech(pcm: Int16Array): boolean;
  close(): void;
}
