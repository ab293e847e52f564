import { assert } from 'chai';
import { Dialogue, type DialogueListener } from '../../../tools/load/dialogue.ts';

const FRAME_MS = 20;
const TIMES = { pauseMs: 1_000, greetingMs: 3_000, replyMs: 10_000 };

/** A dialogue that sends a frame every 20 ms of its own time, with two utterances of three and two frames. */
function started(turns: number) {
  const events: string[] = [];
  const listener: DialogueListener = {
    greeted: (ms) => events.push(`greeted ${ms}`),
    replied: (ms) => events.push(`replied ${ms}`),
    unanswered: (why) => events.push(`unanswered: ${why}`),
    overlapped: () => events.push('overlapped'),
    finished: () => events.push('finished'),
  };
  const dialogue = new Dialogue({ times: TIMES, lengths: [3, 2], turns }, listener, 0);
  let now = 0;
  const frames: string[] = [];
  return {
    events,
    frames,
    /** Lets frames pass until then. */
    until(ms: number) {
      for (; now <= ms; now += FRAME_MS) {
        const next = dialogue.next(now);
        if (next) frames.push(`${now}: ${next.utterance}/${next.frame}`);
      }
    },
    /** Time without frames: the call is being set up. */
    passes: (ms: number) => void (now += ms),
    agentSpeaks: (at: number, until: number) => dialogue.onAgentSound(at, until),
    hangsUp: () => dialogue.onAgentGone(),
    cleared: (at: number) => dialogue.onCleared(at),
  };
}

describe('a simulated caller', () => {
  it('speaks after the greeting and a pause, and measures the answer from its last frame', () => {
    const call = started(2);
    call.until(480);
    call.agentSpeaks(500, 1_500);
    call.until(2_560);
    assert.deepEqual(call.frames, ['2500: 0/0', '2520: 0/1', '2540: 0/2']);
    call.agentSpeaks(3_190, 4_000);
    call.agentSpeaks(3_200, 4_020);
    assert.deepEqual(call.events, ['greeted 500', 'replied 650']);
    call.until(5_040);
    assert.deepEqual(call.frames.slice(3), ['5020: 1/0', '5040: 1/1']);
  });

  it('speaks first without a greeting, and takes greetings that come later for answers', () => {
    const call = started(1);
    call.until(3_040);
    assert.deepEqual(call.frames, ['3000: 0/0', '3020: 0/1', '3040: 0/2']);
    call.agentSpeaks(3_500, 3_600);
    assert.deepEqual(call.events, ['replied 460']);
  });

  it('waits for a greeting from when the call is set up, and measures it from its beginning', () => {
    const call = started(1);
    call.passes(2_000);
    call.until(4_980);
    assert.isEmpty(call.frames);
    call.agentSpeaks(4_990, 5_100);
    call.until(6_100);
    assert.deepEqual(call.events, ['greeted 4990']);
    assert.deepEqual(call.frames, ['6100: 0/0']);
  });

  it('repeats the utterances from the first, and is finished when the last answer was played', () => {
    const call = started(3);
    for (const at of [3_200, 6_300, 9_400]) {
      call.until(at - 20);
      call.agentSpeaks(at, at + 1_900);
    }
    assert.deepEqual(call.events, ['replied 160', 'replied 180', 'replied 160']);
    assert.equal(call.frames.filter((frame) => frame.includes(': 0/')).length, 6);
    call.until(12_280);
    assert.notInclude(call.events, 'finished');
    call.until(12_300);
    assert.equal(call.events.at(-1), 'finished');
    call.until(30_000);
    assert.lengthOf(call.frames, 8);
  });

  it('counts a question without an answer, and asks again after the pause', () => {
    const call = started(2);
    call.until(13_040);
    assert.isEmpty(call.events);
    call.until(13_060);
    assert.deepEqual(call.events, ['unanswered: silence']);
    call.until(13_080);
    assert.deepEqual(call.frames.slice(3), ['13080: 1/0']);
  });

  it('counts a question that the agent hangs up on instead of an answer', () => {
    for (const at of [3_000, 3_040, 9_000]) {
      const call = started(1);
      call.until(at);
      call.hangsUp();
      call.until(30_000);
      assert.deepEqual(call.events, ['unanswered: hang-up'], `at ${at} ms`);
    }
  });

  it('counts no question that was answered, overlapped or not asked before the agent hangs up', () => {
    const greeted = started(1);
    greeted.agentSpeaks(100, 900);
    greeted.hangsUp();
    assert.deepEqual(greeted.events, ['greeted 100']);
    const answered = started(1);
    answered.until(3_040);
    answered.agentSpeaks(3_500, 3_600);
    answered.hangsUp();
    assert.deepEqual(answered.events, ['replied 460']);
    const overlapped = started(1);
    overlapped.until(3_020);
    overlapped.agentSpeaks(3_030, 3_100);
    overlapped.hangsUp();
    assert.isEmpty(overlapped.events);
  });

  it('counts no latency where the agent talks over it', () => {
    const call = started(1);
    call.until(3_020);
    call.agentSpeaks(3_030, 3_100);
    call.until(3_040);
    call.agentSpeaks(3_500, 3_600);
    assert.deepEqual(call.events, ['overlapped']);
  });

  it('takes a sound right after the question for one that is late, and not for its answer', () => {
    const call = started(1);
    call.until(3_040);
    call.agentSpeaks(3_130, 3_200);
    assert.deepEqual(call.events, ['overlapped']);
  });

  it('waits no more for audio that the agent discarded', () => {
    const call = started(1);
    call.agentSpeaks(100, 9_000);
    call.cleared(200);
    call.until(1_200);
    assert.deepEqual(call.frames, ['1200: 0/0']);
  });
});
