import { assert } from 'chai';
import { AGENT_LEVEL, tone } from './fake-channel.ts';
import { pause, voiceMs } from './fake-vendors.ts';
import { sentMs, openSpeechPlayer } from './open-speech-player.ts';

describe('SpeechPlayer', () => {
  it('plays segments in order and reports the start of each and the end', async () => {
    const { player, reported, beats, channel } = openSpeechPlayer();
    player.say(1, 'One moment.');
    player.say(1, 'Here I am.');
    player.end(1);
    await beats(2_000);
    assert.deepEqual(reported, [
      '100 first audio, asked at 0',
      '100 started 1',
      '100 saying 1 One moment.',
      '720 saying 1 Here I am.',
      '1360 spoken 1 One moment. Here I am.',
    ]);
    assert.equal(sentMs(channel), voiceMs('One moment.') + voiceMs('Here I am.'));
  });

  it('reports each segment once, complete or as far as played', async () => {
    const { player, beats, reports } = openSpeechPlayer();
    player.say(1, 'One moment.');
    player.say(1, 'One two three four.');
    player.say(1, 'Never begun.');
    player.end(1);
    await beats(100 + voiceMs('One moment.') - 40);
    assert.isEmpty(reports);
    await beats(60 + voiceMs('One two thr'));
    assert.deepEqual(reports, [[0, 'One moment.', 'One moment.']]);
    player.cancel(1);
    await beats(3_000);
    assert.deepEqual(reports.slice(1), [[1, 'One two three four.', 'One two']]);
  });

  it('waits for more text until the speech ends', async () => {
    const { player, reported, beats } = openSpeechPlayer();
    player.say(1, 'One moment.');
    await beats(3_000);
    assert.notInclude(reported.join(), 'spoken');
    player.say(1, 'Here I am.');
    await beats(500);
    player.end(1);
    player.say(1, 'Too late.');
    await beats(1_000);
    player.end(1);
    assert.deepEqual(reported.slice(3), ['3100 saying 1 Here I am.', '3700 spoken 1 One moment. Here I am.']);
  });

  it('ignores unknown speeches', () => {
    const { player, reported } = openSpeechPlayer();
    player.end(7);
    assert.equal(player.cancel(7), '');
    assert.isEmpty(reported);
  });

  it('pads the last frame with silence', async () => {
    const { player, beats, channel, synthesiser } = openSpeechPlayer();
    synthesiser.synthesise = async function* () {
      yield tone(30, AGENT_LEVEL);
    };
    player.say(1, 'One.');
    await beats(100);
    assert.deepEqual(
      channel.frames.map(({ pcm }) => [pcm[0], pcm[159], pcm[160], pcm.length]),
      [
        [AGENT_LEVEL, AGENT_LEVEL, AGENT_LEVEL, 320],
        [AGENT_LEVEL, AGENT_LEVEL, 0, 320],
      ],
    );
  });

  it('plays nothing of a cancelled speech while its synthesiser continues', async () => {
    const { player, beats, channel, synthesiser, clock } = openSpeechPlayer();
    synthesiser.synthesise = async function* () {
      await pause(clock, 100);
      yield tone(100, AGENT_LEVEL);
      await pause(clock, 100);
      yield tone(110, AGENT_LEVEL);
    };
    player.say(1, 'One.');
    player.end(1);
    await beats(150);
    const { length } = channel.frames;
    player.cancel(1);
    await beats(1_000);
    assert.lengthOf(channel.frames, length);
  });

  it('plays speeches one after the other', async () => {
    const { player, reported, beats } = openSpeechPlayer();
    player.say(1, 'One.');
    player.say(2, 'Two.');
    player.end(2);
    player.end(1);
    await beats(1_000);
    assert.deepEqual(
      reported.map((line) => line.split(' ').slice(1).join(' ')).filter((line) => !line.startsWith('first')),
      ['started 1', 'saying 1 One.', 'started 2', 'saying 2 Two.', 'spoken 1 One.', 'spoken 2 Two.'],
    );
  });

  it('resamples to the channel’s rate and reports the first audio once, of any size', async () => {
    const { player, reported, beats, channel } = openSpeechPlayer([], { sampleRate: 8_000, chunkMs: 5 });
    player.say(1, 'One.');
    player.end(1);
    await beats(1_000);
    assert.lengthOf(
      reported.filter((line) => line.includes('first audio')),
      1,
    );
    assert.equal(sentMs(channel), voiceMs('One.'));
    assert.isTrue(channel.frames.every(({ pcm }) => pcm.length === 320 && pcm[0] === AGENT_LEVEL));
  });

  it('returns the played text of a cancelled speech and plays no more of it', async () => {
    const { player, reported, beats, channel } = openSpeechPlayer();
    player.say(1, 'One two three four.');
    player.say(1, 'Five.');
    player.end(1);
    await beats(100 + voiceMs('One two thr'));
    assert.equal(player.cancel(1), 'One two');
    const { length } = channel.frames;
    await beats(3_000);
    assert.lengthOf(channel.frames, length);
    assert.notInclude(reported.join(), 'spoken');
    assert.equal(player.cancel(1), '', 'it is over already');
  });

  it('plays the next speech when one is cancelled during synthesis', async () => {
    const { player, reported, beats } = openSpeechPlayer([], { firstAudioMs: 1_000 });
    player.say(1, 'One.');
    await beats(500);
    assert.equal(player.cancel(1), '');
    player.say(2, 'Two.');
    player.end(2);
    await beats(3_000);
    assert.match(reported.at(-1) ?? '', /spoken 2 Two\.$/u);
    assert.notInclude(reported.join(), 'started 1');
  });

  it('synthesises at most 10 s ahead of playout', async () => {
    const { player, playout, beats, reported, synthesiser } = openSpeechPlayer([], { firstAudioMs: 10 });
    for (let piece = 0; piece < 10; piece += 1) player.say(1, 'x'.repeat(100));
    player.end(1);
    await beats(100);
    assert.isAtMost(playout.waitingMs, 10_000 + 100);
    assert.isBelow(synthesiser.texts.length, 4);
    await beats(10 * voiceMs('x'.repeat(100)) + 1_000);
    assert.match(reported.at(-1) ?? '', /spoken 1/u);
  });

  it('cancels a speech that waits for playout', async () => {
    const { player, beats, reported } = openSpeechPlayer([], { firstAudioMs: 10 });
    player.say(1, 'x'.repeat(300));
    await beats(100);
    player.cancel(1);
    player.say(2, 'Two.');
    player.end(2);
    await beats(1_000);
    assert.match(reported.at(-1) ?? '', /spoken 2 Two\.$/u);
  });

  it('completes a speech paused in the middle only when all of it was played', async () => {
    const { player, beats, reported, playout, clock } = openSpeechPlayer();
    player.say(1, 'One two.');
    player.end(1);
    await beats(300);
    playout.pause(clock.monotonic());
    await beats(5_000);
    assert.notInclude(reported.join(), 'spoken');
    playout.resume(clock.monotonic());
    await beats(1_000);
    assert.lengthOf(
      reported.filter((line) => line.includes('spoken')),
      1,
    );
  });

  it('reports nothing after close and closes its synthesiser', async () => {
    const { player, beats, reported, reports, synthesiser, channel } = openSpeechPlayer();
    player.say(1, 'One two three.');
    player.end(1);
    player.say(2, 'Four.');
    await beats(300);
    player.close();
    const [lines, { length }] = [reported.length, channel.frames];
    await beats(3_000);
    assert.isEmpty(reports);
    assert.isTrue(synthesiser.closed);
    assert.deepEqual([reported.length, channel.frames.length], [lines, length]);
  });

  it('derives the played text from word timings', async () => {
    const { player, beats, synthesiser } = openSpeechPlayer();
    const speeches: unknown[] = [];
    synthesiser.synthesise = async function* (text, _signal, manner) {
      speeches.push(manner?.speech);
      const marks = text === 'One two three.' ? [0.7, 0.8, 0.9] : [];
      marks.forEach((at, word) => manner?.onWordTiming?.({ reached: [3, 7, 13][word]!, at }));
      yield tone(1_000, AGENT_LEVEL);
    };
    player.say(1, 'Yes.');
    player.say(1, 'One two three.');
    await beats(1_000 + 840);
    assert.equal(player.cancel(1), 'Yes. One two');
    assert.strictEqual(speeches[0], speeches[1]);
  });

  it('prepares one segment ahead and ends the speech at its synthesiser', async () => {
    const { player, beats, synthesiser } = openSpeechPlayer();
    const reported: string[] = [];
    const { synthesise } = synthesiser;
    Object.assign(synthesiser, {
      synthesise(...[text, ...how]: Parameters<typeof synthesise>) {
        reported.push(`speak ${text}`);
        return synthesise.call(synthesiser, text, ...how);
      },
      prepare: (text: string) => void reported.push(`prepare ${text}`),
      endSpeech: () => void reported.push('finish'),
    });
    for (const text of ['One.', 'Two.', 'Three.']) player.say(1, text);
    await beats(50);
    assert.deepEqual(reported.splice(0), ['speak One.', 'prepare Two.']);
    await beats(2_000);
    player.end(1);
    assert.deepEqual(reported.splice(0), ['speak Two.', 'prepare Three.', 'speak Three.', 'finish']);
    player.say(2, 'Four.');
    await beats(50);
    player.say(2, 'Five.');
    player.cancel(2);
    await beats(500);
    assert.deepEqual(reported, ['speak Four.', 'prepare Five.', 'finish']);
  });
});
