import { assert } from 'chai';
import { FluxSttProtocol } from '../../../adapters/providers/deepgram/flux-stt-protocol.ts';
import { deepgramStt } from '../../../adapters/providers/deepgram/stt.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { waitUntil, manualTimers } from '../../support/manual-timers.ts';
import { deepgramServer } from './deepgram-server.ts';
import { sound } from './letter-audio.ts';
import { anywhere } from './vendor-stands.ts';

const RATE = 16_000;

/** A protocol with two utterances, and the vendor's messages about a turn. */
function twoUtterances() {
  const line = new FluxSttProtocol(RATE);
  const speak = (seconds: number): void => {
    line.startUtterance();
    line.audio(new Int16Array(seconds * RATE));
  };
  const turn = (event: string, end: number, words: readonly object[] = [], start = 0) =>
    line.read(
      JSON.stringify({
        type: 'TurnInfo',
        event,
        transcript: 'yes',
        words,
        audio_window_start: start,
        audio_window_end: end,
      }),
    );
  speak(0.1);
  assert.deepEqual(line.endUtterance(), ['{"type":"ForceEndTurn"}']);
  line.silence(new Int16Array(0.2 * RATE));
  speak(0.3);
  return { line, turn };
}

describe('a line to deepgram flux', () => {
  it('gives a turn to the utterance in which its first word was said, though the next one is on its way', () => {
    const { line, turn } = twoUtterances();
    const words = [{ word: 'yes', start: 0.05, end: 0.1 }];
    assert.deepEqual(turn('StartOfTurn', 0.5, words), { utterance: 0, text: 'yes', final: false });
    assert.deepEqual(line.unblocked(), ['{"type":"ForceEndTurn"}']);
    assert.deepEqual(turn('Update', 0.55, words), { utterance: 0, text: 'yes', final: false });
    assert.isEmpty(line.unblocked());
    assert.deepEqual(turn('EndOfTurn', 0.55, words), { utterance: 0, text: 'yes', final: true });
  });

  it('ends a turn of words that come behind the answer, so that they do not reach the next utterance', () => {
    const { line, turn } = twoUtterances();
    const words = [{ word: 'yes', start: 0.02, end: 0.05 }];
    assert.propertyVal(turn('StartOfTurn', 0.1, words), 'utterance', 0);
    assert.propertyVal(turn('EndOfTurn', 0.1, words), 'final', true);
    line.unblocked();
    assert.propertyVal(turn('StartOfTurn', 0.45, [{ word: 'please', start: 0.08, end: 0.1 }]), 'utterance', 0);
    assert.deepEqual(line.unblocked(), ['{"type":"ForceEndTurn"}']);
    turn('EndOfTurn', 0.5);
    assert.propertyVal(turn('StartOfTurn', 0.6, [{ word: 'two', start: 0.4, end: 0.5 }]), 'utterance', 1);
    assert.isEmpty(line.unblocked());
  });

  it('gives a turn whose words have no place to the utterance that is heard', () => {
    const { line, turn } = twoUtterances();
    assert.deepEqual(turn('StartOfTurn', 0.5), { utterance: 1, text: 'yes', final: false });
    assert.isEmpty(line.unblocked());
    line.endUtterance();
    assert.deepEqual(turn('EndOfTurn', 0.6), { utterance: 1, text: 'yes', final: true });
  });

  it('takes places before the turn for ones that count from something else', () => {
    const { turn } = twoUtterances();
    const received = turn('StartOfTurn', 0.5, [{ word: 'yes', start: 0.05, end: 0.1 }], 0.3);
    assert.propertyVal(received, 'utterance', 1);
  });

  it('ignores updates between turns', () => {
    const line = new FluxSttProtocol(RATE);
    line.startUtterance();
    assert.isNull(line.read('{"type":"TurnInfo","event":"Update","transcript":"","audio_window_end":0.1,"words":[]}'));
  });

  it('is given up with a fault that the vendor reports', () => {
    const line = new FluxSttProtocol(RATE);
    line.startUtterance();
    try {
      line.read('{"type":"Error","code":"INTERNAL_SERVER_ERROR","description":"sk-0123456789"}');
      assert.fail('It continues');
    } catch (failure) {
      const { message, retryable } = failure as VendorFailure;
      assert.deepEqual(
        [message, retryable],
        ['deepgram reported a fault (INTERNAL_SERVER_ERROR): it has a fault of its own', true],
      );
    }
  });
});

describe('deepgram flux listening', () => {
  it('ends the turn of a word that it hears only after the end was asked for, before the next utterance', async () => {
    manualTimers();
    const server = await deepgramServer();
    const settings = { api_key: 'dg-0123456789', base_url: server.url, model: 'flux-general-en' };
    const listener = new Listener();
    const line = await deepgramStt.open(settings, { sampleRate: RATE, language: 'en' }, listener, anywhere());
    const [received] = server.logs as [(typeof server.logs)[0]];
    line.startUtterance();
    hand(line, sound('yes'), RATE);
    line.endUtterance();
    await waitUntil(() => received.texts.length === 1, 'the end that comes too early');
    assert.isEmpty(listener.transcripts);
    hand(line, new Int16Array(1_600), RATE);
    await waitUntil(() => listener.outcomes.length === 1, 'the word');
    assert.deepEqual(
      received.texts,
      Array.from({ length: 2 }, () => '{"type":"ForceEndTurn"}'),
    );
    line.startUtterance();
    hand(line, sound('two of them please'), RATE);
    line.endUtterance();
    await waitUntil(() => listener.outcomes.length === 2, 'the next words');
    assert.deepEqual(listener.outcomes, [{ text: 'yes' }, { text: 'two of them please' }]);
    assert.lengthOf(received.texts, 3);
    line.close();
  });
});
