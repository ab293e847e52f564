import { assert } from 'chai';
import type { CallRedaction } from '../../../domain/calls/redact.ts';
import { redactedStretches } from '../../../domain/calls/redacted-stretches.ts';
import { tone } from './fake-channel.ts';
import { scriptedCall, soundsOf } from './scripted-call.ts';

const CARD: CallRedaction = { kinds: ['card_number'], values: [] };

/** Words of 250 ms each. */
const timesOf = (text: string, fromMs = 0) =>
  text.split(' ').map((word, index) => ({
    ...{ text: word, fromMs: fromMs + index * 250, toMs: fromMs + (index + 1) * 250 },
  }));

describe('the redaction of a recording', () => {
  it('finds the stretches of audio in which a number or a value was said', () => {
    const number =
      'my card is 4111 1111 1111 1111 and four one one one one one one one one one one one one one one one';
    assert.deepEqual(redactedStretches(timesOf(number), CARD), [
      [750, 1_750],
      [2_000, 6_000],
    ]);
    assert.deepEqual(
      redactedStretches(timesOf('I am Ada Lovelace, hello'), { kinds: [], values: [['name', 'ada lovelace']] }),
      [[500, 1_000]],
    );
    assert.isEmpty(redactedStretches([], CARD));
  });

  /** The sounds in the recording of a call whose caller says a card number, after 4 s. */
  async function recorded(redaction?: CallRedaction) {
    const number = '4111 1111 1111 1111';
    const call = scriptedCall({
      settings: { greeting: `Is ${number} your card? Thank you very much.` },
      utterances: [{ final: `Yes ${number}`, words: timesOf(`Yes ${number}`, 4_000) }],
      ...(redaction && { redaction }),
    });
    call.run();
    for (let at = 0; at < 12_000; at += 20) {
      call.channel.listener?.audio(tone(20, at >= 4_000 && at < 5_400 ? 3_000 : 0, 16_000));
      await call.passes(20);
    }
    call.channel.leaves();
    await call.passes(100);
    return { caller: soundsOf(call.entry.side(0)), agent: soundsOf(call.entry.side(1)), model: call.model };
  }

  it('mutes what the caller said of it, where the vendor tells when, and segments of the agent with it', async () => {
    const whole = await recorded();
    assert.lengthOf(whole.caller, 1);
    const redacted = await recorded(CARD);
    const [[start, end] = [0, 0]] = whole.caller;
    assert.lengthOf(redacted.caller, 2);
    const [[from, muted] = [0, 0], [again, to] = [0, 0]] = redacted.caller;
    assert.deepEqual([from, to], [start, end]);
    // The number is from 4,250 to 5,250 ms, with 100 ms around it.
    assert.closeTo(muted - start, 150, 25);
    assert.closeTo(end - again, 50, 25);
    // Of the greeting, the sentence with the number is silent, and the other one is not.
    const soundMs = (sounds: [number, number][]) => sounds.reduce((sum, [begin, over]) => sum + over - begin, 0);
    const missing = soundMs(whole.agent) - soundMs(redacted.agent);
    assert.closeTo(missing, 60 * 'Is 4111 1111 1111 1111 your card?'.length, 60);
  });
});
