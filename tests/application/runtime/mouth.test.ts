import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Mouth } from '../../../application/runtime/mouth.ts';
import { Playout } from '../../../application/runtime/playout.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import {
  AGENT_LEVEL,
  FakeChannel,
  fakeResampling,
  ScriptedVoice,
  voiceMs,
  type Delivery,
} from '../../support/fake-vendors.ts';

const DOWN = new VendorFailure('The voice is down', { retryable: true });
const REFUSED = new VendorFailure('No such voice', { retryable: false });

/** A mouth with a voice that behaves like this, text by text, and everything it tells: what, of which speech, when. */
function open(deliveries: Delivery[] = [], { firstAudioMs = 100, chunkMs = 100, sampleRate = 16_000 } = {}) {
  const clock = fakeClock();
  const channel = new FakeChannel(clock);
  const voice = new ScriptedVoice(clock, { deliveries, firstAudioMs, chunkMs, sampleRate });
  const playout = new Playout(channel, { play: () => undefined, cut: () => undefined });
  const told: string[] = [];
  const tell = (line: string): void => void told.push(`${clock.monotonic()} ${line}`);
  const mouth = new Mouth(
    { voice, playout, clock, resampling: fakeResampling, outputRate: channel.outputRate },
    {
      started: (speech) => tell(`started ${speech}`),
      saying: (speech, text) => tell(`saying ${speech} ${text}`),
      spoken: (speech, heard) => tell(`spoken ${speech} ${heard}`),
      failed: (speech, heard, message) => tell(`failed ${speech} ${heard} (${message})`),
      firstAudio: (startedAt) => tell(`first audio, asked at ${startedAt}`),
    },
  );
  const beats = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await clock.advanceAsync(10);
      playout.pump(clock.monotonic());
    }
  };
  return { clock, channel, voice, playout, mouth, told, beats };
}

const heardMs = (channel: FakeChannel): number => channel.frames.length * 20;

