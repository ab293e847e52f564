import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { voiceMs } from './fake-vendors.ts';
import { sentMs, openSpeechPlayer } from './open-speech-player.ts';

const DOWN = new VendorFailure('The synthesiser is down', { retryable: true });
const REFUSED = new VendorFailure('No such synthesiser', { retryable: false });

describe('SpeechPlayer, synthesiser failures', () => {
  it('retries a segment that fails before its first audio', async () => {
    const { player, reported, beats, synthesiser } = openSpeechPlayer([DOWN]);
    player.say(1, 'One.');
    player.end(1);
    await beats(1_000);
    assert.deepEqual(synthesiser.texts, ['One.', 'One.']);
    assert.match(reported.at(-1) ?? '', /spoken 1 One\.$/u);
  });

  it('retries once, and never a permanent failure', async () => {
    for (const [deliveries, attempts] of [
      [[DOWN, DOWN], 2],
      [[REFUSED], 1],
    ] as const) {
      const { player, reported, beats, synthesiser } = openSpeechPlayer([...deliveries]);
      player.say(1, 'One.');
      player.end(1);
      await beats(1_000);
      assert.lengthOf(synthesiser.texts, attempts);
      assert.match(reported.join(), /^\d+ failed 1 {2}\((?:The synthesiser is down|No such synthesiser)\)$/u);
    }
  });

  it('plays the audio made before a failure, then reports the played text', async () => {
    const { player, reported, beats, synthesiser, channel } = openSpeechPlayer(['whole', { afterMs: 300, ends: DOWN }]);
    player.say(1, 'One.');
    player.say(1, 'Two three four.');
    player.say(1, 'Five.');
    await beats(300);
    player.say(1, 'Six.');
    player.end(1);
    await beats(3_000);
    assert.deepEqual(synthesiser.texts, ['One.', 'Two three four.']);
    assert.equal(sentMs(channel), voiceMs('One.') + 300);
    assert.match(reported.at(-1) ?? '', /failed 1 One\. Two \(The synthesiser is down\)$/u);
  });

  it('fails a speech without audio but not a segment without audio', async () => {
    const { player, reported, beats } = openSpeechPlayer();
    player.say(1, '');
    player.end(1);
    player.say(2, '');
    player.say(2, 'Two.');
    player.end(2);
    await beats(1_000);
    assert.deepEqual(
      reported.filter((line) => /spoken|failed/u.test(line)).map((line) => line.split(' ').slice(1).join(' ')),
      ['failed 1  (The speech synthesis returned no audio)', 'spoken 2 Two.'],
    );
  });
});
