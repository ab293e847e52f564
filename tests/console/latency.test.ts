import { assert } from 'chai';
import { STAGES } from '../../console/src/parts/stages.ts';
import { secsOf, replyLatencies } from '../../console/src/pages/calls/latency.ts';

const SILENT = 1_000;
const entry = (stage: string, from: number, secs: number) => ({
  stage,
  processor: stage,
  start_time: SILENT + from,
  duration_secs: secs,
});

describe('where the time of a reply went', () => {
  it('leaves out the greeting, which answers no caller turn', () => {
    const greeting = { ttfb: [entry('tts', 0, 1)], user_turn_start_time: null };
    const reply = { ttfb: [], user_turn_start_time: SILENT, user_turn_secs: 0.4, user_turn_ended_by: 'fading' };
    const replies = replyLatencies({ user_to_bot_secs: [0.9], breakdowns: [greeting, reply] });
    assert.deepEqual(replies, [
      {
        ...{ number: 1, total: 0.9, endedBy: 'fading', silentAt: SILENT * 1_000 },
        parts: [{ stage: 'stt', from: 0, secs: 0.4 }],
      },
    ]);
  });

  it('counts of each part only what the caller waited for', () => {
    const measured = {
      // The thought began while the caller still spoke; the second synthesis came after the first word.
      ttfb: [entry('stt', -1, 1.2), entry('llm', -0.25, 0.5), entry('tts', 0.5, 0.25), entry('tts', 2, 1)],
      function_calls: [{ function_name: 'look', start_time: SILENT + 0.25, duration_secs: 0.125 }],
      user_turn_start_time: SILENT,
      user_turn_secs: 0.125,
    };
    const [reply] = replyLatencies({ user_to_bot_secs: [1], breakdowns: [measured] });
    assert.deepEqual(
      STAGES.map((stage) => secsOf(reply!, stage)),
      [0.125, 0.25, 0.125, 0.25],
    );
  });

  it('survives what is malformed', () => {
    const breakdowns = [null, 7, {}, { user_turn_start_time: SILENT, ttfb: [null, { stage: 'llm' }, 'tts'] }];
    assert.deepEqual(replyLatencies({ user_to_bot_secs: [], breakdowns }), []);
    const [reply] = replyLatencies({ user_to_bot_secs: [1], breakdowns });
    assert.deepEqual(reply?.parts, []);
  });
});
