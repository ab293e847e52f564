import { assert } from 'chai';
import { BatchTranscription } from '../../../adapters/providers/_speech/batch-transcription.ts';
import { UtteranceQueue } from '../../../adapters/providers/_speech/utterance-queue.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';

const partial = (text: string) => ({ text, final: false });
const final = (text: string) => ({ text, final: true });

describe('a queue of utterances', () => {
  let listener: Listener;
  let queue: UtteranceQueue;
  beforeEach(() => {
    listener = new Listener();
    queue = new UtteranceQueue(listener);
  });

  it('holds back what is known of a later one until the earlier ones are over, and tells the latest of it once', () => {
    const [first, second, third] = [queue.add(), queue.add(), queue.add()];
    second.interim('good');
    second.interim('good evening');
    third.complete('bye');
    first.interim(' a ');
    first.interim('a');
    assert.deepEqual(listener.transcripts, [partial('a')]);
    first.complete('a table');
    assert.deepEqual(listener.transcripts.slice(1), [final('a table'), partial('good evening')]);
    second.complete('good evening');
    assert.deepEqual(listener.transcripts.slice(3), [final('good evening'), final('bye')]);
  });

  it('tells once more that words stay which were known before', () => {
    const [first, second] = [queue.add(), queue.add()];
    first.interim('a table');
    first.interim('a table', true);
    first.interim('a table', true);
    second.interim('for two', true);
    first.complete('a table');
    const stays = (text: string) => ({ ...partial(text), stable: true });
    assert.deepEqual(listener.transcripts, [partial('a table'), stays('a table'), final('a table'), stays('for two')]);
  });

  it('counts the first ending of an utterance only, and no words after it', () => {
    const utterance = queue.add();
    assert.isFalse(utterance.isCompleted);
    utterance.complete('yes');
    utterance.fail(new VendorFailure('late', { retryable: true }));
    utterance.interim('no');
    assert.isTrue(utterance.isCompleted);
    assert.deepEqual(listener.transcripts, [final('yes')]);
    assert.lengthOf(listener.outcomes, 1);
  });

  it('tells nothing once it is closed, not even by an answer that closes it', () => {
    const closing = new UtteranceQueue({ transcript: () => closing.close(), failed: () => assert.fail('told') });
    const [first, second] = [closing.add(), closing.add()];
    second.fail(new VendorFailure('lost', { retryable: true }));
    first.complete('goodbye');
    second.interim('hm');
    closing.add().fail(new VendorFailure('lost', { retryable: true }));
  });
});

describe('BatchTranscription', () => {
  it('aborts an attempt after 10 s, repeats it once, and then fails', async () => {
    const time = manualTimers();
    const listener = new Listener();
    const attempts: AbortSignal[] = [];
    const transcribe = (_: Int16Array, signal: AbortSignal): Promise<string> => {
      attempts.push(signal);
      return new Promise(() => undefined);
    };
    const transcription = new BatchTranscription(transcribe, listener, { endpointingMs: 0, sampleRate: 16_000 });
    transcription.startUtterance();
    transcription.endUtterance();
    for (const count of [1, 2]) {
      time.pass(9_999);
      assert.deepEqual([attempts.length, attempts.at(-1)?.aborted, listener.outcomes.length], [count, false, 0]);
      time.pass(1);
      await new Promise((resolve) => setImmediate(resolve));
      assert.isTrue(attempts[count - 1]?.aborted);
    }
    assert.deepEqual([attempts.length, listener.outcomes.length], [2, 1]);
  });
});
