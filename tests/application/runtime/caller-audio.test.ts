import { assert } from 'chai';
import { CallerAudio } from '../../../application/runtime/caller-audio.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { CALLER_LEVEL, fakeVoiceActivity, tone } from '../../support/fake-channel.ts';
import { ScriptedTranscription } from '../../support/fake-vendors.ts';

/** Caller audio with a transcription that ends turns after this silence, and everything it reports. */
function open(endpointingMs = 200) {
  const clock = fakeClock();
  const transcription = new ScriptedTranscription(clock, [], endpointingMs);
  const noticed = transcription.calls;
  const frames: number[] = [];
  const detector = { ...fakeVoiceActivity.open(16_000), close: () => void noticed.push('detector closed') };
  const callerAudio = new CallerAudio(
    { transcription, detector, inputRate: 16_000 },
    {
      frame: (pcm) => frames.push(pcm.length),
      speechStarted: () => noticed.push(`started ${clock.monotonic()}`),
      paused: (on) => noticed.push(`${on ? 'paused' : 'went on'} ${clock.monotonic()}`),
      speechEnded: (silentAt) => noticed.push(`stopped ${clock.monotonic()}, silent since ${silentAt}`),
    },
  );
  /** Audio of one level in real time, in chunks of `chunkMs`. */
  const hears = (ms: number, level: number, chunkMs = 20): void => {
    for (let passed = 0; passed < ms; passed += chunkMs) {
      clock.advance(chunkMs);
      callerAudio.push(tone(chunkMs, level), clock.monotonic());
      callerAudio.tick(clock.monotonic());
    }
  };
  return { clock, callerAudio, noticed, frames, transcription, hears };
}

const LOUD = CALLER_LEVEL;

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
    hears(200, LOUD);
    hears(180, 0);
    hears(100, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 80', 'paused 360', 'went on 400']);
  });

  it('reports no pauses where each one ends the turn', () => {
    const { hears, noticed } = open(160);
    hears(200, LOUD);
    hears(200, 0);
    assert.deepEqual(noticed, ['begin', 'started 80', 'stopped 360, silent since 200', 'finish']);
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

  it('ends an utterance cut by muting without reporting it', () => {
    const { hears, callerAudio, noticed } = open();
    hears(200, LOUD);
    callerAudio.mute(true);
    callerAudio.mute(true);
    hears(400, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 80', 'finish']);
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

  it('closes its detector and transcription', () => {
    const { callerAudio, noticed } = open();
    callerAudio.close();
    assert.sameMembers(noticed, ['close', 'detector closed']);
  });

  it('ends an utterance in spite of sound and starts speech again when it is armed again', () => {
    const { hears, noticed, callerAudio } = open();
    hears(200, LOUD);
    callerAudio.endUtterance();
    callerAudio.rearm();
    hears(100, LOUD);
    assert.deepEqual(noticed, ['begin', 'started 80', 'finish', 'begin', 'started 280']);
  });
});
