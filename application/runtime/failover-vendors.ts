import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import { Failover, type VendorCandidate } from './failover.ts';
import type { StreamTimeouts } from './stream-timeouts.ts';
import type { VendorMonitor } from './vendor-monitor.ts';

/** A service, and the provider that currently performs it. */
export interface ProviderHandle<V> {
  readonly service: V;
  readonly provider: () => string;
}

const SYNTHESIS: StreamTimeouts = {
  firstMs: TIMEOUTS_MS.tts_chunk,
  nextMs: TIMEOUTS_MS.tts_chunk,
  totalMs: Infinity,
};
/** The conversation waits for a single LLM, and for every further chunk. */
const GENERATION: StreamTimeouts = { firstMs: Infinity, nextMs: Infinity, totalMs: TIMEOUTS_MS.llm_response };

/** A synthesiser with failover across vendors. Its sample rate is that of the current vendor. */
export async function failoverSynthesiser(
  candidates: readonly VendorCandidate<() => Promise<SpeechSynthesiser>>[],
  clock: Clock,
  monitor: VendorMonitor,
): Promise<ProviderHandle<SpeechSynthesiser>> {
  const failover = await Failover.open({ candidates, clock, monitor, timeouts: SYNTHESIS });
  const service: SpeechSynthesiser = {
    get sampleRate() {
      return failover.current.sampleRate;
    },
    synthesise: (text, signal, manner) =>
      failover.stream((voice, stop) => voice.synthesise(text, stop, manner), signal),
    prepare: (text, speech, phonemes) => failover.current.prepare?.(text, speech, phonemes),
    endSpeech: (speech) => failover.current.endSpeech?.(speech),
    close: () => failover.close(),
  };
  return { service, provider: () => failover.provider };
}

/** A language model with failover across vendors. */
export async function failoverModel(
  candidates: readonly VendorCandidate<() => Promise<LanguageModel>>[],
  clock: Clock,
  monitor: VendorMonitor,
): Promise<ProviderHandle<LanguageModel>> {
  const failover = await Failover.open({ candidates, clock, monitor, timeouts: GENERATION });
  const service: LanguageModel = {
    get model() {
      return failover.current.model;
    },
    generate: (request, signal) =>
      failover.stream(
        (model, stop) => model.generate(request, stop),
        signal,
        (call, chunk) => void (chunk.type === 'finished' && call.used(chunk.usage, chunk.reason)),
      ),
    close: () => failover.close(),
  };
  return { service, provider: () => failover.provider };
}
