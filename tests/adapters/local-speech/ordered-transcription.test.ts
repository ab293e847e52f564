import { assert } from 'chai';
import { Deferred } from '../../../application/deferred.ts';
import { OrderedTranscription } from '../../../adapters/providers/local/ordered-transcription.ts';
import { InterimTranscriptThrottle } from '../../../adapters/providers/local/interim-transcript-throttle.ts';
import type { Recogniser } from '../../../adapters/providers/local/recogniser.ts';
import { upsample8kTo16k } from '../../../adapters/providers/local/upsampler.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';

interface StartedUtterance {
  readonly audio: number[];
  readonly words: Deferred<string>;
  partial(text: string): void;
  finished: boolean;
  discarded: boolean;
}

/** A recogniser that notes what it is given and answers when the test wants it to. */
function recogniserOf(utterances: StartedUtterance[]): Recogniser {
  return {
    startUtterance(preRoll, partial) {
      const one: StartedUtterance = {
        audio: [...preRoll],
        words: new Deferred(),
        partial,
        finished: false,
        discarded: false,
      };
      utterances.push(one);
      return {
        result: one.words.promise,
        words: [],
        write: (audio) => one.audio.push(...audio),
        end: () => (one.finished = true),
        discard: () => (one.discarded = true),
      };
    },
    close: () => undefined,
  };
}

function opened() {
  const utterances: StartedUtterance[] = [];
  const listener = new Listener();
  const how = { endpointingMs: 300, convert: (pcm: Int16Array) => pcm.slice() };
  return {
    utterances,
    listener,
    transcription: new OrderedTranscription(recogniserOf(utterances), listener, how),
  };
}

const frame = (value: number): Int16Array => new Int16Array(320).fill(value);

describe('a transcription over one recogniser', () => {
  it('gives an utterance the last 300 ms before it, and nothing of the utterance before that', () => {
    const { utterances, transcription } = opened();
    for (let at = 1; at <= 20; at += 1) transcription.write(frame(at));
    transcription.startUtterance();
    transcription.write(frame(21));
    transcription.endUtterance();
    transcription.write(frame(22));
    transcription.startUtterance();
    assert.deepEqual([...new Set(utterances[0]!.audio)], [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    assert.deepEqual([...new Set(utterances[1]!.audio)], [22]);
  });

  it('answers in the order of speaking, whichever is understood first', async () => {
    const { utterances, listener, transcription } = opened();
    for (let at = 0; at < 2; at += 1) {
      transcription.startUtterance();
      transcription.endUtterance();
    }
    utterances[1]!.words.resolve('second');
    utterances[1]!.partial('sec');
    utterances[0]!.partial('fir');
    utterances[0]!.words.resolve('first');
    await listener.next();
    await listener.next();
    assert.deepEqual(listener.transcripts, [
      { text: 'fir', final: false, utterance: 0 },
      { text: 'first', final: true, utterance: 0 },
      { text: 'second', final: true, utterance: 1 },
    ]);
  });

  it('begins anew where an utterance gets longer than 30 seconds', () => {
    const { utterances, transcription } = opened();
    transcription.startUtterance();
    for (let at = 0; at < 31 * 50; at += 1) transcription.write(frame(1));
    assert.deepEqual(
      utterances.map(({ audio, finished }) => [audio.length / 16_000, finished]),
      [
        [30, true],
        [1, false],
      ],
    );
    transcription.endUtterance();
    assert.isTrue(utterances[1]!.finished);
  });

  it('listens again after it lost what was being said', async () => {
    const { utterances, listener, transcription } = opened();
    transcription.startUtterance();
    const failure = new VendorFailure('gone', { retryable: true });
    utterances[0]!.words.reject(failure);
    assert.deepEqual(await listener.next(), { failure });
    assert.isTrue(utterances[0]!.discarded);
    transcription.endUtterance();
    assert.isFalse(utterances[0]!.finished);
    transcription.startUtterance();
    assert.lengthOf(utterances, 2);
  });

  it('wants nothing any more once it is closed', async () => {
    const { utterances, listener, transcription } = opened();
    transcription.startUtterance();
    transcription.close();
    utterances[0]!.words.resolve('too late');
    utterances[0]!.partial('too');
    await Promise.resolve();
    assert.isTrue(utterances[0]!.discarded);
    assert.isEmpty(listener.transcripts);
  });
});

describe('texts on the way', () => {
  it('are reported on change, after 300 ms and at most ten times per second', () => {
    const pace = new InterimTranscriptThrottle();
    const reported = Array.from({ length: 30 }, (_, frames) => pace.next(320, frames < 15 ? 'a' : `a${frames}`));
    assert.deepEqual(
      reported.flatMap((text, at) => (text === null ? [] : [at])),
      [14, 19, 24, 29],
    );
    const silent = new InterimTranscriptThrottle();
    assert.isNull(silent.next(16_000, ''));
    assert.equal(silent.next(16_000, 'same'), 'same');
    assert.isNull(silent.next(16_000, 'same'));
  });
});

describe('telephone sound', () => {
  it('is upsampled linearly across frame boundaries', () => {
    const widen = upsample8kTo16k();
    assert.deepEqual([...widen(Int16Array.of(100, 200))], [50, 100, 150, 200]);
    assert.deepEqual([...widen(Int16Array.of(0, -300))], [100, 0, -150, -300]);
  });
});
