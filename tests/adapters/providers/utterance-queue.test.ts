import { assert } from 'chai';
import { BatchTranscription } from '../../../adapters/providers/_speech/batch-transcription.ts';
import { UtteranceQueue } from '../../../adapters/providers/_speech/utterance-queue.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';

const partial = (text: string, utterance = 0) => ({ text, final: false, utterance });
const final = (text: string, utterance = 0) => ({ text, final: true, utterance });

describe('a queue of utterances', () => {
  let listener: Listener;
  let queue: UtteranceQueue;
  beforeEach(() => {
    listener = new Listener();
    queue = new UtteranceQueue(listener);
  });

  it('holds back what is known of a later one until the earlier ones are over, and tells the latest of it once', () => {
    const [first, second, third] = [queue.add(), queue.add(), queue.add()];
    second.interim({ text: 'good' });
    second.interim({ text: 'good evening' });
    third.complete({ text: 'bye' });
    first.interim({ text: ' a ' });
    first.interim({ text: 'a' });
    assert.deepEqual(listener.transcripts, [partial('a')]);
    first.complete({ text: 'a table' });
    assert.deepEqual(listener.transcripts.slice(1), [final('a table'), partial('good evening', 1)]);
    second.complete({ text: 'good evening' });
    assert.deepEqual(listener.transcripts.slice(3), [final('good evening', 1), final('bye', 2)]);
  });

  it('tells once more that words stay which were known before', () => {
    const [first, second] = [queue.add(), queue.add()];
    first.interim({ text: 'a table' });
    first.interim({ text: 'a table', stable: true });
    first.interim({ text: 'a table', stable: true });
    second.interim({ text: 'for two', stable: true });
    first.complete({ text: 'a table' });
    const stays = (text: string, utterance = 0) => ({ ...partial(text, utterance), stable: true });
    assert.deepEqual(listener.transcripts, [
      ...[partial('a table'), stays('a table'), final('a table')],
      stays('for two', 1),
    ]);
  });

  it('reports again what the vendor says of a turn whose words are the same', () => {
    const utterance = queue.add();
    utterance.interim({ text: 'a table', turn: 'likely_ended' });
    utterance.interim({ text: 'a table', turn: 'likely_ended' });
    utterance.interim({ text: 'a table', turn: 'resumed' });
    utterance.complete({ text: 'a table for two ', turn: 'ended', language: 'en' });
    assert.deepEqual(listener.transcripts, [
      { ...partial('a table'), turn: 'likely_ended' },
      { ...partial('a table'), turn: 'resumed' },
      { ...final('a table for two'), turn: 'ended', language: 'en' },
    ]);
  });

  it('counts the first ending of an utterance only, and no words after it', () => {
    const utterance = queue.add();
    assert.isFalse(utterance.isCompleted);
    utterance.complete({ text: 'yes' });
    utterance.fail(new VendorFailure('late', { retryable: true }));
    utterance.interim({ text: 'no' });
    assert.isTrue(utterance.isCompleted);
    assert.deepEqual(listener.transcripts, [final('yes')]);
    assert.lengthOf(listener.outcomes, 1);
  });

  it('tells nothing once it is closed, not even by an answer that closes it', () => {
    const closing = new UtteranceQueue({ transcript: () => closing.close(), failed: () => assert.fail('told') });
    const [first, second] = [closing.add(), closing.add()];
    second.fail(new VendorFailure('lost', { retryable: true }));
    first.complete({ text: 'goodbye' });
    second.interim({ text: 'hm' });
    closing.add().fail(new VendorFailure('lost', { retryable: true }));
  });
});

describe('BatchTranscription', () => {
  /** A transcription whose requests the test answers. */
  const answered = () => {
    const listener = new Listener();
    const requests: { samples: number; signal: AbortSignal; answer(text: string): void; fail(): void }[] = [];
    const transcription = new BatchTranscription(
      (pcm, signal) =>
        new Promise((resolve, reject) => {
          const answer = (text: string): void => resolve({ text });
          const fail = (): void => reject(new VendorFailure('busy', { retryable: true }));
          requests.push({ samples: pcm.length, signal, answer, fail });
        }),
      listener,
      { endpointingMs: 300, sampleRate: 16_000 },
    );
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    return { listener, requests, transcription, settled };
  };

  it('counts the audio of every request that it sends, and no silence between utterances', async () => {
    const { requests, transcription, settled } = answered();
    const write = (frames: number): void => {
      for (let frame = 0; frame < frames; frame += 1) transcription.write(new Int16Array(320));
    };
    transcription.startUtterance();
    write(5);
    transcription.probe();
    write(5);
    transcription.endUtterance();
    write(50);
    assert.equal(transcription.sentMs, 300);
    requests[1]?.fail();
    await settled();
    assert.equal(transcription.sentMs, 500);
  });

  it('transcribes the utterance so far when it is probed, one request at a time', async () => {
    const { listener, requests, transcription, settled } = answered();
    transcription.probe();
    transcription.startUtterance();
    transcription.write(new Int16Array(320));
    transcription.probe();
    transcription.write(new Int16Array(320));
    transcription.probe();
    assert.deepEqual(
      requests.map(({ samples }) => samples),
      [320],
    );
    requests[0]!.answer('a table');
    await settled();
    assert.deepEqual(listener.transcripts, [partial('a table')]);
    transcription.probe();
    requests[1]!.fail();
    await settled();
    transcription.probe();
    requests[2]!.answer('a table ');
    await settled();
    transcription.endUtterance();
    requests[3]!.answer('a table for two');
    await settled();
    assert.deepEqual(
      requests.map(({ samples }) => samples),
      [320, 640, 640, 640],
    );
    assert.deepEqual(listener.transcripts, [partial('a table'), partial('a table'), final('a table for two')]);
  });

  it('cancels a probe when the utterance ends, and ignores its words', async () => {
    const { listener, requests, transcription, settled } = answered();
    transcription.startUtterance();
    transcription.probe();
    transcription.endUtterance();
    assert.isTrue(requests[0]!.signal.aborted);
    requests[0]!.answer('late');
    await settled();
    assert.isEmpty(listener.transcripts);
    requests[1]!.answer('yes');
    await settled();
    assert.deepEqual(listener.transcripts, [final('yes')]);
  });

  it('aborts an attempt after 10 s, repeats it once, and then fails', async () => {
    const time = manualTimers();
    const listener = new Listener();
    const attempts: AbortSignal[] = [];
    const transcribe = (_: Int16Array, signal: AbortSignal): Promise<never> => {
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
