import type { LanguageModel } from '../ports/language-model.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { ProviderHandle } from './failover-vendors.ts';

/**
 * The synthesisers or the models of a call, one of which is selected. Another than the first opens when it is first selected, and stays
 * open. If it cannot be opened, the first takes its place.
 */
export class VendorChoice<V extends { close(): void }> {
  readonly #first: ProviderHandle<V>;
  readonly #known = new Map<string, Promise<ProviderHandle<V>>>();
  readonly #opened: Set<ProviderHandle<V>>;
  #selected: Promise<ProviderHandle<V>>;
  #current: ProviderHandle<V>;
  #isClosed = false;

  constructor(key: string, first: ProviderHandle<V>) {
    this.#first = first;
    this.#current = first;
    this.#opened = new Set([first]);
    this.#selected = Promise.resolve(first);
    this.#known.set(key, this.#selected);
  }

  /** The one that was used last. */
  get current(): ProviderHandle<V> {
    return this.#current;
  }

  /** The one that is selected, once it is open. */
  get selected(): Promise<ProviderHandle<V>> {
    return this.#selected;
  }

  get opened(): Iterable<V> {
    return [...this.#opened].map(({ service }) => service);
  }

  /** Selects the one with this key, which `open` opens. */
  select(key: string, open: () => Promise<ProviderHandle<V>>): void {
    this.#selected = this.#known.get(key) ?? this.#open(open);
    this.#known.set(key, this.#selected);
  }

  /** Waits until it is open, and makes it the current one. */
  async use(chosen = this.#selected): Promise<V> {
    this.#current = await chosen;
    return this.#current.service;
  }

  close(): void {
    this.#isClosed = true;
    for (const service of this.opened) service.close();
  }

  async #open(open: () => Promise<ProviderHandle<V>>): Promise<ProviderHandle<V>> {
    try {
      const vendor = await open();
      if (this.#isClosed) vendor.service.close();
      this.#opened.add(vendor);
      return vendor;
    } catch {
      // The opener has reported the failure.
      return this.#first;
    }
  }
}

type PendingSynthesiser = Promise<ProviderHandle<SpeechSynthesiser>>;

/** Speaks each speech with the voice that is selected when it begins, and text without a speech with the present one. */
export function chosenVoice(choice: VendorChoice<SpeechSynthesiser>): SpeechSynthesiser {
  const voices = new WeakMap<object, PendingSynthesiser>();
  let inUse: PendingSynthesiser = choice.selected;
  return {
    get sampleRate() {
      return choice.current.service.sampleRate;
    },
    beginSpeech: (speech) => void voices.set(speech, choice.selected),
    async *synthesise(text, signal, options) {
      inUse = (options?.speech && voices.get(options.speech)) ?? choice.selected;
      const voice = await choice.use(inUse);
      yield* voice.synthesise(text, signal, options);
    },
    prepare(text, speech, phonemes) {
      if ((voices.get(speech) ?? inUse) === inUse) choice.current.service.prepare?.(text, speech, phonemes);
    },
    endSpeech(speech) {
      for (const voice of choice.opened) voice.endSpeech?.(speech);
    },
    close: () => choice.close(),
  };
}

/** Generates with the model that is selected when a generation begins. */
export const chosenModel = (choice: VendorChoice<LanguageModel>): LanguageModel => ({
  get model() {
    return choice.current.service.model;
  },
  async *generate(request, signal) {
    const model = await choice.use();
    yield* model.generate(request, signal);
  },
  close: () => choice.close(),
});
