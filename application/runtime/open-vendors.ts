import type { Agent } from '../../domain/agents/agent.ts';
import type { ModelKind, ProviderConfig } from '../../domain/agents/models.ts';
import type { SubstitutionFinder } from '../../domain/voice/substitutions.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { ProviderRegistry, Vendors } from '../ports/providers.ts';
import type { TranscriptionListener } from '../ports/speech-to-text.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { chosenVendors } from './chosen-vendors.ts';
import { listeningConfig } from './language-configs.ts';
import { failoverModel, failoverSynthesiser } from './failover-vendors.ts';
import { failoverTranscription } from './failover-transcription.ts';
import { pronouncingSynthesiser } from './pronouncing-synthesiser.ts';
import type { UsageMeter } from './usage-meter.ts';
import { meteredModel, meteredSynthesiser, meterTranscription } from './metered-vendors.ts';
import { faultOf, monitorStage, type VendorMonitor } from './vendor-monitor.ts';
import { usableOptions, vendorOptions, type VendorOption, type VendorSetup } from './vendor-options.ts';

export interface VendorPorts {
  readonly clock: Clock;
  readonly controlPlane: ControlPlane;
  readonly providers: ProviderRegistry;
  readonly vendors: Vendors;
}

export interface OpenVendors extends Pick<ConversationParts, 'openTranscription' | 'synthesiser' | 'processors'> {
  readonly model: LanguageModel;
  readonly switchLanguage: (language: string) => void;
  /** Voice and model change to those of this stage. */
  readonly useStage: (stage: string) => void;
  /** What identifies the selected voice, beside its provider. */
  readonly voiceKey: () => string;
  /** The transcription of the call, which an agent that takes over continues. */
  readonly transcription: CallTranscription;
  /** Has the transcription continue with this agent's vendors. */
  readonly listen: () => void;
}

type CallTranscription = ReturnType<typeof failoverTranscription>;

/** Settings of a call that its vendors need. */
interface CallSettings extends Pick<ConversationSettings, 'endpointing'> {
  /** What voices of a language say in other words than those written. */
  readonly substitutions: (language: string) => SubstitutionFinder;
  readonly usage: UsageMeter;
  /** That of the call, which another agent opened. Absent: this agent opens it. */
  readonly transcription?: CallTranscription;
}

/**
 * Opens an agent's TTS and LLM. STT opens with its listener, voice and STT of another language at the switch to it. On an
 * error, closes what was opened.
 */
export async function openVendors(
  ports: VendorPorts,
  agent: Agent,
  channel: MediaChannel,
  call: MonitoredCall,
  settings: CallSettings,
): Promise<OpenVendors> {
  const { language, languages, handover } = agent.config;
  const { primary } = language;
  const { stt, optionsOf, openVoice, openModel, listenersOf } = stagesOf(ports, agent, channel, call, settings);
  const isTranscribed = settings.transcription !== undefined;
  const [sttOptions, ttsOptions, llmOptions] = await usableOptions(ports, agent, call, isTranscribed);
  const [voice, model] = await Promise.allSettled([openVoice(ttsOptions, primary), openModel(llmOptions)]);
  if (voice.status === 'rejected' || model.status === 'rejected') {
    for (const each of [voice, model]) if (each.status === 'fulfilled') each.value.service.close();
    throw voice.status === 'rejected' ? voice.reason : (model as PromiseRejectedResult).reason;
  }
  const maySwitch = languages !== undefined || handover !== undefined;
  const transcription =
    settings.transcription ?? failoverTranscription(listenersOf(sttOptions, primary), stt, maySwitch);
  const chosen = chosenVendors(
    ports,
    agent,
    { voice: voice.value, model: model.value },
    {
      openVoice: async (config, inLanguage) => openVoice(await optionsOf('tts', config), inLanguage),
      openModel: async (config) => openModel(await optionsOf('llm', config)),
    },
  );
  const { synthesiser, voiceKey, useStage } = chosen;
  return {
    ...{ synthesiser, voiceKey, useStage, model: chosen.model },
    openTranscription: transcription.open,
    transcription,
    listen: () => void transcription.switchTo(listenersOf(sttOptions, primary)),
    processors: processorsOf(transcription, chosen.processors.model, chosen.processors.voice),
    switchLanguage(next) {
      chosen.speak(next);
      const config = listeningConfig(agent.config, next);
      if (config)
        void optionsOf('stt', config).then(
          (options) => transcription.switchTo(listenersOf(options, next)),
          () => stt.failed(config.provider, 'opening'),
        );
    },
  };
}

