import { assert } from 'chai';
import { FluxSttProtocol } from '../../../adapters/providers/deepgram/flux-stt-protocol.ts';
import { deepgramStt } from '../../../adapters/providers/deepgram/stt.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { deepgramServer } from './deepgram-server.ts';
import { sound } from './letter-audio.ts';
import { anywhere } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const RATE = 16_000;

/** A protocol with two utterances, and the vendor's messages about a turn. */
function twoUtterances() {
  const line = new FluxSttProtocol({ sampleRate: RATE, endsTurns: false });
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
    const timed = [{ text: 'yes', fromMs: 50, toMs: 100 }];
    assert.deepEqual(turn('EndOfTurn', 0.55, words), { utterance: 0, text: 'yes', final: true, words: timed });
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

  describe('that ends turns', () => {
    const turnsOf = () => {
      const protocol = new FluxSttProtocol({ sampleRate: RATE, endsTurns: true });
      const read = (event: string, end: number, start: number, more: object = {}) =>
        protocol.read(
          JSON.stringify({
            type: 'TurnInfo',
            event,
            transcript: 'yes',
            words: [{ word: 'yes', start, end: start + 0.05 }],
            audio_window_start: start,
            audio_window_end: end,
            ...more,
          }),
        );
      protocol.startUtterance();
      protocol.audio(new Int16Array(0.5 * RATE));
      return { protocol, read };
    };
    const words = [{ text: 'yes', fromMs: 100, toMs: 150 }];
    const yes = (utterance: number, more: object = {}) => ({ utterance, text: 'yes', final: false, ...more });

    it('reports that a turn has probably ended, was resumed and has ended, with its most frequent language', () => {
      const { read } = turnsOf();
      const languages = ['es', 'en'];
      assert.deepEqual(read('Update', 0.2, 0.1), yes(0));
      assert.deepEqual(
        read('EagerEndOfTurn', 0.3, 0.1, { languages }),
        yes(0, { turn: 'likely_ended', language: 'es' }),
      );
      assert.deepEqual(read('TurnResumed', 0.4, 0.1), yes(0, { turn: 'resumed' }));
      const end = { trigger: 'model', languages: [] };
      assert.deepEqual(read('EndOfTurn', 0.5, 0.1, end), yes(0, { final: true, turn: 'ended', words }));
    });

    it('gives what is said right after the end to the next utterance, once that has started', () => {
      const { protocol, read } = turnsOf();
      assert.propertyVal(read('EndOfTurn', 0.3, 0.1, { trigger: 'model' }), 'final', true);
      assert.isNull(read('StartOfTurn', 0.4, 0.35));
      protocol.startUtterance();
      assert.deepEqual(read('Update', 0.6, 0.35), yes(1));
      assert.isEmpty(protocol.unblocked());
    });

    it('does not take the end that we asked for as one that the vendor found', () => {
      const { protocol, read } = turnsOf();
      protocol.endUtterance();
      assert.deepEqual(read('EndOfTurn', 0.5, 0.1, { trigger: 'manual' }), yes(0, { final: true, words }));
    });
  });

  it('ignores updates between turns', () => {
    const line = new FluxSttProtocol({ sampleRate: RATE, endsTurns: false });
    line.startUtterance();
    assert.isNull(line.read('{"type":"TurnInfo","event":"Update","transcript":"","audio_window_end":0.1,"words":[]}'));
  });

  it('is given up with a fault that the vendor reports', () => {
    const line = new FluxSttProtocol({ sampleRate: RATE, endsTurns: false });
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
  const opened = async (more: object, listener = new Listener(), language = 'en') => {
    const server = await deepgramServer();
    const settings = { api_key: 'dg-0123456789', base_url: server.url, model: 'flux-general-en', ...more };
    const line = await deepgramStt.open(
      settings,
      { sampleRate: RATE, language, turns: 'vendor' },
      listener,
      anywhere(),
    );
    return { line, listener, query: Object.fromEntries(server.received[0]!.url.searchParams) };
  };

  it('asks the vendor to end turns, as sure as the settings say', async () => {
    for (const [settings, eot, eager] of [
      [{}, '0.7', '0.5'],
      [{ eot_threshold: 0.9, eager_eot_threshold: 0.3 }, '0.9', '0.3'],
    ] as const) {
      const { line, query } = await opened(settings);
      line.close();
      const { eot_threshold, eager_eot_threshold, eot_timeout_ms } = query;
      assert.deepEqual([eot_threshold, eager_eot_threshold, eot_timeout_ms], [eot, eager, undefined]);
    }
    assert.throws(
      () => deepgramStt.parseSettings({ eot_threshold: 0.5, eager_eot_threshold: 0.6 }),
      'eager_eot_threshold must be at most eot_threshold',
    );
  });

  it('says that nova reports no turns, also where they are asked for', async () => {
    const { line, query } = await opened({ model: 'nova-3' });
    assert.isFalse(line.reportsTurns);
    assert.equal(query['endpointing'], 'false');
    line.close();
  });

  it('ends turns itself where it is asked to, in the middle of an utterance, and hears the next one', async () => {
    const { line, listener } = await opened({ model: 'flux-general-multi' }, undefined, 'es');
    assert.isTrue(line.reportsTurns);
    assert.equal(line.interimGapMs, 250);
    const silence = (seconds: number) => new Int16Array(seconds * RATE);
    line.startUtterance();
    hand(line, sound('a table'), RATE);
    hand(line, silence(0.3), RATE);
    hand(line, sound(' for two'), RATE);
    hand(line, silence(0.5), RATE);
    assert.deepEqual(await listener.next(), { text: 'a table for two' });
    assert.deepEqual(
      listener.transcripts.flatMap(({ turn, text, language }) => (turn ? [`${turn} ${language}: ${text}`] : [])),
      [
        'likely_ended es: a table',
        'resumed es: a table f',
        'likely_ended es: a table for two',
        'ended es: a table for two',
      ],
    );
    line.endUtterance();
    line.startUtterance();
    hand(line, sound('and a chair'), RATE);
    line.endUtterance();
    assert.deepEqual(await listener.next(), { text: 'and a chair' });
    assert.deepInclude(listener.transcripts.at(-1), { final: true, utterance: 1 });
    assert.notProperty(listener.transcripts.at(-1), 'turn');
    line.close();
  });

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
    await eventually(() => received.texts.length === 1, 'the end that comes too early');
    assert.isEmpty(listener.transcripts);
    hand(line, new Int16Array(1_600), RATE);
    await eventually(() => listener.outcomes.length === 1, 'the word');
    assert.deepEqual(
      received.texts,
      Array.from({ length: 2 }, () => '{"type":"ForceEndTurn"}'),
    );
    line.startUtterance();
    hand(line, sound('two of them please'), RATE);
    line.endUtterance();
    await eventually(() => listener.outcomes.length === 2, 'the next words');
    assert.deepEqual(listener.outcomes, [{ text: 'yes' }, { text: 'two of them please' }]);
    assert.isAtLeast(received.texts.length, 3);
    line.close();
  });
});
