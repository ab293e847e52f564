import type { Told } from './stt-protocol.ts';

/** The utterances of a connection that is answered in the order of speaking. */
export class Turns {
  #begun = 0;
  #answered = 0;
  #whole: string[] = [];
  #partial = '';
  readonly #between: string;

  /** What stands between two parts of an utterance: nothing where the vendor writes its own spaces. */
  constructor(between = ' ') {
    this.#between = between;
  }

  begin(): void {
    this.#begun += 1;
  }

  /** Words of the utterance that come after all that stay, and may change yet. */
  partial(text: string): Told | null {
    this.#partial = text;
    return this.#told(false);
  }

  /** Words of the utterance that stay. */
  add(text: string): Told | null {
    if (text !== '') this.#whole.push(text);
    return this.partial('');
  }

  /** The utterance is over with the words that stay, and with those that came last if none replaced them. */
  end(): Told | null {
    const told = this.#told(true);
    this.#whole = [];
    this.#partial = '';
    if (told) this.#answered += 1;
    return told;
  }

  #told(final: boolean): Told | null {
    const parts = [...this.#whole, this.#partial].filter((part) => part !== '');
    if (this.#answered >= this.#begun) return null;
    const stays = !final && this.#partial === '' && parts.length > 0;
    return { utterance: this.#answered, text: parts.join(this.#between), final, ...(stays && { stays }) };
  }
}
