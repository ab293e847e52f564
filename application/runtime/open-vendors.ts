import type { Agent } from '../../domain/agents/agent.ts';
import { secretsOf, type ProviderKind } from '../../domain/providers/declaration.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { ProviderRegistry, ProviderSettings, Vendors } from '../ports/providers.ts';
import type { ConversationParts } from './conversation-parts.ts';

export interface VendorPorts {
  readonly controlPlane: ControlPlane;
  readonly providers: ProviderRegistry;
  readonly vendors: Vendors;
}

type OpenVendors = Pick<ConversationParts, 'openTranscription' | 'voice' | 'model' | 'processors'>;

/** Opens an agent's voice and model at once; the transcription waits for its listener. What it throws leaves nothing open. */
export async function openVendors(ports: VendorPorts, agent: Agent, channel: MediaChannel): Promise<OpenVendors> {
  const { stt_config, tts_config, llm_config } = agent.config.models;
  const [stt, tts, llm] = await Promise.all([
    withCredentials(ports, agent.org_id, 'stt', stt_config),
    withCredentials(ports, agent.org_id, 'tts', tts_config),
    withCredentials(ports, agent.org_id, 'llm', llm_config),
  ]);
  const [voice, model] = await Promise.allSettled([
    ports.vendors.voice(tts, { sampleRate: channel.outputRate }),
    ports.vendors.languageModel(llm),
  ]);
  if (voice.status === 'rejected' || model.status === 'rejected') {
    if (voice.status === 'fulfilled') voice.value.close();
    if (model.status === 'fulfilled') model.value.close();
    throw voice.status === 'rejected' ? voice.reason : (model as PromiseRejectedResult).reason;
  }
  const options = { sampleRate: channel.inputRate, language: agent.config.language.primary };
  return {
    voice: voice.value,
    model: model.value,
    openTranscription: (listener) => ports.vendors.transcription(stt, options, listener),
    processors: { stt: `${stt.provider}STT`, llm: `${llm.provider}LLM`, tts: `${tts.provider}TTS` },
  };
}

/** The agent's settings with the organisation's secrets merged in, in memory only. Providers without secrets are not asked for. */
async function withCredentials(
  { providers, controlPlane }: VendorPorts,
  orgId: string,
  kind: ProviderKind,
  settings: ProviderSettings,
): Promise<ProviderSettings> {
  const declaration = providers.find(kind, settings.provider);
  const secrets = declaration ? secretsOf(declaration) : [];
  if (secrets.length === 0) return settings;
  const stored = Object.entries((await controlPlane.credentials(orgId, settings.provider)) ?? {});
  // What an older version stored may hold settings as well: those are the agent's to choose.
  return { ...settings, ...Object.fromEntries(stored.filter(([name]) => secrets.includes(name))) };
}
