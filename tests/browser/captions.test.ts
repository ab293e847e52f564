import { assert } from 'chai';
import { Captions } from '../../clients/browser/captions.ts';
import type { Caption } from '../../clients/browser/index.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Delivery } from '../application/runtime/fake-vendors.ts';
import { interruptedCall } from './interrupted-call.ts';

/** Every caption of the agent as it is reported, and what the transcript has of it. */
async function call(ms: number, deliveries: Delivery[] = []) {
  const { messages, transcript } = await interruptedCall(ms, deliveries);
  const captions = new Captions();
  const reported = [...messages.flatMap((message) => captions.take(message)), ...captions.end()];
  return { reported: reported.filter(({ side }) => side === 'agent'), transcript };
}

const finals = (reported: readonly Caption[]): readonly Caption[] => reported.filter(({ isFinal }) => isFinal);
const wordsOf = (captions: readonly Caption[]): readonly string[] =>
  captions.map(({ text }) => text).filter((text) => text !== '');

describe('the captions of the browser package', () => {
  it('are final once, and then equal the transcript, whenever the caller interrupts', async () => {
    let takenBack = 0;
    let cut = 0;
    for (let ms = 3_500; ms < 9_500; ms += 115) {
      const { reported, transcript } = await call(ms);
      const final = finals(reported);
      const ids = final.map(({ id }) => id);
      assert.deepEqual(ids, [...new Set(ids)], `interrupted after ${ms} ms`);
      assert.sameMembers(ids, [...new Set(reported.map(({ id }) => id))], `interrupted after ${ms} ms`);
      assert.deepEqual(wordsOf(final), transcript, `interrupted after ${ms} ms`);
      assert.isFalse(final[0]?.isInterrupted, 'the greeting was played to its end');
      takenBack += final.length - transcript.length;
      cut += final.filter(({ text, isInterrupted }) => text !== '' && isInterrupted).length;
    }
    assert.isAbove(takenBack, 0, 'answers of which nothing was played');
    assert.isAbove(cut, 8, 'answers that were cut');
  });

  it('are final once when the voice fails in the middle of a sentence', async () => {
    const lost = new VendorFailure('lost', { retryable: false });
    const { reported, transcript } = await call(20_000, ['whole', 'whole', { afterMs: 300, ends: lost }]);
    const final = finals(reported);
    assert.deepEqual(wordsOf(final), transcript);
    assert.lengthOf(new Set(final.map(({ id }) => id)), final.length);
    assert.isFalse(final.some(({ isInterrupted }) => isInterrupted));
  });

  it('have none for a caller whose words were not recognised', () => {
    const captions = new Captions();
    const take = (text: string, final: boolean) => captions.take({ type: 'user-transcription', data: { text, final } });
    assert.deepEqual([...take('', false), ...take('', true)], []);
    take('hel', false);
    assert.deepInclude(take('', true)[0], { text: '', isFinal: true }, 'words that are taken back');
  });
});
