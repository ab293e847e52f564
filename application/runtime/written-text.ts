import type { Clock } from '../ports/clock.ts';
import type { GenerationRequest, LanguageModel } from '../ports/language-model.ts';
import { withTimeout } from '../with-timeout.ts';

interface WantedText {
  readonly request: GenerationRequest;
  readonly ms: number;
  /** Most that is read of it, in UTF-16 units. */
  readonly lengthMax: number;
}

/** What a model writes in the background. Null: it is late. Rejects where the model fails. */
export const writtenText = (
  model: Pick<LanguageModel, 'generate'>,
  clock: Pick<Clock, 'after'>,
  { request, ms, lengthMax }: WantedText,
  cancelled: AbortSignal,
): Promise<string | null> =>
  withTimeout(
    clock,
    ms,
    async (timeout) => {
      let text = '';
      for await (const chunk of model.generate(request, AbortSignal.any([cancelled, timeout]))) {
        if (chunk.type === 'text') text += chunk.text;
        if (text.length > lengthMax) break;
      }
      return text;
    },
    () => null,
  );
