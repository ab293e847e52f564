/** For changing the sample rate of 16-bit mono audio without aliasing. */
export interface Resampling {
  /** Opens a converter for one continuous stream. Equal rates cost nothing. */
  open(from: number, to: number): Resampler;
}

export interface Resampler {
  /** The converted audio; a filter may hold back a few samples until the next call. */
  process(pcm: Int16Array): Int16Array;
  close(): void;
}
