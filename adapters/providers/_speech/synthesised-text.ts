import type { Manner } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { WordTiming } from '../../../domain/voice/played-text.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { Spelling } from './letter-alignment.ts';
import { TextFollower, type TimedWord } from './word-alignment.ts';
import type { Uttered } from './tts-protocol.ts';

/** What came of a text, in whole samples. */
export interface Sounded extends Pick<Uttered, 'words' | 'wordsOfPiece'> {
  readonly audio?: Int16Array;
}

/** No voice is so far ahead of its listeners: whoever sends more sends without end. In seconds. */
const MOST_UNREAD = 120;
/** The end of a letter that need not be heard, in seconds. */
const FADED = 0.1;

/** A text that is being spoken: its audio as it comes, and where in the text that is. */
export class Utterance {
  readonly text: string;
  readonly audio = new AsyncQueue<Int16Array>(({ length }) => length);
  readonly spelling: Spelling;
  readonly #sampleRate: number;
  readonly #follower: TextFollower;
  #marked: Manner['marked'];
  /** What nobody was told yet, as long as nobody listens. */
  #marks: WordTiming[] | null = [];
  /** When the vendor's clock began, in seconds of the text's audio. */
  #since: number | null = null;
  /** Where the last of its letters ends, in seconds of its audio. */
  #spelledUntil = 0;
  #samples = 0;
  #heardAt = 0;

  constructor(text: string, sampleRate: number) {
    this.text = text;
    this.spelling = new Spelling(text);
    this.#sampleRate = sampleRate;
    this.#follower = new TextFollower(text);
  }

  /** How much audio there is of it, in seconds. */
  get seconds(): number {
    return this.#samples / this.#sampleRate;
  }

  /** Whether all its letters were spoken and heard. Its last sound may still fade. */
  get isSpelled(): boolean {
    return this.spelling.isWhole && this.seconds > this.#spelledUntil - FADED;
  }

  /** When the last of its audio came, in monotonic milliseconds. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** From now on this one is told where in the text the voice is, and what was known before. */
  listen({ marked }: Manner): void {
    this.#marked = marked;
    if (marked) this.#marks?.forEach((mark) => marked(mark));
    this.#marks = null;
  }

  /** Something came of it. Before it there were so many seconds of the same speech. */
  hear({ audio, words, wordsOfPiece }: Sounded, before: number): void {
    if (wordsOfPiece) {
      this.#spelledUntil = Math.max(this.#spelledUntil, this.seconds + (wordsOfPiece.at(-1)?.end ?? 0));
      this.#follow(wordsOfPiece, this.seconds);
    }
    if (words) this.#follow(words, this.#beginningOf(words, before));
    if (!audio || audio.length === 0) return;
    this.#samples += audio.length;
    this.#heardAt = performance.now();
    this.audio.push(audio);
    if (this.audio.unread > MOST_UNREAD * this.#sampleRate)
      this.audio.fail(new VendorFailure('The voice sends audio without end', { retryable: true }));
  }

  #follow(words: readonly TimedWord[], since: number): void {
    if (!this.#marks && !this.#marked) return;
    // What is told late belongs to the text before.
    const own = words.filter(({ end }) => since + end > 0);
    for (const mark of this.#follower.follow(own, since)) {
      this.#marks?.push(mark);
      this.#marked?.(mark);
    }
  }

  /** Some vendors count from the beginning of the speech, others from that of the text: the first word tells. */
  #beginningOf([first]: readonly TimedWord[], before: number): number {
    if (first) this.#since ??= first.start < before / 2 ? 0 : -before;
    return this.#since ?? 0;
  }
}
