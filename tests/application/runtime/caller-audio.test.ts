import { assert } from 'chai';
import { levelDbOf } from '../../../domain/audio/level.ts';
import { PlayedLevels } from '../../../domain/audio/played-levels.ts';
import { CallerAudio } from '../../../application/runtime/caller-audio.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { CALLER_LEVEL, fakeVoiceActivity, tone } from './fake-channel.ts';
import { ScriptedTranscription } from './fake-vendors.ts';

/** Caller audio with a transcription that ends turns after this silence, and everything it reports. */
function open(endpointingMs = 200) {
  const clock = fakeClock();
  const transcription = new ScriptedTranscription(clock, [], endpointingMs);
  const noticed = transcription.calls;
  const frames: number[] = [];
  const trusted: boolean[] = [];
  const detector = { ...fakeVoiceActivity.open(16_000), close: () => void noticed.push('detector closed') };
  const playedLevels = new PlayedLevels();
  const callerAudio = new CallerAudio(
    { transcription, voiceActivity: { open: () => detector }, channel: { inputRate: 16_000 }, playedLevels },
    {
      soundChanged: () => undefined,
      frame: (pcm) => frames.push(pcm.length),
      speechStarted: ({ level }) => {
        noticed.push(`started ${clock.monotonic()}`);
        trusted.push(level.isTrusted);
      },
      levelChanged: ({ fadedSince }) => noticed.push(fadedSince === null ? 'louder' : `faded at ${fadedSince}`),
      paused: (on) => noticed.push(`${on ? 'paused' : 'went on'} ${clock.monotonic()}`),
      speechEnded: (silentAt) => noticed.push(`stopped ${clock.monotonic()}, silent since ${silentAt}`),
    },
  );
  /** Audio in real time, in chunks of `chunkMs`. */
  const listensTo = (ms: number, chunk: () => Int16Array, chunkMs = 20): void => {
    for (let passed = 0; passed < ms; passed += chunkMs) {
      clock.advance(chunkMs);
      callerAudio.push(chunk(), clock.monotonic());
      callerAudio.tick(clock.monotonic());
    }
  };
  const hears = (ms: number, level: number, chunkMs = 20): void => listensTo(ms, () => tone(chunkMs, level), chunkMs);
  /** Audio of the agent with this level and length plays from now on. */
  const plays = (ms: number, level: number): void => {
    for (let passed = 0; passed < ms; passed += 20)
      playedLevels.play(levelDbOf(tone(20, level)), clock.monotonic() + passed);
  };
  return { clock, callerAudio, noticed, trusted, frames, transcription, hears, listensTo, plays };
}

const LOUD = CALLER_LEVEL;
/** Noise with a steady level, which the detector takes for speech. */
const noise = (level: number) => (): Int16Array =>
  tone(20, level).map((sample, at) => (at % 2 === 0 ? sample : -sample));
/** Sound of other voices, louder and softer than this level in turn. */
const background = (level: number): (() => Int16Array) => {
  let frames = 0;
  return () => noise((frames++ % 4 < 2 ? 1.2 : 0.5) * level)();
};
/** Loud enough for the detector. */
const ECHO = 1_100;

