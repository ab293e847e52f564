import { deferred, type Deferred } from '../_speech/deferred.ts';
import type { DictationEngine, LiveTakeDown, TakeDown } from './dictation-engine.ts';
import { concatAudio } from '../_speech/concat-audio.ts';
import type { Recogniser, Utterance } from './recogniser.ts';

/** Five seconds, as much as the decoder's picture of a line remembers. */
const LONGEST_LINE = 5 * 16_000;
const WORDS_THAT_PROVE_SPEECH = 2;

/**
 * Understands one caller's general English. A new decoder mishears what comes over a line it does not know, so it is
 * first played the caller's last utterance; the very first one is decoded twice over instead, unless what was understood
 * at once is enough.
 */
export class Dictation implements Recogniser {
  readonly #engine: DictationEngine;
  #line: Int16Array | null = null;

  constructor(engine: DictationEngine) {
    this.#engine = engine;
  }

  begin(preRoll: Int16Array, partial: (text: string) => void, isEnough: IsEnough | null = null): Utterance {
    return new DictatedUtterance(this.#engine, this.#line, preRoll, {
      partial,
      isEnough,
      spoken: (audio) => (this.#line = audio.slice(-LONGEST_LINE)),
    });
  }

  close(): void {
    this.#line = null;
  }
}

type IsEnough = (text: string) => Promise<boolean>;

/** Who is asked and told on the way. */
interface Company {
  readonly partial: (text: string) => void;
  /** Whether this will do, of a caller whose line is not known yet; null when it never does. */
  readonly isEnough: IsEnough | null;
  /** The caller spoke, and this is how it sounded. */
  readonly spoken: (audio: Int16Array) => void;
}

class DictatedUtterance implements Utterance {
  readonly #engine: DictationEngine;
  readonly #line: Int16Array | null;
  readonly #audio: Int16Array[];
  readonly #company: Company;
  readonly #words: Deferred<string> = deferred();
  #live: LiveTakeDown | null = null;
  #whole: TakeDown | null = null;

  constructor(engine: DictationEngine, line: Int16Array | null, preRoll: Int16Array, company: Company) {
    this.#engine = engine;
    this.#line = line;
    this.#audio = [preRoll];
    this.#company = company;
    try {
      this.#live = engine.follow(line, preRoll, company.partial);
    } catch (failure) {
      this.#words.reject(failure);
    }
    this.#live?.text.catch(this.#words.reject);
  }

  get result(): Promise<string> {
    return this.#words.promise;
  }

  write(audio: Int16Array): void {
    this.#audio.push(audio);
    this.#live?.write(audio);
  }

  finish(): void {
    this.#conclude().then(this.#words.resolve, this.#words.reject);
  }

  discard(): void {
    this.#live?.release();
    this.#whole?.release();
  }

  async #conclude(): Promise<string> {
    const audio = concatAudio(this.#audio);
    const text = (await this.#followed()) ?? (await this.#decoded(audio));
    if (text.split(' ').length >= WORDS_THAT_PROVE_SPEECH) this.#company.spoken(audio);
    return text;
  }

  /** What was understood while it was spoken; null when nobody followed, or somebody who did not know the line. */
  async #followed(): Promise<string | null> {
    const { isEnough } = this.#company;
    if (!this.#live) return null;
    if (this.#line || isEnough) this.#live.finish();
    else this.#live.release();
    if (this.#line) return this.#live.text;
    const text = isEnough && (await this.#live.text);
    return text !== null && (await isEnough?.(text)) === true ? text : null;
  }

  async #decoded(audio: Int16Array): Promise<string> {
    this.#whole = this.#engine.takeDown(this.#line ?? audio, audio);
    return (await this.#whole.text) ?? '';
  }
}
