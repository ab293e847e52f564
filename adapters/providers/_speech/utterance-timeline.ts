/** How far a result may reach beyond the moment that was asked for. In seconds. */
const SLACK = 0.1;

/** Which utterance a moment of a connection's audio belongs to. */
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

  /** The utterance is over with what was sent so far. */
  end(): void {
    this.#ends.push(this.#sent / this.#sampleRate);
  }

  /** The utterance that was spoken at this moment, null when none was. */
  at(seconds: number): number | null {
    const utterance = this.#ends.findIndex((end) => seconds <= end + SLACK / 10);
    const index = utterance === -1 ? this.#ends.length : utterance;
    return index < this.#texts.length ? index : null;
  }

  /** Whether what was heard up to this moment is all there is of the utterance. */
  isAll(utterance: number, seconds: number): boolean {
    return seconds >= (this.#ends[utterance] ?? Infinity) - SLACK;
  }

  hasEnded(utterance: number): boolean {
    return utterance < this.#ends.length;
  }

  /** Adds words to an utterance, for good or until the next ones; answers all there are. */
  hear(utterance: number, words: string, isFinal: boolean): string {
    const text = this.#texts[utterance];
    if (!text) return '';
    text.partial = isFinal ? '' : words;
    if (isFinal && words !== '') text.whole.push(words);
    return [...text.whole, text.partial].filter((part) => part !== '').join(' ');
  }
}