describe('CallerAudio', () => {
  it('reports the start and end of speech before the transcription must finish', () => {
    const { hears, noticed } = open();
    hears(100, 0);
    hears(300, LOUD);
    hears(300, 0);
    assert.deepEqual(noticed, ['begin', 'started 180', 'paused 560', 'stopped 600, silent since 400', 'finish']);
  });

  it('reports pauses and their end', () => {
    const { hears, noticed } = open();
    hears(20, 0);
    hears(200, LOUD);
    hears(180, 0);
    hears(100, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 100', 'paused 380', 'went on 420']);
  });

  it('reports no pauses where each one ends the turn', () => {
    const { hears, noticed } = open(160);
    hears(20, 0);
    hears(200, LOUD);
    hears(200, 0);
    assert.deepEqual(noticed, ['begin', 'started 100', 'stopped 380, silent since 220', 'finish']);
  });

  it('passes on every frame, silence included, for any chunk length', () => {
    for (const chunkMs of [5, 20, 50, 100]) {
      const { hears, frames, transcription } = open();
      hears(1_000, 0, chunkMs);
      assert.deepEqual(new Set(frames), new Set([320]));
      assert.deepEqual([frames.length, transcription.levels.length], [50, 50]);
    }
  });

  it('transcribes silence of equal length while muted, and records the caller', () => {
    const { hears, callerAudio, noticed, frames, transcription } = open();
    callerAudio.mute(true);
    hears(400, LOUD);
    assert.deepEqual(noticed, []);
    assert.deepEqual(transcription.levels, new Array<number>(20).fill(0));
    assert.lengthOf(frames, 20);
    callerAudio.mute(false);
    hears(100, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 480']);
  });

  it('does not take a caller who talks while muted for a background', () => {
    const { hears, listensTo, callerAudio, trusted } = open();
    callerAudio.mute(true);
    hears(400, 0);
    listensTo(4_000, background(9_000));
    callerAudio.mute(false);
    hears(400, 0);
    listensTo(200, background(9_000));
    assert.deepEqual(trusted, [true]);
  });

  it('ends an utterance cut by muting without reporting it', () => {
    const { hears, callerAudio, noticed } = open();
    hears(20, 0);
    hears(200, LOUD);
    callerAudio.mute(true);
    callerAudio.mute(true);
    hears(400, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 100', 'finish']);
  });

  it('ends the speech 1 s after audio stops arriving', () => {
    const { hears, callerAudio, noticed, clock } = open();
    hears(300, LOUD);
    for (let tick = 0; tick < 200; tick += 1) {
      clock.advance(10);
      callerAudio.tick(clock.monotonic());
    }
    assert.deepEqual(noticed.slice(2), ['stopped 1300, silent since 300', 'finish']);
    hears(100, LOUD);
    assert.deepEqual(noticed.slice(4), ['begin', 'started 2380']);
  });

  it('does not wait for audio of a silent caller', () => {
    const { hears, callerAudio, noticed, clock } = open();
    hears(300, 0);
    clock.advance(10_000);
    callerAudio.tick(clock.monotonic());
    assert.deepEqual(noticed, []);
  });

  it('accepts a burst after a network stall and drops a flood', () => {
    const { hears, callerAudio, frames, clock } = open();
    hears(100, 0);
    clock.advance(2_000);
    for (let chunk = 0; chunk < 100; chunk += 1) callerAudio.push(tone(20, 0), clock.monotonic());
    assert.equal(frames.length * 20, 2_100, 'the burst is real time made up for');
    for (let chunk = 0; chunk < 1_000; chunk += 1) callerAudio.push(tone(20, 0), clock.monotonic());
    assert.isAtMost(frames.length * 20, 2_100 + 3_000 + 20);
    const { length } = frames;
    hears(1_000, 0, 10);
    assert.isAtLeast(frames.length - length, 48, 'and real time is heard again at once');
  });

  it('does not let a silent client save up a larger burst', () => {
    const { hears, callerAudio, frames, clock } = open();
    hears(20, 0);
    clock.advance(3_600_000);
    for (let chunk = 0; chunk < 10_000; chunk += 1) callerAudio.push(tone(20, 0), clock.monotonic());
    assert.isAtMost(frames.length * 20, 6_100);
  });

  it('takes the echo of the agent for silence, and a caller over it for speech', () => {
    const { hears, plays, noticed } = open();
    plays(2_000, 12_000);
    hears(1_000, ECHO);
    assert.deepEqual(noticed, []);
    hears(400, 4 * LOUD);
    hears(400, ECHO);
    assert.deepEqual(noticed, ['begin', 'started 1080', 'paused 1600', 'stopped 1640, silent since 1440', 'finish']);
  });

  it('takes steady noise for silence, also from the start of the call, and a caller over it for speech', () => {
    const { listensTo, noticed } = open();
    listensTo(1_000, noise(3_000));
    assert.deepEqual(noticed, []);
    listensTo(400, noise(9_000));
    listensTo(400, noise(3_000));
    assert.deepEqual(noticed, [
      'begin',
      'started 1080',
      'faded at 1440',
      'paused 1600',
      'stopped 1640, silent since 1440',
      'finish',
    ]);
  });

  it('reports that the caller stopped although a background continues, which is not speech after that', () => {
    const { listensTo, noticed, callerAudio } = open();
    listensTo(2_000, background(3_000));
    assert.deepEqual(noticed, ['begin', 'started 260']);
    listensTo(600, noise(20_000));
    callerAudio.addWords({ text: 'hello', final: false });
    assert.deepEqual(noticed.slice(2), ['finish', 'begin', 'started 2060']);
    listensTo(400, background(3_000));
    assert.deepEqual(noticed.slice(5), ['faded at 2640']);
    callerAudio.endUtterance();
    callerAudio.rearm();
    listensTo(2_000, background(3_000));
    assert.deepEqual(noticed.slice(6), ['finish']);
    listensTo(400, noise(20_000));
    assert.deepEqual(noticed.slice(7), ['begin', 'started 5080']);
  });

  it('closes its detector and transcription', () => {
    const { callerAudio, noticed } = open();
    callerAudio.close();
    assert.sameMembers(noticed, ['close', 'detector closed']);
  });

  it('takes no pause for a background when it is armed again', () => {
    const { hears, trusted, noticed, callerAudio } = open();
    hears(300, 0);
    hears(400, LOUD);
    hears(180, 0);
    callerAudio.endUtterance();
    callerAudio.rearm();
    hears(20, 0);
    hears(200, LOUD);
    assert.deepEqual(trusted, [true, true]);
    assert.deepEqual(noticed, ['begin', 'started 380', 'paused 860', 'finish', 'begin', 'started 980']);
  });

  it('ends an utterance in spite of sound and starts speech again when it is armed again', () => {
    const { hears, noticed, callerAudio } = open();
    hears(20, 0);
    hears(200, LOUD);
    callerAudio.endUtterance();
    callerAudio.rearm();
    hears(100, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 100', 'finish', 'begin', 'started 300']);
  });
});
