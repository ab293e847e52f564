import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Voice } from '../ports/text-to-speech.ts';
import type { Candidate } from './candidate.ts';
import { Failover } from './failover.ts';
import type { VendorWatch } from './vendor-watch.ts';

/** A vendor's work, and whose it is at the moment. */
export interface Attributed<V> {
  readonly work: V;
  readonly provider: () => string;
}

/** A voice by whoever of these works. Its sample rate is that of whoever would speak next. */
export async function failoverVoice(
  candidates: readonly Candidate<() => Promise<Voice>>[],
  clock: Clock,
  watch: VendorWatch,
): Promise<Attributed<Voice>> {
  const failover = await Failover.open(candidates, clock, watch);
  const work: Voice = {
    get sampleRate() {
      return failover.current.sampleRate;
    },
    speak: (text, signal, manner) => failover.pieces((voice, stop) => voice.speak(text, stop, manner), signal),
    prepare: (text, speech) => failover.current.prepare?.(text, speech),
    finish: (speech) => failover.current.finish?.(speech),
    close: () => failover.close(),
  };
  return { work, provider: () => failover.provider };
}

/** A language model by whoever of these works. */
export async function failoverModel(
  candidates: readonly Candidate<() => Promise<LanguageModel>>[],
  clock: Clock,
  watch: VendorWatch,
): Promise<Attributed<LanguageModel>> {
  const failover = await Failover.open(candidates, clock, watch);
  const work: LanguageModel = {
    get model() {
      return failover.current.model;
    },
    think: (request, signal) =>
      failover.pieces(
        (model, stop) => model.think(request, stop),
        signal,
        (asked, thought) => void (thought.type === 'finished' && asked.used(thought.usage, thought.reason)),
      ),
    close: () => failover.close(),
  };
  return { work, provider: () => failover.provider };
}
