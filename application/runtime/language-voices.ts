import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { ProviderHandle } from './failover-vendors.ts';

type SynthesiserHandle = ProviderHandle<SpeechSynthesiser>;

/**
 * The voices of a call, one per language. The voice of another language opens at the first switch to it, and stays open.
 * Text that follows a switch waits for it. If it cannot be opened, the first voice speaks.
 */
export class LanguageVoices implements SpeechSynthesiser {
  readonly #first: SynthesiserHandle;
  readonly #open: (language: string) => Promise<SynthesiserHandle>;
  readonly #voices = new Map<string, Promise<SynthesiserHandle>>();
  readonly #opened: Set<SynthesiserHandle>;
  #selected: Promise<SynthesiserHandle>;
  #current: SynthesiserHandle;
  #isClosed = false;

  constructor(language: string, first: SynthesiserHandle, open: (language: string) => Promise<SynthesiserHandle>) {
    this.#first = first;
    this.#open = open;
    this.#current = first;
    this.#opened = new Set([first]);
    this.#selected = Promise.resolve(first);
    this.#voices.set(language, this.#selected);
  }

  /** Sample rate of the voice that speaks or spoke last. */
  get sampleRate(): number {
    return this.#current.service.sampleRate;
  }

  /** Provider of that voice. */
  get provider(): string {
    return this.#current.provider();
  }

  /** Text from now on is spoken in this language. */
  select(language: string): void {
    this.#selected = this.#voices.get(language) ?? this.#openVoice(language);
    this.#voices.set(language, this.#selected);
  }

  async *synthesise(
    ...[text, signal, options]: Parameters<SpeechSynthesiser['synthesise']>
  ): AsyncIterable<Int16Array> {
    this.#current = await this.#selected;
    yield* this.#current.service.synthesise(text, signal, options);
  }

  prepare(...announced: Parameters<NonNullable<SpeechSynthesiser['prepare']>>): void {
    this.#current.service.prepare?.(...announced);
  }

  endSpeech(speech: object): void {
    for (const { service } of this.#opened) service.endSpeech?.(speech);
  }

  close(): void {
    this.#isClosed = true;
    for (const { service } of this.#opened) service.close();
  }

  async #openVoice(language: string): Promise<SynthesiserHandle> {
    try {
      const voice = await this.#open(language);
      if (this.#isClosed) voice.service.close();
      this.#opened.add(voice);
      return voice;
    } catch {
      // The opener has reported the failure.
      return this.#first;
    }
  }
}
