import type { ModelSettings } from '../../../domain/rehearsal/suite.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { MeteredModel } from '../usage-meter.ts';

/** The provider whose answers are fixed: its time is given, so that a conversation is the same each time. */
export const SCRIPTED = 'script';

/** A model that conversations share, and its description. */
export interface OpenModel {
  readonly model: LanguageModel;
  readonly about: MeteredModel;
  readonly isScripted: boolean;
}

/** A model that cannot be opened, and why. */
export interface UnopenedModel {
  readonly provider: string;
  readonly isFallback: boolean;
  readonly failure: Error;
}

/** The model of an agent, followed by its fallback, which is used when the model fails. */
export type ModelChain = readonly (OpenModel | UnopenedModel)[];

/** Opens each model once for all conversations. */
export interface RehearsalModels {
  /** The model with these settings, without their fallback. Rejects when it cannot be opened, and says what to do. */
  open(settings: ModelSettings): Promise<OpenModel>;
  close(): Promise<void>;
}
