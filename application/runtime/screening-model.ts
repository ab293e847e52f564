import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import { isFirstWords, machineIn } from '../../domain/voice/machine-words.ts';
import type { ReplyModel } from './generation.ts';

/** A model that answers an assistant which screens calls with this sentence. Null: the model answers it itself. */
export function screeningModel(model: ReplyModel, answer: string | null): ReplyModel {
  if (answer === null) return model;
  return {
    // Failover may have replaced the model.
    get model() {
      return model.model;
    },
    close: () => model.close(),
    ...(model.prefetch && { prefetch: (messages: readonly ChatMessage[]) => model.prefetch?.(messages) }),
    async *generate(request, signal) {
      const last = request.messages.at(-1);
      const isScreened =
        last?.role === 'user' && isFirstWords(request.messages) && machineIn(last.content) === 'screening';
      if (isScreened) yield { type: 'text', text: answer };
      else yield* model.generate(request, signal);
    },
  };
}
