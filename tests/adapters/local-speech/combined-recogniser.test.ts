import { assert } from 'chai';
import { Deferred } from '../../../application/deferred.ts';
import { combineRecognisers } from '../../../adapters/providers/local/combined-recogniser.ts';
import { OrderedTranscription } from '../../../adapters/providers/local/ordered-transcription.ts';
import type { Recogniser } from '../../../adapters/providers/local/recogniser.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';

const nothing = (): void => undefined;
const NO_AUDIO = new Int16Array(0);

/** A recogniser that understands what the test wants, when it wants it. */
function scripted() {
  const words = new Deferred<string>();
  const reported = { partial: (_text: string): void => undefined, isEnough: async (_text: string) => false };
  const recogniser: Recogniser = {
    startUtterance(_preRoll, partial, isEnough = reported.isEnough) {
      Object.assign(reported, { partial, isEnough });
      return { result: words.promise, words: [], write: nothing, end: nothing, discard: nothing };
    },
    close: nothing,
  };
  return { words, reported, recogniser };
}

function opened(known: readonly string[]) {
  const [phrases, english] = [scripted(), scripted()];
  return { phrases, english, either: combineRecognisers(phrases.recogniser, english.recogniser, known) };
}

describe('phrases and free speech together', () => {
  it('wait less for more while both hear one and the same whole phrase', () => {
    const { phrases, english, either } = opened(['when do you open', 'when do you open on sunday']);
    const timing = { endpointingMs: 600, completeMs: 300, convert: (pcm: Int16Array) => pcm };
    const transcription = new OrderedTranscription(either, new Listener(), timing);
    const waits = [transcription.endpointingMs];
    const hear = (phrase: string, words: string): void => {
      phrases.reported.partial(phrase);
      english.reported.partial(words);
      waits.push(transcription.endpointingMs);
    };
    transcription.startUtterance();
    hear('when do', 'when do');
    hear('when do you open', 'when do you hope in');
    hear('when do you open', 'when do you open the kitchen garden');
    transcription.endUtterance();
    waits.push(transcription.endpointingMs);
    assert.deepEqual(waits, [600, 600, 300, 600, 600]);
  });

  it('are content with the first understanding of a phrase, and of nothing else', async () => {
    const { phrases, english, either } = opened(['thank you']);
    either.startUtterance(NO_AUDIO, nothing);
    phrases.words.resolve('thank you');
    assert.isTrue(await english.reported.isEnough('thank ewe'));
    assert.isFalse(await english.reported.isEnough('thank you for the flowers'));
  });
});
