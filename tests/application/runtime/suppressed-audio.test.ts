import { assert } from 'chai';
import { PlayedLevels } from '../../../domain/audio/played-levels.ts';
import type { NoiseSuppression } from '../../../application/ports/noise-suppression.ts';
import { CallerAudio } from '../../../application/runtime/caller-audio.ts';
import { soundParts } from '../../../application/runtime/sound-parts.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { CALLER_LEVEL, fakeNoiseSuppression, fakeVoiceActivity, tone } from '../../support/fake-channel.ts';
import { ScriptedTranscription } from '../../support/fake-vendors.ts';

/** Caller audio that was pushed at a level for 220 ms, and what became of it. */
function listening(noiseSuppression?: NoiseSuppression) {
  const clock = fakeClock();
  const transcription = new ScriptedTranscription(clock, [], 200);
  const recorded: number[] = [];
  const starts: number[] = [];
  const idle = () => undefined;
  const callerAudio = new CallerAudio(
    {
      ...{ transcription, voiceActivity: fakeVoiceActivity, noiseSuppression },
      ...{ channel: { inputRate: 16_000 }, playedLevels: new PlayedLevels() },
    },
    {
      ...{ soundChanged: idle, levelChanged: idle, paused: idle, speechEnded: idle },
      frame: (pcm) => recorded.push(Math.max(...pcm)),
      speechStarted: () => starts.push(clock.monotonic()),
    },
  );
  for (let frame = 0; frame < 11; frame += 1) {
    clock.advance(20);
    callerAudio.push(tone(20, frame === 0 ? 0 : CALLER_LEVEL), clock.monotonic());
  }
  return { callerAudio, transcription, recorded, starts };
}

describe('CallerAudio with a noise suppressor', () => {
  it('transcribes what it leaves, and records and detects speech in the audio as it arrives', () => {
    const { recorded, transcription, starts } = listening(fakeNoiseSuppression);
    assert.deepEqual([recorded.at(-1), transcription.levels.at(-1)], [CALLER_LEVEL, CALLER_LEVEL / 2]);
    assert.deepEqual(starts, listening().starts);
  });

  it('places words in the audio as it arrived', () => {
    const words = [{ text: 'hello', fromMs: 10, toMs: 300 }];
    const { callerAudio } = listening(fakeNoiseSuppression);
    assert.deepEqual(callerAudio.asReceived(words), [{ text: 'hello', fromMs: 0, toMs: 285 }]);
    assert.strictEqual(listening().callerAudio.asReceived(words), words);
  });

  it('closes it', () => {
    let closed = 0;
    const suppressor = { ...fakeNoiseSuppression.open(16_000), close: () => void (closed += 1) };
    listening({ open: () => suppressor }).callerAudio.close();
    assert.equal(closed, 1);
  });

  it('is only there, as the neural detector, where the agent names it', () => {
    const ports = { neuralVoiceActivity: fakeVoiceActivity, noiseSuppression: fakeNoiseSuppression };
    const partsOf = (noise_suppression: 'none' | 'rnnoise', voice_activity: 'webrtc' | 'rnnoise') =>
      soundParts(ports, { caller_audio: { noise_suppression, voice_activity } }, { outputRate: 8_000 });
    assert.deepEqual(partsOf('none', 'webrtc'), {});
    assert.deepEqual(partsOf('none', 'rnnoise'), { voiceActivity: fakeVoiceActivity });
    assert.deepEqual(partsOf('rnnoise', 'webrtc'), { noiseSuppression: fakeNoiseSuppression });
    assert.deepEqual(soundParts(ports, {}, { outputRate: 8_000 }), {});
  });
});
