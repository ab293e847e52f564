import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Ticker } from '../../../application/runtime/ticker.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause } from './fake-vendors.ts';
import { scriptedCall, soundsOf } from './scripted-call.ts';

const DOWN = new VendorFailure('down', { retryable: true });
const TROUBLE = ['I am sorry, I am having trouble answering.', 'Could you say that again?'];

describe('ConversationSession, faults', () => {
  it('stores the played text when the caller hangs up within a word', async () => {
    const call = scriptedCall({ settings: { greeting: 'One two three four five.' } });
    call.run();
    await call.passes(1_000);
    call.channel.leaves();
    await call.passes(1_000);
    assert.deepInclude(call.outcome(), { reason: 'caller_left' });
    assert.include(call.entry.transcript, 'assistant: One two three\n');
    assert.deepEqual(soundsOf(call.entry.side(1)), [[100, 1_000]]);
    assert.isEmpty(call.channel.closedWith, 'there is no call to hang up');
    assert.equal(call.clock.waiting, 0);
  });

  it('ends before it starts if the caller is never ready', async () => {
    const call = scriptedCall({});
    call.channel.isReady = Promise.resolve(false);
    call.run();
    await call.passes(1_000);
    assert.deepInclude(call.outcome(), { reason: 'caller_left' });
    assert.isEmpty(call.voice.texts);
    assert.equal(call.entry.transcript, 'call_id=c1\n---\n');
  });

  it('hangs up when ended from outside, even before its start', async () => {
    const early = scriptedCall({});
    early.conversation.end('shutdown');
    early.run();
    const late = scriptedCall({});
    late.run();
    await late.passes(500);
    late.conversation.end('shutdown');
    for (const call of [early, late]) {
      await call.passes(1_000);
      assert.deepInclude(call.outcome(), { reason: 'shutdown' });
      assert.deepEqual(call.channel.closedWith, ['shutdown']);
      assert.equal(call.clock.waiting, 0);
    }
  });

  it('does not start without a transcription and closes its vendors', async () => {
    const call = scriptedCall({});
    call.transcription.open = () => Promise.reject(DOWN);
    call.run();
    await call.passes(100);
    assert.equal(call.outcome(), DOWN);
    assert.isTrue(call.voice.closed && call.model.closed);
    assert.equal(call.clock.waiting, 0);
  });

  it('apologises and continues when the model stops within its answer', async () => {
    const call = scriptedCall({ answers: [{ says: ['It is noon. The'], ends: 'hangs' }, { says: ['Still noon.'] }] });
    call.run();
    await call.passes(1_000);
    call.channel.listener?.text('What time is it?');
    await call.passes(14_000);
    assert.deepEqual(call.voice.texts.slice(1), ['It is noon.', ...TROUBLE]);
    call.channel.listener?.text('Hello?');
    await call.passes(5_000);
    assert.deepEqual(call.context().slice(2), [
      `assistant: It is noon.`,
      `assistant: ${TROUBLE.join(' ')}`,
      'user: Hello?',
    ]);
    assert.equal(call.voice.texts.at(-1), 'Still noon.');
  });

  it('asks the caller to repeat a lost utterance', async () => {
    const call = scriptedCall({ utterances: [{ final: DOWN }, { final: 'Hello again' }] });
    call.run();
    call.channel.streams([1_000, 1_500], [8_000, 8_500]);
    await call.passes(12_000);
    assert.deepEqual(call.voice.texts.slice(1, 3), ['I am sorry, I did not catch that.', 'Could you say it again?']);
    assert.equal(call.context().at(-1), 'user: Hello again');
  });

  it('ends after three failures of the synthesiser', async () => {
    const call = scriptedCall({ deliveries: Array.from({ length: 6 }, () => DOWN) });
    call.run();
    for (const question of ['One?', 'Two?', 'Three?']) {
      await call.passes(2_000);
      call.channel.listener?.text(question);
    }
    await call.passes(2_000);
    assert.deepInclude(call.outcome(), { reason: 'failed' });
    assert.deepEqual(call.channel.closedWith, ['failed']);
    assert.lengthOf(call.times('stage_failed'), 3);
    assert.lengthOf(call.times('ended'), 1);
  });

  it('fails without affecting other calls on any internal error', async () => {
    const bug = new TypeError('a bug');
    const strike = (): never => {
      throw bug;
    };
    const faults: Record<string, (call: ReturnType<typeof scriptedCall>) => void> = {
      'in an event': ({ channel }) => (channel.sendEvent = strike),
      'in what is heard': ({ transcription }) => (transcription.write = strike),
      'in what is recorded': ({ entry }) => (entry.appendAudio = strike),
    };
    for (const [where, sabotage] of Object.entries(faults)) {
      const call = scriptedCall({});
      sabotage(call);
      call.run();
      call.channel.streams([500, 1_000]);
      await call.passes(3_000);
      assert.equal(call.outcome(), bug, where);
      assert.isTrue(call.voice.closed && call.model.closed, where);
    }
  });

  it('fails without affecting other calls while the caller is not ready', async () => {
    const call = scriptedCall({});
    call.channel.isReady = pause(call.clock, 1_000).then(() => true);
    call.transcription.write = () => {
      throw new TypeError('a bug');
    };
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    call.run();
    call.channel.streams([100, 200]);
    await call.passes(2_000);
    process.off('unhandledRejection', note);
    assert.instanceOf(call.outcome(), TypeError);
    assert.isEmpty(unhandled);
  });

  it('does not disturb other calls of the process', async () => {
    const clock = fakeClock();
    const ticker = new Ticker(clock);
    const [faulty, sound] = [scriptedCall({}, clock, ticker), scriptedCall({}, clock, ticker)];
    faulty.entry.appendAudio = () => {
      throw new TypeError('a bug');
    };
    faulty.run();
    sound.run();
    await clock.advanceAsync(3_000);
    assert.instanceOf(faulty.outcome(), TypeError);
    assert.isNull(sound.outcome());
    assert.deepEqual(sound.times('agent_speech_ended'), [820]);
    sound.conversation.end('caller_left');
  });
});
