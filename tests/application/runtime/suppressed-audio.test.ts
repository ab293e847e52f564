import { assert } from 'chai';
import { PlayedLevels } from '../../../domain/audio/played-levels.ts';
import { CallerAudio } from '../../../application/runtime/caller-audio.ts';
import type { FrameProcessingParts } from '../../../application/runtime/frame-processing.ts';
import { soundParts } from '../../../application/runtime/sound-parts.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { CALLER_LEVEL, fakeNoiseSuppression, fakeVoiceActivity, tone } from './fake-channel.ts';
import { ScriptedTranscription } from './fake-vendors.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

/** Caller audio that was pushed at a level for 220 ms, and what became of it. */
function listening(processing: Partial<FrameProcessingParts> = {}) {
  const clock = fakeClock();
  const transcription = new ScriptedTranscription(clock, [], 200);
  const recorded: number[] = [];
  const starts: number[] = [];
  const idle = () => undefined;
  const callerAudio = new CallerAudio(
    {
      ...{ transcription, voiceActivity: fakeVoiceActivity, ...processing },
      ...{ channel: { inputRate: 16_000 }, playedLevels: new PlayedLevels() },
    },
    {
      ...{ soundChanged: idle, levelChanged: idle, paused: idle, speechEnded: idle },
      frame: (pcm) => recorded.push(Math.max(...pcm)),
      speechStarted: () => starts.push(clock.monotonic()),
    },
  );
  const hear = (level: number): void => {
    clock.advance(20);
    callerAudio.push(tone(20, level), clock.monotonic());
  };
  for (let frame = 0; frame < 11; frame += 1) hear(frame === 0 ? 0 : CALLER_LEVEL);
  return { callerAudio, transcription, recorded, starts, hear };
}

const suppressed = { noiseSuppression: fakeNoiseSuppression };

describe('CallerAudio with a noise suppressor', () => {
  it('transcribes what it leaves, and records and detects speech in the audio as it arrives', () => {
    const { recorded, transcription, starts } = listening(suppressed);
    assert.deepEqual([recorded.at(-1), transcription.levels.at(-1)], [CALLER_LEVEL, CALLER_LEVEL / 2]);
    assert.deepEqual(starts, listening().starts);
  });

  it('lets it detect the speech where it is to, in one pass over each frame', () => {
    let passes = 0;
    const counted = fakeNoiseSuppression.open(16_000);
    const noiseSuppression = {
      open: () => ({
        ...counted,
        get isSpeech() {
          return counted.isSpeech;
        },
        process: (pcm: Int16Array) => ((passes += 1), counted.process(pcm)),
      }),
    };
    const { starts, recorded } = listening({ noiseSuppression, voiceActivity: 'suppressor' });
    assert.deepEqual(starts, listening().starts);
    assert.equal(passes, recorded.length);
  });

  it('transcribes nothing of what entered it while the caller was muted, and all that follows', () => {
    const { callerAudio, transcription, hear } = listening(suppressed);
    callerAudio.mute(true);
    for (let frame = 0; frame < 5; frame += 1) hear(CALLER_LEVEL);
    callerAudio.mute(false);
    for (let frame = 0; frame < 3; frame += 1) hear(CALLER_LEVEL);
    assert.deepEqual(transcription.levels.slice(-9), [
      CALLER_LEVEL / 2,
      0,
      0,
      0,
      0,
      0,
      0,
      CALLER_LEVEL / 2,
      CALLER_LEVEL / 2,
    ]);
  });

  it('places words in the audio as it arrived', () => {
    const words = [{ text: 'hello', fromMs: 10, toMs: 300 }];
    const { callerAudio } = listening(suppressed);
    assert.deepEqual(callerAudio.asReceived(words), [{ text: 'hello', fromMs: 0, toMs: 285 }]);
    assert.strictEqual(listening().callerAudio.asReceived(words), words);
  });

  it('closes it', () => {
    let closed = 0;
    const suppressor = { ...fakeNoiseSuppression.open(16_000), close: () => void (closed += 1) };
    listening({ noiseSuppression: { open: () => suppressor } }).callerAudio.close();
    assert.equal(closed, 1);
  });
});

describe('the processing of caller audio that an agent names', () => {
  const neural = { voiceActivity: fakeVoiceActivity, noiseSuppression: fakeNoiseSuppression };
  const partsBy = (neuralAudio: () => Promise<typeof neural>) => {
    const { log, lines } = rememberingLog();
    const partsOf = (noise_suppression: 'none' | 'rnnoise', voice_activity: 'webrtc' | 'rnnoise') =>
      soundParts({ neuralAudio, log }, { caller_audio: { noise_suppression, voice_activity } }, { outputRate: 8_000 });
    return { partsOf, log, lines };
  };

  it('is the network once for both where both are named', async () => {
    const { partsOf } = partsBy(async () => neural);
    assert.deepEqual(await partsOf('none', 'rnnoise'), { voiceActivity: fakeVoiceActivity });
    assert.deepEqual(await partsOf('rnnoise', 'webrtc'), { noiseSuppression: fakeNoiseSuppression });
    const both = { noiseSuppression: fakeNoiseSuppression, voiceActivity: 'suppressor' as const };
    assert.deepEqual(await partsOf('rnnoise', 'rnnoise'), both);
  });

  it('does not load the network for an agent that does not name it', async () => {
    let loads = 0;
    const neuralAudio = async () => ((loads += 1), neural);
    const { partsOf, log } = partsBy(neuralAudio);
    assert.deepEqual(await partsOf('none', 'webrtc'), {});
    assert.deepEqual(await soundParts({ neuralAudio, log }, {}, { outputRate: 8_000 }), {});
    assert.equal(loads, 0);
    await partsOf('none', 'rnnoise');
    assert.equal(loads, 1);
  });

  it('is the usual one when the network cannot be loaded, which the log tells', async () => {
    const { partsOf, lines } = partsBy(() => Promise.reject(new Error('the package is not there')));
    assert.deepEqual(await partsOf('rnnoise', 'rnnoise'), {});
    assert.deepEqual(
      lines.map(({ event, reason }) => [event, reason]),
      [['caller_audio.not_loaded', 'the package is not there']],
    );
  });
});
