import type { SttResult } from './stt-protocol.ts';

/** Results of a connection that answers utterances in their order. */
export class OrderedResults {
  #started = 0;
  #answered = 0;
  #finalParts: string[] = [];
  #interim = '';
  readonly #separator: string;

  /** Separator between two parts of an utterance. Empty when the vendor sends its own spaces. */
  constructor(separator = ' ') {
    this.#separator = separator;
  }

  startUtterance(): void {
    this.#started += 1;
  }

  /** Sets the interim words after all final ones. */
  interim(text: string): SttResult | null {
    this.#interim = text;
    return this.#result(false);
  }

  /** Adds final words. */
  addFinal(text: string): SttResult | null {
    if (text !== '') this.#finalParts.push(text);
    return this.interim('');
  }

  /** Ends the utterance with its final words, followed by interim words that were not replaced. */
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
