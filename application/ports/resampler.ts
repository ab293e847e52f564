/** For resampling 16-bit mono audio without aliasing. */
export interface Resampling {
  /** Opens a resampler for one continuous stream. Equal rates cost nothing. */
  open(from: number, to: number): Resampler;
}

export interface Resampler {
  /** The converted audio; the filter may delay a few samples until the next call. */
  process(pcm: Int16Array): Int16Array;
  close(): void;
}
