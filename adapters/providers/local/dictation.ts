import { Deferred } from '../../../application/deferred.ts';
import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import type { DictationEngine, LiveDecode, DecodeResult } from './dictation-engine.ts';
import { concatAudio } from '../_speech/pcm.ts';
import type { Recogniser, RecognisedUtterance } from './recogniser.ts';

/** Five seconds, the span of the decoder's cepstral mean. */
const LINE_MAX_SAMPLES = 5 * 16_000;
const SPEECH_WORDS_MIN = 2;

/**
 * Recognises one caller's general English. A new decoder performs poorly on an unknown line, so it first gets the
 * caller's last utterance. The first utterance is decoded twice, unless the first result is good enough.
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

/** Callbacks of one utterance. */
interface DictationCallbacks {
  readonly onInterim: (text: string) => void;
  /** Whether a result is good enough although the line is not known. Null when it never is. */
  readonly isEnough: IsEnough | null;
  /** The caller spoke; this is the audio. */
  readonly onSpeech: (audio: Int16Array) => void;
}

class DictatedUtterance implements RecognisedUtterance {
  readonly #engine: DictationEngine;
  readonly #line: Int16Array | null;
  readonly #audio: Int16Array[];
  readonly #callbacks: DictationCallbacks;
  readonly #words = new Deferred<string>();
  #live: LiveDecode | null = null;
  #whole: DecodeResult | null = null;

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

  /** Of the last decoding: its text is the result. */
  get words(): readonly CallerWord[] {
    return (this.#whole ?? this.#live)?.words() ?? [];
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

  /** The live result. Null when there was none, or the line was not known. */
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
