import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentStage } from '../../domain/agents/agent-stages.ts';
import type { ProviderConfig } from '../../domain/agents/models.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { ProviderHandle } from './failover-vendors.ts';
import { voiceConfig } from './language-configs.ts';
import { chosenModel, chosenVoice, VendorChoice } from './vendor-choice.ts';

type VoiceHandle = ProviderHandle<SpeechSynthesiser>;
type ModelHandle = ProviderHandle<LanguageModel>;

interface Openers {
  readonly openVoice: (config: ProviderConfig, language: string) => Promise<VoiceHandle>;
  readonly openModel: (config: ProviderConfig) => Promise<ModelHandle>;
}

/** Voice and model of a call. Where its languages or stages have others, they are opened when they are selected. */
export function chosenVendors(
  ports: { readonly providers: ProviderRegistry },
  { config }: Pick<Agent, 'config'>,
  { voice, model }: { readonly voice: VoiceHandle; readonly model: ModelHandle },
  { openVoice, openModel }: Openers,
) {
  const { stages = [], languages, models } = config;
  const voiceChoice = new VendorChoice(config.language.primary, voice);
  const modelChoice = new VendorChoice('', model);
  let language = config.language.primary;
  let stage: AgentStage | undefined;
  let voiceKey = language;
  const selectVoice = (): void => {
    const [next, ofStage] = [language, stage?.tts_config];
    voiceKey = ofStage ? `${next} ${stage?.id}` : next;
    voiceChoice.select(voiceKey, () => openVoice(voiceConfig(ports, config, next, ofStage), next));
  };
  return {
    synthesiser: languages || stages.some(({ tts_config }) => tts_config) ? chosenVoice(voiceChoice) : voice.service,
    model: stages.some(({ llm_config }) => llm_config) ? chosenModel(modelChoice) : model.service,
    /** The providers that are used. */
    processors: {
      voice: { provider: () => voiceChoice.current.provider() },
      model: { provider: () => modelChoice.current.provider() },
    },
    /** What identifies the selected voice, beside its provider. */
    voiceKey: () => voiceKey,
    /** Selects the voice of this language. */
    speak(next: string): void {
      language = next;
      selectVoice();
    },
    /** Selects voice and model of this stage. */
    useStage(id: string): void {
      stage = stages.find((each) => each.id === id);
      const own = stage?.llm_config;
      selectVoice();
      modelChoice.select(own ? id : '', () => openModel(own ?? models.llm_config));
    },
  };
}
