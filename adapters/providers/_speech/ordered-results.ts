import type { SttResult } from './stt-protocol.ts';

/** The utterances of a connection that is answered in the order of speaking. */
export class OrderedResults {
  #started = 0;
  #answered = 0;
  #finalParts: string[] = [];
  #interim = '';
  readonly #separator: string;

  /** What stands between two parts of an utterance: nothing where the vendor writes its own spaces. */
  constructor(separator = ' ') {
    this.#separator = separator;
  }

  startUtterance(): void {
    this.#started += 1;
  }

  /** Words of the utterance that come after all that stay, and may change yet. */
  interim(text: string): SttResult | null {
    this.#interim = text;
    return this.#result(false);
  }

  /** Words of the utterance that stay. */
  addFinal(text: string): SttResult | null {
    if (text !== '') this.#finalParts.push(text);
    return this.interim('');
  }

  /** The utterance is over with the words that stay, and with those that came last if none replaced them. */
  endUtterance(): SttResult | null {
    const result = this.#result(true);
    this.#finalParts = [];
    this.#interim = '';
    if (result) this.#answered += 1;
    return result;
  }

  #result(final: boolean): SttResult | null {
    const parts = [...this.#finalParts, this.#interim].filter((part) => part !== '');
    if (this.#answered >= this.#started) return null;
    const stable = !final && this.#interim === '' && parts.length > 0;
    return { utterance: this.#answered, text: parts.join(this.#separator), final, ...(stable && { stable }) };
  }
}
