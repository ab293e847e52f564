import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { voiceMs } from '../../support/fake-vendors.ts';
import { heardMs, openMouth } from './open-speech-player.ts';

const DOWN = new VendorFailure('The synthesiser is down', { retryable: true });
const REFUSED = new VendorFailure('No such synthesiser', { retryable: false });

describe('the mouth, when its synthesiser fails,', () => {
  it('tries a piece once more when the synthesiser fails before its first audio', async () => {
    const { mouth, told, beats, synthesiser } = openMouth([DOWN]);
    mouth.say(1, 'One.');
    mouth.end(1);
    await beats(1_000);
    assert.deepEqual(synthesiser.texts, ['One.', 'One.']);
    assert.match(told.at(-1) ?? '', /spoken 1 One\.$/u);
  });

  it('tries only once more, and not at all what no retry can mend', async () => {
    for (const [deliveries, attempts] of [
      [[DOWN, DOWN], 2],
      [[REFUSED], 1],
    ] as const) {
      const { mouth, told, beats, synthesiser } = openMouth([...deliveries]);
      mouth.say(1, 'One.');
      mouth.end(1);
      await beats(1_000);
      assert.lengthOf(synthesiser.texts, attempts);
      assert.match(told.join(), /^\d+ failed 1 {2}\((?:The synthesiser is down|No such synthesiser)\)$/u);
    }
  });

  it('gives up a synthesiser that does not answer within five seconds, twice', async () => {
    const { mouth, told, beats } = openMouth(['hangs', 'hangs']);
    mouth.say(1, 'One.');
    mouth.end(1);
    await beats(12_000);
    assert.deepEqual(told, ['10000 failed 1  (Speech synthesis took longer than 5000 ms)']);
  });

  it('plays what there is when the synthesiser breaks in mid-speech, says nothing further, and tells what was heard', async () => {
    const { mouth, told, beats, synthesiser, channel } = openMouth(['whole', { afterMs: 300, ends: DOWN }]);
    mouth.say(1, 'One.');
    mouth.say(1, 'Two three four.');
    mouth.say(1, 'Five.');
    await beats(300);
    mouth.say(1, 'Six.');
    mouth.end(1);
    await beats(3_000);
    assert.deepEqual(synthesiser.texts, ['One.', 'Two three four.']);
    assert.equal(heardMs(channel), voiceMs('One.') + 300);
    assert.match(told.at(-1) ?? '', /failed 1 One\. Two \(The synthesiser is down\)$/u);
  });

  it('takes a speech without any sound for a failure, and a piece without sound for none', async () => {
    const { mouth, told, beats } = openMouth();
    mouth.say(1, '');
    mouth.end(1);
    mouth.say(2, '');
    mouth.say(2, 'Two.');
    mouth.end(2);
    await beats(1_000);
    assert.deepEqual(
      told.filter((line) => /spoken|failed/u.test(line)).map((line) => line.split(' ').slice(1).join(' ')),
      ['failed 1  (The voice made no sound)', 'spoken 2 Two.'],
    );
  });
});
