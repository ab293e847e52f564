import type { Agent } from '../../domain/agents/agent.ts';
import { providerChain, type ProviderConfig } from '../../domain/agents/models.ts';
import { secretsOf, type ProviderKind } from '../../domain/providers/declaration.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { ProviderRegistry, ProviderSettings, Vendors } from '../ports/providers.ts';
import type { TranscriptionListener } from '../ports/speech-to-text.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { failoverModel, failoverVoice } from './failover-vendors.ts';
import { hearingBy } from './relayed-transcription.ts';
import { faultOf, watching, type VendorWatch } from './vendor-watch.ts';

export interface VendorPorts {
  readonly clock: Clock;
  readonly controlPlane: ControlPlane;
  readonly providers: ProviderRegistry;
  readonly vendors: Vendors;
}

interface OpenVendors extends Pick<ConversationParts, 'openTranscription' | 'voice' | 'processors'> {
  readonly model: LanguageModel;
}

/** Opens an agent's voice and model at once; the transcription waits for its listener. What it throws leaves nothing open. */
export async function openVendors(
  ports: VendorPorts,
  agent: Agent,
  channel: MediaChannel,
  call: MonitoredCall,
): Promise<OpenVendors> {
  const { vendors, clock } = ports;
  const { stt_config, tts_config, llm_config } = agent.config.models;
  const [stt, tts, llm] = await Promise.all([
    offersOf(ports, agent.org_id, 'stt', stt_config),
    offersOf(ports, agent.org_id, 'tts', tts_config),
    offersOf(ports, agent.org_id, 'llm', llm_config),
  ]);
  const [ears, mouth, mind] = [watching(call, 'stt'), watching(call, 'tts'), watching(call, 'llm')];
  const [voice, model] = await Promise.allSettled([
    failoverVoice(
      opened(tts, mouth, ({ settings, hosts }) => vendors.voice(settings, { sampleRate: channel.outputRate }, hosts)),
      clock,
      mouth,
    ),
    failoverModel(
      opened(llm, mind, ({ settings, hosts }) => vendors.languageModel(settings, hosts)),
      clock,
      mind,
    ),
  ]);
  if (voice.status === 'rejected' || model.status === 'rejected') {
    if (voice.status === 'fulfilled') voice.value.work.close();
    if (model.status === 'fulfilled') model.value.work.close();
    throw voice.status === 'rejected' ? voice.reason : (model as PromiseRejectedResult).reason;
  }
  const options = { sampleRate: channel.inputRate, language: agent.config.language.primary };
  const hearing = hearingBy(
    opened(stt, ears, ({ settings, hosts }, listener: TranscriptionListener) =>
      vendors.transcription(settings, options, noting(ears, settings.provider, listener), hosts),
    ),
    ears,
  );
  return {
    voice: voice.value.work,
    model: model.value.work,
    openTranscription: hearing.open,
    processors: processorsOf(hearing, model.value, voice.value),
  };
}

interface AtWork {
  readonly provider: () => string;
}

/** Whoever does the work when it is asked. */
const processorsOf = (hearing: AtWork, model: AtWork, voice: AtWork): OpenVendors['processors'] => ({
  get stt() {
    return `${hearing.provider()}STT`;
  },
  get llm() {
    return `${model.provider()}LLM`;
  },
  get tts() {
    return `${voice.provider()}TTS`;
  },
});

/** Somebody who may do the work, and with which settings. */
interface Offer {
  readonly provider: string;
  readonly equipment: () => Promise<Equipment>;
}

/** What a vendor is opened with: its settings, secrets among them, and the hosts that an admin lets them be sent to. */
interface Equipment {
  readonly settings: ProviderSettings;
  readonly hosts: readonly string[];
}

/** The offers as vendors who can be opened. */
const opened = <How extends readonly unknown[], V>(
  offers: readonly Offer[],
  watch: VendorWatch,
  open: (equipment: Equipment, ...how: How) => Promise<V>,
) =>
  offers.map(({ provider, equipment }) => ({
    provider,
    async open(...how: How): Promise<V> {
      const whole = await equipment();
      try {
        return await open(whole, ...how);
      } catch (error) {
        watch.failed(provider, 'opening');
        throw error;
      }
    },
  }));

/** A listener that also tells of failures. */
const noting = (watch: VendorWatch, provider: string, listener: TranscriptionListener): TranscriptionListener => ({
  heard: (result) => listener.heard(result),
  failed(failure) {
    watch.failed(provider, faultOf(failure));
    listener.failed(failure);
  },
});

/** Who may do the work of a configuration. The credentials of the first are there at once, of another when it is needed. */
async function offersOf(
  ports: VendorPorts,
  orgId: string,
  kind: ProviderKind,
  config: ProviderConfig,
): Promise<readonly Offer[]> {
  const [first, ...others] = providerChain(config);
  const equipment = await withCredentials(ports, orgId, kind, first);
  return [
    { provider: first.provider, equipment: async () => equipment },
    ...others.map((other) => ({
      provider: other.provider,
      equipment: () => withCredentials(ports, orgId, kind, other),
    })),
  ];
}

/** The agent's settings with the organisation's secrets merged in, in memory only. Providers without secrets are not asked for. */
async function withCredentials(
  { providers, controlPlane }: VendorPorts,
  orgId: string,
  kind: ProviderKind,
  settings: ProviderSettings,
): Promise<Equipment> {
  const declaration = providers.find(kind, settings.provider);
  const secrets = declaration ? secretsOf(declaration) : [];
  const stored = secrets.length === 0 ? null : await controlPlane.credentials(orgId, settings.provider);
  if (!stored) return { settings, hosts: [] };
  // What an older version stored may hold settings as well: those are the agent's to choose.
  const known = Object.entries(stored.auth).filter(([name]) => secrets.includes(name));
  return { settings: { ...settings, ...Object.fromEntries(known) }, hosts: stored.allowed_hosts };
}
