import type { CallRedaction } from '../../domain/calls/redact.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import { cachedSynthesiser } from './cached-synthesiser.ts';
import { screeningAnswerOf } from './call-settings.ts';
import { agentTools, keyParts, type ToolCallScope } from './call-tools.ts';
import type { ConversationParts } from './conversation-parts.ts';
import type { ReplyModel } from './generation.ts';
import { groundModel, knowledgeOf } from './ground-model.ts';
import type { NormaliserCache } from './normaliser-cache.ts';
import type { OpenToolPorts } from './open-tools.ts';
import { openVendors, type OpenVendors, type VendorPorts } from './open-vendors.ts';
import { screeningModel } from './screening-model.ts';
import type { SpeechCache } from './speech-cache.ts';
import type { ToolSet } from './tool-runner.ts';
import type { UsageMeter } from './usage-meter.ts';
import { wordingOf } from './wording.ts';

export interface OpenAgentPorts extends VendorPorts, OpenToolPorts {
  readonly controlPlane: ControlPlane;
  readonly argumentSchemas: ArgumentSchemas;
  readonly speechCache: SpeechCache;
  readonly normalisers: NormaliserCache;
  readonly log: Log;
}

/** A call, as far as the parts of its agent depend on it. */
export interface AgentCall extends ToolCallScope {
  readonly channel: MediaChannel;
  readonly monitor: MonitoredCall;
  readonly isOutbound?: boolean;
}

interface AgentContext {
  readonly settings: ConversationSettings;
  readonly usage: UsageMeter;
  readonly redaction: CallRedaction | null;
  /** The transcription that another agent of the call opened. */
  readonly transcription?: OpenVendors['transcription'];
}

/** The parts of a call that its agent has opened. */
export interface OpenAgent extends Pick<
  OpenVendors,
  'openTranscription' | 'transcription' | 'listen' | 'processors' | 'switchLanguage' | 'useStage'
> {
  readonly synthesiser: SpeechSynthesiser;
  readonly model: ReplyModel;
  readonly summaryModel: LanguageModel;
  readonly isGrounded: boolean;
  readonly tools: ToolSet;
  readonly keys: Pick<ConversationParts, 'keypad' | 'doNotCall'>;
  /** Closes model and voice. The transcription is that of the call, and tools end with their calls. */
  readonly close: () => void;
}

/** Opens what an agent needs to speak in a call. On an error, closes what was opened. */
export async function openAgent(
  ports: OpenAgentPorts,
  call: AgentCall,
  { settings, usage, redaction, transcription }: AgentContext,
): Promise<OpenAgent> {
  const { agent, channel, monitor } = call;
  let { language } = settings;
  const { pronunciations, ...spoken } = wordingOf(ports, agent);
  const { model, synthesiser, ...vendors } = await openVendors(ports, agent, channel, monitor, {
    ...{ ...settings, ...spoken, usage },
    ...(transcription && { transcription }),
  });
  const voice = {
    voice: synthesiser,
    provider: () => `${vendors.processors.tts} ${vendors.voiceKey()}`,
    pronunciations: (text: string) => pronunciations(language)(text),
  };
  const retrieval = { ...ports, controlPlane: monitoredRetrieval(monitor, ports) };
  const grounded = screeningModel(
    groundModel(retrieval, agent, model, () => language),
    screeningAnswerOf(call),
  );
  const cached = cachedSynthesiser(ports.speechCache, agent, settings, voice);
  return {
    ...vendors,
    switchLanguage(next) {
      language = next;
      vendors.switchLanguage(next);
    },
    synthesiser: cached,
    isGrounded: knowledgeOf(agent) !== null,
    summaryModel: model,
    model: grounded,
    tools: agentTools(ports, call, { redaction, language: () => language }),
    keys: keyParts(call),
    close() {
      grounded.close();
      cached.close();
    },
  };
}

/** Retrieval through the API, traced as part of the call. */
const monitoredRetrieval = (
  monitor: MonitoredCall,
  { controlPlane }: OpenAgentPorts,
): Pick<ControlPlane, 'retrieve'> => ({
  retrieve: (...args) => monitor.run(() => controlPlane.retrieve(...args)),
});
