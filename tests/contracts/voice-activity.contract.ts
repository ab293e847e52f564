import { assert } from 'chai';
import type { VoiceActivity } from '../../application/ports/voice-activity.ts';
import type { Contract } from '../support/contract.ts';

/** A detector under test, and one second of real speech at its rate. */
export interface ActivitySubject {
  readonly activity: VoiceActivity;
  readonly speech: Int16Array;
  readonly sampleRate: number;
}

/** The share of 20 ms frames that a fresh detector takes for speech. */
function shareOfSpeech({ activity, sampleRate }: ActivitySubject, pcm: Int16Array): number {
  const detector = activity.open(sampleRate);
  const frame = sampleRate / 50;
  const verdicts = Array.from({ length: Math.floor(pcm.length / frame) }, (_, index) =>
    detector.isSpeech(pcm.subarray(index * frame, (index + 1) * frame)),
  );
  detector.close();
  return verdicts.filter(Boolean).length / verdicts.length;
}

export const voiceActivityContract: Contract<ActivitySubject> = {
  'hears speech in most frames of a spoken sentence': async (subject) => {
    assert.isAbove(shareOfSpeech(subject, subject.speech), 0.6);
  },
  'hears nothing in silence': async (subject) => {
    assert.equal(shareOfSpeech(subject, new Int16Array(subject.sampleRate)), 0);
  },
  'hears nothing in faint noise': async (subject) => {
    const noise = Int16Array.from({ length: subject.sampleRate }, (_, n) => ((n * 7919) % 41) - 20);
    assert.isBelow(shareOfSpeech(subject, noise), 0.2);
  },
  'keeps two streams apart': async (subject) => {
    const [one, other] = [subject.activity.open(subject.sampleRate), subject.activity.open(subject.sampleRate)];
    const frame = subject.sampleRate / 50;
    let detectedInSilence = 0;
    for (let at = 0; at + frame <= subject.speech.length; at += frame) {
      one.isSpeech(subject.speech.subarray(at, at + frame));
      if (other.isSpeech(new Int16Array(frame))) detectedInSilence += 1;
    }
    assert.equal(detectedInSilence, 0);
    one.close();
    other.close();
  },
  'hears nothing after it was closed, and may be closed twice': async (subject) => {
    const detector = subject.activity.open(subject.sampleRate);
    detector.close();
    detector.close();
    const middle = Math.floor(subject.speech.length / 2);
    assert.isFalse(detector.isSpeech(subject.speech.subarray(middle, middle + subject.sampleRate / 50)));
  },
};