describe('the mouth', () => {
  it('says the pieces of a speech in their order and tells when each begins and when all is over', async () => {
    const { mouth, told, beats, channel } = open();
    mouth.say(1, 'One moment.');
    mouth.say(1, 'Here I am.');
    mouth.end(1);
    await beats(2_000);
    assert.deepEqual(told, [
      '100 first audio, asked at 0',
      '100 started 1',
      '100 saying 1 One moment.',
      '720 saying 1 Here I am.',
      '1360 spoken 1 One moment. Here I am.',
    ]);
    assert.equal(heardMs(channel), voiceMs('One moment.') + voiceMs('Here I am.'));
  });

  it('waits for more text until the speech is ended', async () => {
    const { mouth, told, beats } = open();
    mouth.say(1, 'One moment.');
    await beats(3_000);
    assert.notInclude(told.join(), 'spoken');
    mouth.end(1);
    assert.equal(told.at(-1), '3000 spoken 1 One moment.');
  });

  it('says one speech after the other', async () => {
    const { mouth, told, beats } = open();
    mouth.say(1, 'One.');
    mouth.say(2, 'Two.');
    mouth.end(2);
    mouth.end(1);
    await beats(1_000);
    assert.deepEqual(
      told.map((line) => line.split(' ').slice(1).join(' ')).filter((line) => !line.startsWith('first')),
      ['started 1', 'saying 1 One.', 'started 2', 'saying 2 Two.', 'spoken 1 One.', 'spoken 2 Two.'],
    );
  });

  it('converts the voice to the rate of the line, and tells its first answer once, however small', async () => {
    const { mouth, told, beats, channel } = open([], { sampleRate: 8_000, chunkMs: 5 });
    mouth.say(1, 'One.');
    mouth.end(1);
    await beats(1_000);
    assert.lengthOf(
      told.filter((line) => line.includes('first audio')),
      1,
    );
    assert.equal(heardMs(channel), voiceMs('One.'));
    assert.isTrue(channel.frames.every(({ pcm }) => pcm.length === 320 && pcm[0] === AGENT_LEVEL));
  });

  it('answers what was heard of a speech that is thrown away, and says nothing more of it', async () => {
    const { mouth, told, beats, channel } = open();
    mouth.say(1, 'One two three four.');
    mouth.say(1, 'Five.');
    mouth.end(1);
    await beats(100 + voiceMs('One two thr'));
    assert.equal(mouth.drop(1), 'One two');
    const { length } = channel.frames;
    await beats(3_000);
    assert.lengthOf(channel.frames, length);
    assert.notInclude(told.join(), 'spoken');
    assert.equal(mouth.drop(1), '', 'it is over already');
  });

  it('goes on with the next speech when one is thrown away in the middle of its synthesis', async () => {
    const { mouth, told, beats } = open([], { firstAudioMs: 1_000 });
    mouth.say(1, 'One.');
    await beats(500);
    assert.equal(mouth.drop(1), '');
    mouth.say(2, 'Two.');
    mouth.end(2);
    await beats(3_000);
    assert.match(told.at(-1) ?? '', /spoken 2 Two\.$/u);
    assert.notInclude(told.join(), 'started 1');
  });

  it('tries a piece once more when the voice fails before its first audio', async () => {
    const { mouth, told, beats, voice } = open([DOWN]);
    mouth.say(1, 'One.');
    mouth.end(1);
    await beats(1_000);
    assert.deepEqual(voice.texts, ['One.', 'One.']);
    assert.match(told.at(-1) ?? '', /spoken 1 One\.$/u);
  });

  it('tries only once more, and not at all what no retry can mend', async () => {
    for (const [deliveries, attempts] of [
      [[DOWN, DOWN], 2],
      [[REFUSED], 1],
    ] as const) {
      const { mouth, told, beats, voice } = open([...deliveries]);
      mouth.say(1, 'One.');
      mouth.end(1);
      await beats(1_000);
      assert.lengthOf(voice.texts, attempts);
      assert.match(told.join(), /^\d+ failed 1 {2}\((?:The voice is down|No such voice)\)$/u);
    }
  });

  it('gives up a voice that does not answer within five seconds, twice', async () => {
    const { mouth, told, beats } = open(['hangs', 'hangs']);
    mouth.say(1, 'One.');
    mouth.end(1);
    await beats(12_000);
    assert.deepEqual(told, ['10000 failed 1  (Speech synthesis took longer than 5000 ms)']);
  });

  it('plays what there is when the voice breaks in mid-speech, says nothing further, and tells what was heard', async () => {
    const { mouth, told, beats, voice, channel } = open(['whole', { afterMs: 300, ends: DOWN }]);
    mouth.say(1, 'One.');
    mouth.say(1, 'Two three four.');
    mouth.say(1, 'Five.');
    await beats(300);
    mouth.say(1, 'Six.');
    mouth.end(1);
    await beats(3_000);
    assert.deepEqual(voice.texts, ['One.', 'Two three four.']);
    assert.equal(heardMs(channel), voiceMs('One.') + 300);
    assert.match(told.at(-1) ?? '', /failed 1 One\. Two \(The voice is down\)$/u);
  });

  it('takes a speech without any sound for a failure, and a piece without sound for none', async () => {
    const { mouth, told, beats } = open();
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

  it('stays at most ten seconds ahead of the ear', async () => {
    const { mouth, playout, beats, told, voice } = open([], { firstAudioMs: 10 });
    for (let piece = 0; piece < 10; piece += 1) mouth.say(1, 'x'.repeat(100));
    mouth.end(1);
    await beats(100);
    assert.isAtMost(playout.waitingMs, 10_000 + 100);
    assert.isBelow(voice.texts.length, 4);
    await beats(10 * voiceMs('x'.repeat(100)) + 1_000);
    assert.match(told.at(-1) ?? '', /spoken 1/u);
  });

  it('lets go of a speech that waits for room when it is thrown away', async () => {
    const { mouth, beats, told } = open([], { firstAudioMs: 10 });
    mouth.say(1, 'x'.repeat(300));
    await beats(100);
    mouth.drop(1);
    mouth.say(2, 'Two.');
    mouth.end(2);
    await beats(1_000);
    assert.match(told.at(-1) ?? '', /spoken 2 Two\.$/u);
  });

  it('ends a speech that was begun before a pause only when all of it was played', async () => {
    const { mouth, beats, told, playout, clock } = open();
    mouth.say(1, 'One two.');
    mouth.end(1);
    await beats(300);
    playout.hold(clock.monotonic());
    await beats(5_000);
    assert.notInclude(told.join(), 'spoken');
    playout.resume(clock.monotonic());
    await beats(1_000);
    assert.lengthOf(
      told.filter((line) => line.includes('spoken')),
      1,
    );
  });

  it('is silent once it is closed, and so is its voice', async () => {
    const { mouth, beats, told, voice, channel } = open();
    mouth.say(1, 'One two three.');
    mouth.end(1);
    mouth.say(2, 'Four.');
    await beats(300);
    mouth.close();
    const [lines, { length }] = [told.length, channel.frames];
    await beats(3_000);
    assert.isTrue(voice.closed);
    assert.deepEqual([told.length, channel.frames.length], [lines, length]);
  });
});
