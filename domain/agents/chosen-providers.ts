import type { AgentConfigPayload } from './config.ts';
import { providerChain, type AgentModels, type ModelKind, type ProviderConfig } from './models.ts';

const KINDS: readonly ModelKind[] = ['stt', 'tts', 'llm'];

/** A provider that an agent uses for one of its models. */
export interface ChosenProvider {
  readonly kind: ModelKind;
  readonly config: ProviderConfig;
  /** Where it stands in the configuration. */
  readonly path: string;
  readonly isFallback: boolean;
}

type ChoosingSections = Pick<AgentConfigPayload, 'models' | 'languages' | 'analysis' | 'stages'>;

/** Every provider that an agent uses: those of its languages, its stages and its analysis as well, and each fallback. */
export function chosenProviders({ models, languages, analysis, stages }: ChoosingSections): ChosenProvider[] {
  const sections: readonly (readonly [parent: string, configs: Partial<AgentModels>])[] = [
    ['models', models],
    ...(analysis?.llm_config ? [['analysis', { llm_config: analysis.llm_config }] as const] : []),
    ...(stages ?? []).map((stage, index) => [`stages[${index}]`, stage as Partial<AgentModels>] as const),
    ...(languages?.others ?? []).map(
      (other, index) => [`languages.others[${index}]`, other as Partial<AgentModels>] as const,
    ),
  ];
  return sections.flatMap(([parent, configs]) =>
    KINDS.flatMap((kind) => {
      const chain = configs[`${kind}_config`];
      return chain ? chainAt(kind, chain, `${parent}.${kind}_config`) : [];
    }),
  );
}

const chainAt = (kind: ChosenProvider['kind'], chain: ProviderConfig, path: string): ChosenProvider[] =>
  providerChain(chain).map((config, position) => ({
    ...{ kind, config, isFallback: position > 0 },
    path: position === 0 ? path : `${path}.fallback`,
  }));
