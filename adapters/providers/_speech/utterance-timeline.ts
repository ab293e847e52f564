import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import { vendorWords, wordsFrom } from './placed-words.ts';

/** Tolerance for the end of an utterance, in seconds. */
const SLACK = 0.1;

/** A vendor's words, whose times count from the start of the connection's audio. Malformed ones are skipped. */
interface VendorTimes {
  readonly words: unknown;
  /** The vendor's unit of time. Absent: seconds. */
  readonly perSecond?: number;
}

interface UtteranceText {
  readonly whole: string[];
  partial: string;
  readonly words: CallerWord[];
  /** Where its audio begins, in seconds. */
  readonly start: number;
}

/** Maps positions in a connection's audio to utterances. */
export class UtteranceTimeline {
  readonly #sampleRate: number;
  readonly #ends: number[] = [];
  readonly #texts: UtteranceText[] = [];
  #sent = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  begin(): void {
    this.#texts.push({ whole: [], partial: '', words: [], start: this.#sent / this.#sampleRate });
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

  /** Adds final words, and their times where the vendor tells them, or replaces the interim ones. Returns all words of the utterance. */
  hear(utterance: number, words: string, isFinal: boolean, timed?: VendorTimes): string {
    const text = this.#texts[utterance];
    if (!text) return '';
    text.partial = isFinal ? '' : words;
    if (isFinal && words !== '') text.whole.push(words);
    if (isFinal && timed) this.#addTimes(text, timed);
    return [...text.whole, text.partial].filter((part) => part !== '').join(' ');
  }

  /** The words of a final result, with times from the start of the utterance. */
  timesOf(utterance: number, isFinal: boolean): { readonly words?: readonly CallerWord[] } {
    const { words = [] } = this.#texts[utterance] ?? {};
    return isFinal && words.length > 0 ? { words } : {};
  }

  #addTimes(known: UtteranceText, { words, perSecond }: VendorTimes): void {
    known.words.push(...wordsFrom(-known.start * 1_000, vendorWords(words, perSecond)));
  }
}
