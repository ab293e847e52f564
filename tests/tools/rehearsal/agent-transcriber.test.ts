import { assert } from 'chai';
import { AgentTranscriber } from '../../../tools/rehearsal/agent-transcriber.ts';

const FRAME_MS = 20;
const SPEECH = Int16Array.of(1);
const QUIET = Int16Array.of(0);

/** Ears whose speech to text takes 400 ms of quiet for the end of an utterance. */
function opened() {
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
  const transcriber = new AgentTranscriber(transcription, detector, {
    starts: () => note('starts'),
    stops: () => note('stops'),
    says: (words) => note(`says ${words}`),
  });
  const hear = (pcm: Int16Array, ms: number): void => {
    for (const until = now + ms; now < until; now += FRAME_MS) transcriber.hear(pcm);
  };
  return { log, transcriber, speech: (ms: number) => hear(SPEECH, ms), quiet: (ms: number) => hear(QUIET, ms) };
}

describe('the transcriber of an agent', () => {
  it('hear when the other side starts and stops, and what it says after that', () => {
    const { log, transcriber, speech, quiet } = opened();
    quiet(100);
    speech(500);
    assert.isTrue(transcriber.isBusy);
    quiet(600);
    assert.isTrue(transcriber.isBusy, 'the words are not known yet');
    transcriber.understood('Hello');
    assert.isFalse(transcriber.isBusy);
    assert.deepEqual(log, ['140 start', '140 starts', '780 stops', '980 end', '1200 says Hello']);
  });

  it('take a pause within an utterance for none, and clicks for silence', () => {
    const { log, speech, quiet } = opened();
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
    const { log, transcriber, speech, quiet } = opened();
    speech(200);
    quiet(420);
    transcriber.understood(' ');
    assert.isFalse(transcriber.isBusy);
    speech(200);
    quiet(8_000);
    assert.isTrue(transcriber.isBusy);
    quiet(1_000);
    assert.isFalse(transcriber.isBusy);
    assert.isEmpty(log.filter((line) => line.includes('says')));
  });
});
