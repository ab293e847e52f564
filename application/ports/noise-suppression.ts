/** For removing noise from a caller's audio, 20 ms at a time. */
export interface NoiseSuppression {
  /** Opens a suppressor for one stream of 16-bit mono audio at 8000 or 16000 Hz. */
  open(sampleRate: number): NoiseSuppressor;
}

export interface NoiseSuppressor {
  /** How much later audio leaves than it enters, in ms. */
  readonly delayMs: number;
  /** Whether the audio that entered last contains speech, at no further cost. */
  readonly isSpeech: boolean;
  /** As many samples as it is given, with less noise. Silence once it is closed. */
  process(pcm: Int16Array): Int16Array;
  close(): void;
}
