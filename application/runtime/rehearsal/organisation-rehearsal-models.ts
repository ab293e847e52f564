import type { ModelSettings } from '../../../domain/rehearsal/suite.ts';
import { invalid } from '../../../domain/errors.ts';
import { modelChoice } from '../../model-choice.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrganisationModels, ProviderRegistry } from '../../ports/providers.ts';
import { SCRIPTED, type OpenModel, type RehearsalModels } from './open-model.ts';
import { timedModel } from './timed-model.ts';

interface Ports {
  readonly organisationModels: OrganisationModels;
  readonly providers: ProviderRegistry;
  readonly clock: Clock;
}

/** Opens each model once for the conversations of a run, with the stored credentials of an organisation. */
export class OrganisationRehearsalModels implements RehearsalModels {
  readonly #ports: Ports;
  readonly #orgId: string;
  readonly #opened = new Map<string, Promise<OpenModel>>();

  constructor(ports: Ports, orgId: string) {
    this.#ports = ports;
    this.#orgId = orgId;
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

  async #open({ provider, ...given }: ModelSettings): Promise<OpenModel> {
    const { organisationModels, providers, clock } = this.#ports;
    if (!providers.find('llm', provider)) throw invalid(`There is no LLM provider ${provider}`);
    const settings = { provider, ...providers.parseSettings('llm', provider, given) };
    const model = await organisationModels.open(this.#orgId, settings);
    const isScripted = provider === SCRIPTED;
    return {
      model: isScripted ? model : timedModel(model, clock, provider),
      about: modelChoice(providers, 'llm', settings),
      isScripted,
    };
  }
}
