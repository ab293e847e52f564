import { deferred, type Deferred } from '../_speech/deferred.ts';
import type { DictationEngine, LiveDecoding, Decoding } from './dictation-engine.ts';
import { concatAudio } from '../_speech/concat-audio.ts';
import type { Recogniser, RecognisedUtterance } from './recogniser.ts';

/** Five seconds, as much as the decoder's picture of a line remembers. */
const LINE_MAX_SAMPLES = 5 * 16_000;
const SPEECH_WORDS_MIN = 2;

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

  startUtterance(
    preRoll: Int16Array,
    onInterim: (text: string) => void,
    isEnough: IsEnough | null = null,
  ): RecognisedUtterance {
    return new DictatedUtterance(this.#engine, this.#line, preRoll, {
      onInterim,
      isEnough,
      onSpeech: (audio) => (this.#line = audio.slice(-LINE_MAX_SAMPLES)),
    });
  }

  close(): void {
    this.#line = null;
  }
}

type IsEnough = (text: string) => Promise<boolean>;

/** Who is asked and told on the way. */
interface DictationCallbacks {
  readonly onInterim: (text: string) => void;
  /** Whether this will do, of a caller whose line is not known yet; null when it never does. */
  readonly isEnough: IsEnough | null;
  /** The caller spoke, and this is how it sounded. */
  readonly onSpeech: (audio: Int16Array) => void;
}

class DictatedUtterance implements RecognisedUtterance {
  readonly #engine: DictationEngine;
  readonly #line: Int16Array | null;
  readonly #audio: Int16Array[];
  readonly #callbacks: DictationCallbacks;
  readonly #words: Deferred<string> = deferred();
  #live: LiveDecoding | null = null;
  #whole: Decoding | null = null;

  constructor(engine: DictationEngine, line: Int16Array | null, preRoll: Int16Array, callbacks: DictationCallbacks) {
    this.#engine = engine;
    this.#line = line;
    this.#audio = [preRoll];
    this.#callbacks = callbacks;
    try {
      this.#live = engine.follow(line, preRoll, callbacks.onInterim);
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

  end(): void {
    this.#finalText().then(this.#words.resolve, this.#words.reject);
  }

  discard(): void {
    this.#live?.release();
    this.#whole?.release();
  }

  async #finalText(): Promise<string> {
    const audio = concatAudio(this.#audio);
    const text = (await this.#liveText()) ?? (await this.#wholeText(audio));
    if (text.split(' ').length >= SPEECH_WORDS_MIN) this.#callbacks.onSpeech(audio);
    return text;
  }

  /** What was understood while it was spoken; null when nobody followed, or somebody who did not know the line. */
  async #liveText(): Promise<string | null> {
    const { isEnough } = this.#callbacks;
    if (!this.#live) return null;
    if (this.#line || isEnough) this.#live.finish();
    else this.#live.release();
    if (this.#line) return this.#live.text;
    const text = isEnough && (await this.#live.text);
    return text !== null && (await isEnough?.(text)) === true ? text : null;
  }

  async #wholeText(audio: Int16Array): Promise<string> {
    this.#whole = this.#engine.decode(this.#line ?? audio, audio);
    return (await this.#whole.text) ?? '';
  }
}
