import { deferred, type Deferred } from './deferred.ts';
import type { DictationEngine, LiveTakeDown, TakeDown } from './dictation-engine.ts';
import { joined } from './joined.ts';
import type { Recogniser, Utterance } from './recogniser.ts';

/** Five seconds, as much as the decoder's picture of a line remembers. */
const LONGEST_LINE = 5 * 16_000;
const WORDS_THAT_PROVE_SPEECH = 2;

/**
 * Understands one caller's general English. A new decoder mishears what comes over a line it does not know, so it is
 * first played the caller's last utterance; the very first one is decoded twice over instead.
 */
export class Dictation implements Recogniser {
  readonly #engine: DictationEngine;
  #line: Int16Array | null = null;

  constructor(engine: DictationEngine) {
    this.#engine = engine;
  }

  begin(preRoll: Int16Array, partial: (text: string) => void): Utterance {
    return new DictatedUtterance(this.#engine, this.#line, preRoll, partial, (audio) => {
      this.#line = audio.slice(-LONGEST_LINE);
    });
  }

  close(): void {
    this.#line = null;
  }
}

class DictatedUtterance implements Utterance {
  readonly #engine: DictationEngine;
  readonly #line: Int16Array | null;
  readonly #audio: Int16Array[];
  readonly #spoken: (audio: Int16Array) => void;
  readonly #words: Deferred<string> = deferred();
  #live: LiveTakeDown | null = null;
  #whole: TakeDown | null = null;

  constructor(
    engine: DictationEngine,
    line: Int16Array | null,
    preRoll: Int16Array,
    partial: (text: string) => void,
    spoken: (audio: Int16Array) => void,
  ) {
    this.#engine = engine;
    this.#line = line;
    this.#audio = [preRoll];
    this.#spoken = spoken;
    try {
      this.#live = engine.follow(line, preRoll, partial);
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
    const audio = joined(this.#audio);
    const text = (await this.#followed()) ?? (await this.#decoded(audio));
    if (text.split(' ').length >= WORDS_THAT_PROVE_SPEECH) this.#spoken(audio);
    return text;
  }

  /** What was understood while it was spoken; null when nobody followed, or somebody who did not know the line. */
  async #followed(): Promise<string | null> {
    if (!this.#live) return null;
    if (this.#line) this.#live.finish();
    else this.#live.release();
    return this.#line ? this.#live.text : null;
  }

  async #decoded(audio: Int16Array): Promise<string> {
    this.#whole = this.#engine.takeDown(this.#line ?? audio, audio);
    return (await this.#whole.text) ?? '';
  }
}
