import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import type { VendorTurnReport } from '../../../domain/voice/state.ts';
import { vendorWords, wordsFrom } from './placed-words.ts';
import type { SttResult } from './stt-protocol.ts';

/** Results of a connection that answers utterances in their order. */
export class OrderedResults {
  #started = 0;
  #answered = 0;
  /** Utterances whose end was requested and not yet confirmed. */
  readonly #requestedEnds: number[] = [];
  /** Audio sent so far, in samples, and where each utterance begins in it. */
  #sent = 0;
  readonly #starts: number[] = [];
  #words: CallerWord[] = [];
  #finalParts: string[] = [];
  #interim = '';
  #language: string | undefined;
  readonly #separator: string;
  readonly #sampleRate: number;

  /** Separator between two parts of an utterance. Empty when the vendor sends its own spaces. The rate matters for times only. */
  constructor(separator = ' ', sampleRate = 1) {
    this.#separator = separator;
    this.#sampleRate = sampleRate;
  }

  startUtterance(): void {
    this.#started += 1;
    this.#starts.push(this.#sent);
  }

  sent(samples: number): void {
    this.#sent += samples;
  }

  /** Adds the times of final words in the connection's audio, in seconds. Malformed ones are skipped. */
  addTimes(words: unknown): void {
    const begins = (this.#starts[this.#answered] ?? 0) / this.#sampleRate;
    this.#words.push(...wordsFrom(-begins * 1_000, vendorWords(words)));
  }

  /** Adds a final piece of a word with its times. White space before it begins another word. */
  addPiece(piece: string, start: number, end: number): void {
    this.addTimes([{ text: piece, start, end }]);
    const [word, last] = /^\s/.test(piece) ? [] : this.#words.slice(-2);
    if (word && last) this.#words.splice(-2, 2, { ...last, text: word.text + last.text, fromMs: word.fromMs });
  }

  /** The end of the current utterance was requested. */
  requestEnd(): void {
    this.#requestedEnds.push(this.#started - 1);
  }

  /** Sets the language of the words, as a canonical id. */
  setLanguage(language: string | undefined): void {
    this.#language = language ?? this.#language;
  }

  /** Sets the interim words after all final ones. */
  interim(text: string, turn?: VendorTurnReport['turn']): SttResult | null {
    this.#interim = text;
    return this.#result(false, turn);
  }

  /** Adds final words. */
  addFinal(text: string): SttResult | null {
    if (text !== '') this.#finalParts.push(text);
    return this.interim('');
  }

  /** The vendor confirms a requested end: ends the utterance, unless the vendor itself has ended it before. */
  endUtterance(): SttResult | null {
    const requested = this.#requestedEnds.shift() ?? this.#answered;
    return requested < this.#answered ? null : this.#end();
  }

  /** The vendor ends the turn of its own accord, and with it the utterance. */
  endTurn(): SttResult | null {
    return this.#end(this.#requestedEnds.includes(this.#answered) ? undefined : 'ended');
  }

  /**
   * The vendor ends an utterance and does not say whether it was asked to. Without a request and final words, this
   * confirms an end that came before.
   */
  endUnmarked(): SttResult | null {
    if (this.#requestedEnds.length > 0) return this.endUtterance();
    return this.#finalParts.length > 0 ? this.endTurn() : null;
  }

  /** Ends the utterance with its final words, followed by interim words that were not replaced. */
  #end(turn?: VendorTurnReport['turn']): SttResult | null {
    const result = this.#result(true, turn);
    this.#finalParts = [];
    this.#words = [];
    this.#interim = '';
    this.#language = undefined;
    if (result) this.#answered += 1;
    return result;
  }

  #result(final: boolean, turn?: VendorTurnReport['turn']): SttResult | null {
    const parts = [...this.#finalParts, this.#interim].filter((part) => part !== '');
    if (this.#answered >= this.#started) return null;
    const stable = !final && this.#interim === '' && parts.length > 0;
    const language = this.#language;
    const words = final && this.#words.length > 0 && { words: this.#words };
    return {
      ...{ utterance: this.#answered, text: parts.join(this.#separator), final },
      ...{ ...(stable && { stable }), ...(turn && { turn }), ...(language && { language }), ...words },
    };
  }
}
