import type { Clock } from '../../ports/clock.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { withStreamTimeouts, type StreamTimeouts } from '../stream-timeouts.ts';

/** How long a vendor may take for an answer. Some models think for minutes before its first word. */
const ANSWER: StreamTimeouts = { firstMs: 180_000, nextMs: 60_000, totalMs: 300_000 };

/**
 * The model, whose answers fail when they take too long. While a vendor is awaited, the time of a conversation stands still:
 * none of its own limits would end the wait.
 */
export const timedModel = (model: LanguageModel, clock: Clock, provider: string): LanguageModel => ({
  get model() {
    return model.model;
  },
  async *generate(request, signal) {
    const stop = new AbortController();
    const answer = model.generate(request, AbortSignal.any([signal, stop.signal]));
    try {
      yield* withStreamTimeouts(clock, provider, answer, ANSWER);
    } finally {
      stop.abort();
    }
  },
  close: () => model.close(),
});
