import { assert } from 'chai';
import { TelephoneEars } from '../../../tools/rehearsal/telephone-ears.ts';

const FRAME_MS = 20;
const SPEECH = Int16Array.of(1);
const QUIET = Int16Array.of(0);

/** Ears whose speech to text takes 400 ms of quiet for the end of an utterance. */
function ears() {
  const log: string[] = [];
  let now = 0;
  const note = (what: string): void => void log.push(`${now} ${what}`);
  const transcription = {
    endpointingMs: 400,
    write: () => undefined,
    startUtterance: () => note('start'),
    endUtterance: () => note('end'),
    close: () => note('closed'),
  };
  const detector = { lagMs: 0, isSpeech: (pcm: Int16Array) => pcm[0] === 1, close: () => undefined };
  const opened = new TelephoneEars(transcription, detector, {
    starts: () => note('starts'),
    stops: () => note('stops'),
    says: (words) => note(`says ${words}`),
  });
  const hear = (pcm: Int16Array, ms: number): void => {
    for (const until = now + ms; now < until; now += FRAME_MS) opened.hear(pcm);
  };
  return { log, ears: opened, speech: (ms: number) => hear(SPEECH, ms), quiet: (ms: number) => hear(QUIET, ms) };
}

describe('the ears of a caller on the telephone', () => {
  it('hear when the other side starts and stops, and what it says after that', () => {
    const { log, ears: opened, speech, quiet } = ears();
    quiet(100);
    speech(500);
    assert.isTrue(opened.isBusy);
    quiet(600);
    assert.isTrue(opened.isBusy, 'the words are not known yet');
    opened.understood('Hello');
    assert.isFalse(opened.isBusy);
    assert.deepEqual(log, ['140 start', '140 starts', '780 stops', '980 end', '1200 says Hello']);
  });

  it('take a pause within an utterance for none, and clicks for silence', () => {
    const { log, speech, quiet } = ears();
    speech(40);
    quiet(100);
    assert.isEmpty(log);
    speech(200);
    quiet(300);
    speech(200);
    quiet(500);
    assert.deepEqual(
      log.map((line) => line.split(' ')[1]),
      ['start', 'starts', 'stops', 'starts', 'stops', 'end'],
    );
  });

  it('await no words that do not come, and say nothing of an utterance without any', () => {
    const { log, ears: opened, speech, quiet } = ears();
    speech(200);
    quiet(420);
    opened.understood(' ');
    assert.isFalse(opened.isBusy);
    speech(200);
    quiet(8_000);
    assert.isTrue(opened.isBusy);
    quiet(1_000);
    assert.isFalse(opened.isBusy);
    assert.isEmpty(log.filter((line) => line.includes('says')));
  });
});