/** How the stages of an agent's call open, each in any of its languages. */
function stagesOf(
  ports: VendorPorts,
  agent: Agent,
  { inputRate, outputRate }: MediaChannel,
  call: MonitoredCall,
  { substitutions, endpointing, usage }: CallSettings,
) {
  const { vendors, clock } = ports;
  const [stt, tts, llm] = [monitorStage(call, 'stt'), monitorStage(call, 'tts'), monitorStage(call, 'llm')];
  const turns = endpointing && endpointing.mode !== 'timer' ? { turns: endpointing.mode } : {};
  // They mute the words in the recording that are left out of the transcript.
  const wordTimes = agent.config.redaction && { wordTimes: true };
  return {
    stt,
    optionsOf: (kind: ModelKind, config: ProviderConfig) => vendorOptions(ports, agent.org_id, kind, config),
    openVoice: (options: readonly VendorOption[], language: string) =>
      failoverSynthesiser(
        candidatesOf(options, tts, async ({ settings, hosts, about }) => {
          const synthesiser = await vendors.synthesiser(settings, { sampleRate: outputRate }, hosts);
          return pronouncingSynthesiser(meteredSynthesiser(synthesiser, usage, about), substitutions(language));
        }),
        clock,
        tts,
      ),
    openModel: (options: readonly VendorOption[]) =>
      failoverModel(
        candidatesOf(options, llm, async ({ settings, hosts, about }) =>
          meteredModel(await vendors.languageModel(settings, hosts), usage, about),
        ),
        clock,
        llm,
      ),
    listenersOf: (options: readonly VendorOption[], language: string) =>
      candidatesOf(options, stt, async ({ settings, hosts, about }, listener: TranscriptionListener) => {
        const reporting = reportingFailures(stt, settings.provider, listener);
        const how = { sampleRate: inputRate, language, ...turns, ...wordTimes };
        return meterTranscription(
          await vendors.transcription(settings, how, reporting, hosts),
          usage,
          about,
          inputRate,
        );
      }),
  };
}

interface ActiveProvider {
  readonly provider: () => string;
}

/** The current provider of each stage. */
const processorsOf = (
  transcription: ActiveProvider,
  model: ActiveProvider,
  voice: ActiveProvider,
): OpenVendors['processors'] => ({
  get stt() {
    return `${transcription.provider()}STT`;
  },
  get llm() {
    return `${model.provider()}LLM`;
  },
  get tts() {
    return `${voice.provider()}TTS`;
  },
});

/** The options as candidates for failover. */
const candidatesOf = <How extends readonly unknown[], V>(
  options: readonly VendorOption[],
  monitor: VendorMonitor,
  open: (loadSetup: VendorSetup, ...how: How) => Promise<V>,
) =>
  options.map(({ provider, loadSetup }) => ({
    provider,
    async open(...how: How): Promise<V> {
      const setup = await loadSetup();
      try {
        return await open(setup, ...how);
      } catch (error) {
        monitor.failed(provider, 'opening');
        throw error;
      }
    },
  }));

/** A listener that also reports failures to the monitor. */
const reportingFailures = (
  monitor: VendorMonitor,
  provider: string,
  listener: TranscriptionListener,
): TranscriptionListener => ({
  transcript: (result) => listener.transcript(result),
  failed(failure) {
    monitor.failed(provider, faultOf(failure));
    listener.failed(failure);
  },
});
