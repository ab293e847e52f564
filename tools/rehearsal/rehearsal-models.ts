import { network } from '../../adapters/lib/network.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { providerRegistry } from '../../adapters/providers/registry.ts';
import { registeredVendors } from '../../adapters/providers/vendors.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { modelChoice } from '../../application/model-choice.ts';
import type { Transcription, TranscriptionListener } from '../../application/ports/speech-to-text.ts';
import { SCRIPTED, type OpenModel, type RehearsalModels } from '../../application/runtime/rehearsal/open-model.ts';
import { vendorSecrets } from '../../bootstrap/vendor-variables.ts';
import type { ModelSettings } from '../../domain/rehearsal/suite.ts';
import { timedModel } from '../../application/runtime/rehearsal/timed-model.ts';

/** The providers of this program. */
export const knownProviders = () => providerRegistry(registered);

/** Opens each model once for all conversations. Secrets are those of the environment. */
export class InstalledModels implements RehearsalModels {
  readonly #providers = knownProviders();
  readonly #vendors = registeredVendors(registered, network({ allowPrivate: true }));
  readonly #clock = systemClock();
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #opened = new Map<string, Promise<OpenModel>>();

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  open({ fallback: _fallback, ...settings }: ModelSettings): Promise<OpenModel> {
    const key = JSON.stringify(settings);
    const known = this.#opened.get(key) ?? this.#open(settings);
    this.#opened.set(key, known);
    return known;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    for (const each of opened) if (each.status === 'fulfilled') each.value.model.close();
  }

  /** Opens speech to text with these settings, for English at 8 kHz. Throws at once when they are wrong. */
  transcription(given: ModelSettings): (listener: TranscriptionListener) => Promise<Transcription> {
    const { withSecrets } = this.#settings('stt', given);
    return (listener) => this.#vendors.transcription(withSecrets, { sampleRate: 8_000, language: 'en' }, listener);
  }

  /** The settings as the provider reads them. Throws an error that says what to do. */
  #settings(kind: 'llm' | 'stt', { provider, ...settings }: ModelSettings) {
    const declaration = this.#providers.find(kind, provider);
    if (!declaration) throw new Error(`There is no ${kind.toUpperCase()} provider ${provider}`);
    const { secrets, missing } = vendorSecrets(declaration, this.#env);
    if (missing.length > 0) throw new Error(`${provider} needs a key: set ${missing.join(', ')}`);
    const parsed = { provider, ...this.#providers.parseSettings(kind, provider, settings) };
    return { parsed, withSecrets: { ...parsed, ...secrets } };
  }

  async #open(given: ModelSettings): Promise<OpenModel> {
    const { provider } = given;
    const { parsed, withSecrets } = this.#settings('llm', given);
    const vendor = await this.#vendors.languageModel(withSecrets);
    const about = modelChoice(this.#providers, 'llm', parsed);
    const isScripted = provider === SCRIPTED;
    return { model: isScripted ? vendor : timedModel(vendor, this.#clock, provider), about, isScripted };
  }
}
