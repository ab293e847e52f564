import { assert } from 'chai';
import { EMPTY_CONVERSATION, onMessage, visibleCaptions } from '../../console/src/pages/talk/conversation.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Delivery } from '../application/runtime/fake-vendors.ts';
import { interruptedCall } from '../browser/interrupted-call.ts';

/** What the page and the transcript show of the agent. */
async function call(ms: number, deliveries: Delivery[] = []) {
  const { messages, transcript } = await interruptedCall(ms, deliveries);
  const page = messages.reduce(onMessage, { ...EMPTY_CONVERSATION });
  return { captions: visibleCaptions(page).filter(({ side }) => side === 'agent'), transcript };
}

describe('the captions of the talk page', () => {
  it('equal the transcript, whenever the caller interrupts', async () => {
    const shown = new Set<string>();
    for (let ms = 3_700; ms < 9_500; ms += 230) {
      const { captions, transcript } = await call(ms);
      assert.deepEqual(
        captions.map(({ text }) => text),
        transcript,
        `interrupted after ${ms} ms`,
      );
      const [, answer] = captions;
      shown.add(answer?.text ?? '');
      if (transcript.length === 3) assert.isTrue(answer?.isCut || answer?.text.endsWith('blue. It is noon.'));
      assert.isFalse(captions[0]?.isCut, 'the greeting was played to its end');
    }
    assert.isAbove(shown.size, 8, 'the interruptions differ');
  });

  it('equal the transcript when the voice fails in the middle of a sentence', async () => {
    const lost = new VendorFailure('lost', { retryable: false });
    const { captions, transcript } = await call(20_000, ['whole', 'whole', { afterMs: 300, ends: lost }]);
    assert.deepEqual(
      captions.map(({ text }) => text),
      transcript,
    );
  });
});
