/** Tolerance for the end of an utterance, in seconds. */
const SLACK = 0.1;

/** Maps positions in a connection's audio to utterances. */
export class Timeline {
  readonly #sampleRate: number;
  readonly #ends: number[] = [];
  readonly #texts: { whole: string[]; partial: string }[] = [];
  #sent = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  begin(): void {
    this.#texts.push({ whole: [], partial: '' });
  }

  sent(samples: number): void {
    this.#sent += samples;
  }

  /** Ends the utterance at this position, or at the audio sent so far. */
  end(seconds = this.#sent / this.#sampleRate): void {
    this.#ends.push(seconds);
  }

  /** The utterance at this position. Null when there is none. */
  at(seconds: number): number | null {
    const utterance = this.#ends.findIndex((end) => seconds <= end + SLACK / 10);
    const index = utterance === -1 ? this.#ends.length : utterance;
    return index < this.#texts.length ? index : null;
  }

  /** Whether results up to this position cover the whole utterance. */
  isAll(utterance: number, seconds: number): boolean {
    return seconds >= (this.#ends[utterance] ?? Infinity) - SLACK;
  }

  hasEnded(utterance: number): boolean {
    return utterance < this.#ends.length;
  }

  /** Adds final words, or replaces the interim ones. Returns all words of the utterance. */
  hear(utterance: number, words: string, isFinal: boolean): string {
    const text = this.#texts[utterance];
    if (!text) return '';
    text.partial = isFinal ? '' : words;
    if (isFinal && words !== '') text.whole.push(words);
    return [...text.whole, text.partial].filter((part) => part !== '').join(' ');
  }
}
