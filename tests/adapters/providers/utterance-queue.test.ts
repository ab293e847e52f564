import { assert } from 'chai';
import { UtteranceQueue } from '../../../adapters/providers/_speech/utterance-queue.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';

const partial = (text: string) => ({ text, final: false });
const final = (text: string) => ({ text, final: true });

describe('a queue of utterances', () => {
  let ear: Listener;
  let queue: UtteranceQueue;
  beforeEach(() => {
    ear = new Listener();
    queue = new UtteranceQueue(ear);
  });

  it('holds back what is known of a later one until the earlier ones are over, and tells the latest of it once', () => {
    const [first, second, third] = [queue.begin(), queue.begin(), queue.begin()];
    second.partial('good');
    second.partial('good evening');
    third.done('bye');
    first.partial(' a ');
    first.partial('a');
    assert.deepEqual(ear.told, [partial('a')]);
    first.done('a table');
    assert.deepEqual(ear.told.slice(1), [final('a table'), partial('good evening')]);
    second.done('good evening');
    assert.deepEqual(ear.told.slice(3), [final('good evening'), final('bye')]);
  });

  it('tells once more that words stay which were known before', () => {
    const [first, second] = [queue.begin(), queue.begin()];
    first.partial('a table');
    first.partial('a table', true);
    first.partial('a table', true);
    second.partial('for two', true);
    first.done('a table');
    const stays = (text: string) => ({ ...partial(text), stable: true });
    assert.deepEqual(ear.told, [partial('a table'), stays('a table'), final('a table'), stays('for two')]);
  });

  it('counts the first ending of an utterance only, and no words after it', () => {
    const utterance = queue.begin();
    assert.isFalse(utterance.isOver);
    utterance.done('yes');
    utterance.failed(new VendorFailure('late', { retryable: true }));
    utterance.partial('no');
    assert.isTrue(utterance.isOver);
    assert.deepEqual(ear.told, [final('yes')]);
    assert.lengthOf(ear.outcomes, 1);
  });

  it('tells nothing once it is closed, not even by an answer that closes it', () => {
    const closing = new UtteranceQueue({ heard: () => closing.close(), failed: () => assert.fail('told') });
    const [first, second] = [closing.begin(), closing.begin()];
    second.failed(new VendorFailure('lost', { retryable: true }));
    first.done('goodbye');
    second.partial('hm');
    closing.begin().failed(new VendorFailure('lost', { retryable: true }));
  });
});
