import type { Manner } from '../../../application/ports/text-to-speech.ts';
import { Mailbox } from '../../lib/mailbox.ts';
import { TextFollower, type TimedWord } from './text-follower.ts';
import type { Uttered } from './voice-dialect.ts';

/** A text that is being spoken: its audio as it comes, and where in the text that is. */
export class Utterance {
  readonly audio = new Mailbox<Int16Array>();
  readonly #sampleRate: number;
  readonly #follower: TextFollower;
  readonly #marked: Manner['marked'];
  readonly #before: number;
  /** When the vendor's clock began, in seconds of the text's audio. */
  #since: number | null = null;
  #samples = 0;
  #heardAt = 0;

  /** Before it there were so many seconds of the same speech. */
  constructor(text: string, { sampleRate, before, marked }: { sampleRate: number; before: number } & Manner) {
    this.#sampleRate = sampleRate;
    this.#before = before;
    this.#follower = new TextFollower(text);
    this.#marked = marked;
  }

  /** How much audio there is of it, in seconds. */
  get seconds(): number {
    return this.#samples / this.#sampleRate;
  }

  /** When the last of its audio came, in monotonic milliseconds. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Something came of it. */
  hear({ audio, words, wordsOfPiece, failure, isEnd }: Uttered): void {
    if (wordsOfPiece) this.#follow(wordsOfPiece, this.seconds);
    if (words) this.#follow(words, this.#beginningOf(words));
    if (audio && audio.length > 0) {
      this.#samples += audio.length;
      this.#heardAt = performance.now();
      this.audio.put(audio);
    }
    if (failure) this.audio.end(failure);
    else if (isEnd) this.audio.end();
  }

  #follow(words: readonly TimedWord[], since: number): void {
    if (this.#marked) for (const mark of this.#follower.follow(words, since)) this.#marked(mark);
  }

  /** Some vendors count from the beginning of the speech, others from that of the text: the first word tells. */
  #beginningOf([first]: readonly TimedWord[]): number {
    if (first) this.#since ??= first.start < this.#before / 2 ? 0 : -this.#before;
    return this.#since ?? 0;
  }
}
