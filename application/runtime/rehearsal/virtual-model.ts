import type { GenerationChunk, LanguageModel } from '../../ports/language-model.ts';
import type { VirtualRun } from './virtual-run.ts';

/**
 * A model in virtual time: while it is awaited, no time passes. `firstMs` passes before its first output and none after that;
 * null: as long as it took.
 */
export const virtualModel = (model: LanguageModel, run: VirtualRun, firstMs: number | null): LanguageModel => ({
  get model() {
    return model.model;
  },
  async *generate(request, signal): AsyncGenerator<GenerationChunk> {
    const chunks = model.generate(request, signal)[Symbol.asyncIterator]();
    try {
      for (let passes = firstMs; ; passes = firstMs === null ? null : 0) {
        const next = await run.outside(() => chunks.next(), passes);
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  },
  // The conversations share it.
  close: () => undefined,
});

/** Numbers of the tool calls in one conversation. */
export class CallNumbers {
  #count = 0;

  /** A model whose tool calls are numbered, so that they are the same each time. */
  of(model: LanguageModel): LanguageModel {
    const next = (): string => `v${String((this.#count += 1)).padStart(8, '0')}`;
    return {
      get model() {
        return model.model;
      },
      async *generate(request, signal): AsyncGenerator<GenerationChunk> {
        for await (const chunk of model.generate(request, signal)) {
          if (chunk.type !== 'tool_call') yield chunk;
          else yield { ...chunk, call: { ...chunk.call, id: next() } };
        }
      },
      close: () => model.close(),
    };
  }
}
