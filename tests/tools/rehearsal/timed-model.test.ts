import { assert } from 'chai';
import type { LanguageModel } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { timedModel } from '../../../application/runtime/rehearsal/timed-model.ts';
import { fakeClock } from '../../support/fake-clock.ts';

/** A model that says one word, and nothing more until it is stopped. */
function hangingModel() {
  const seen = { isStopped: false };
  const model: LanguageModel = {
    model: 'm',
    close: () => undefined,
    async *generate(_request, signal) {
      yield { type: 'text', text: 'Well' };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      seen.isStopped = true;
    },
  };
  return { model, seen };
}

describe('a model of a rehearsal', () => {
  it('fails when its vendor stops sending, and ends the request', async () => {
    const clock = fakeClock();
    const { model, seen } = hangingModel();
    const words: string[] = [];
    const answer = async (): Promise<void> => {
      const timed = timedModel(model, clock, 'openai');
      for await (const chunk of timed.generate({ messages: [], tools: [] }, new AbortController().signal))
        if (chunk.type === 'text') words.push(chunk.text);
    };
    const answering = answer().catch((error: unknown) => error);
    await clock.advanceAsync(59_999);
    assert.isFalse(seen.isStopped);
    await clock.advanceAsync(1);
    const error = await answering;
    assert.instanceOf(error, VendorFailure);
    assert.include(String(error), 'openai took too long to answer');
    await clock.advanceAsync(0);
    assert.isTrue(seen.isStopped);
    assert.deepEqual(words, ['Well']);
  });
});
