import { assert } from 'chai';
import { countWords, detectSpeech, NO_SPEECH, SPEECH_START_MS } from '../../../domain/voice/speech-detection.ts';

const TIMING = { startMs: SPEECH_START_MS, endMs: 100 };

/** What is noticed in a stream of 20 ms frames, `x` for speech and `.` for silence: `frame:change:silentMs`. */
function changes(stream: string): string[] {
  let detection = NO_SPEECH;
  return [...stream].flatMap((frame, index) => {
    const { after, change, silentMs } = detectSpeech(detection, frame === 'x', 20, TIMING);
    detection = after;
    return change === null ? [] : [`${index}:${change}:${silentMs}`];
  });
}

describe('detectSpeech', () => {
  const STREAMS: Record<string, [stream: string, changes: string[]]> = {
    'starts speech after enough uninterrupted sound': ['..xxxx', ['5:started:80']],
    'ignores short clicks': ['xxx.xxx.xxx.xx..x', []],
    'stops speech after enough silence and reports its length': ['xxxx.....', ['3:started:80', '8:stopped:100']],
    'bridges short pauses': ['xxxx....x....x.....', ['3:started:80', '18:stopped:100']],
    'starts speech again after a stop': [
      'xxxx.....xxxx.....',
      ['3:started:80', '8:stopped:100', '12:started:80', '17:stopped:100'],
    ],
    'reports nothing in silence': ['.'.repeat(50), []],
    'continues speech': ['x'.repeat(50), ['3:started:80']],
  };
  for (const [how, [stream, expected]] of Object.entries(STREAMS))
    it(how, () => assert.deepEqual(changes(stream), expected));

  it('adds the lag of the detector to the silence', () => {
    const timing = { startMs: 80, endMs: 300, lagMs: 100 };
    let detection = NO_SPEECH;
    const silences = 'xxxx.x..........'.split('').map((frame) => {
      const { after, silentMs } = detectSpeech(detection, frame === 'x', 20, timing);
      detection = after;
      return silentMs;
    });
    assert.deepEqual(silences.slice(3), [80, ...Array.from({ length: 11 }, () => 0), 300]);
  });

  it('reacts to the first frame with zero durations', () => {
    const timing = { startMs: 0, endMs: 0 };
    const { after, change } = detectSpeech(NO_SPEECH, true, 20, timing);
    assert.equal(change, 'started');
    assert.equal(detectSpeech(after, false, 20, timing).change, 'stopped');
  });
});

describe('countWords', () => {
  it('counts words and numbers in scripts with and without spaces', () => {
    const texts = ['', ' … ?! ', 'mhm', "I don't know, 3.50 maybe.", 'नमस्ते, आप कैसे हैं?', '今日は良い天気です', 'สวัสดีครับ'];
    assert.deepEqual(texts.map(countWords), [0, 0, 1, 5, 4, 5, 2]);
  });
});
