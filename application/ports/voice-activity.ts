/** For telling speech from silence, 20 ms at a time. */
export interface VoiceActivity {
  /** Opens a detector for one stream of 16-bit mono audio at 8000 or 16000 samples per second. */
  open(sampleRate: number): VoiceActivityDetector;
}

export interface VoiceActivityDetector {
  /** How long it still takes for speech what follows its end. In milliseconds. */
  readonly lagMs: number;
  /** Whether these 20 ms hold speech. */
  isSpeech(pcm: Int16Array): boolean;
  close(): void;
}
