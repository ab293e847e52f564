import { assert } from 'chai';
import {
  ms,
  event,
  connects,
  callerStarts,
  callerStops,
  released,
  took,
  agentStarts,
  agentStops,
  tool,
  ends,
  GREETED,
  measured,
  turnsOf,
  breakdownsOf,
  GREETING,
} from './measured-calls.ts';

describe('latencies of replies', () => {
  it('name who worked on a reply, when each step started, and how long it took', () => {
    const llm = { type: 'stage_first_output', stage: 'llm', processor: 'AcmeLLM', model: 'fast-1' } as const;
    const body = measured(
      ...[...GREETED, agentStops(2.9), callerStarts(4), callerStops(6.2, 6), released(6.35)],
      ...[event(6.8, { ...llm, started_at: ms(6.4) }), ...tool('lookup', 6.9, 7.4), agentStarts(8), ends(9)],
    );
    assert.deepEqual(body.latencies.breakdowns.at(-1), {
      ttfb: [{ stage: 'llm', processor: 'AcmeLLM', model: 'fast-1', start_time: 6.4, duration_secs: 0.4 }],
      text_aggregation: null,
      user_turn_start_time: 6,
      user_turn_secs: 0.35,
      user_turn_ended_by: 'silence',
      function_calls: [{ function_name: 'lookup', start_time: 6.9, duration_secs: 0.5 }],
    });
  });

  it('start with the first connection, and forget what was measured before the caller spoke again', () => {
    const again = [callerStarts(4), callerStops(5, 4.8), released(5), took('llm', 0.2, 5.3), ...tool('find', 5, 5.2)];
    const asks = [callerStarts(6), callerStops(7, 6.8), released(7), took('llm', 0.3, 7.4), agentStarts(8), ends(9)];
    const body = measured(...GREETED, connects(1.2), agentStops(2.9), ...again, ...asks);
    assert.deepEqual(body.transport, { client_connected_secs: 0.5 });
    assert.deepEqual(breakdownsOf(body), [
      GREETING,
      { anchor: 6.8, turn: 'silence 0.2', stages: 'llm 0.3', tools: '' },
    ]);
  });

  it('have no wait for a release before the end of speech, and no negative time', () => {
    const body = measured(
      ...GREETED,
      agentStops(2.9),
      callerStarts(4),
      released(5),
      callerStops(5, 6),
      agentStarts(5.5),
    );
    assert.deepEqual(breakdownsOf(body).at(-1), { anchor: 6, turn: null, stages: '', tools: '' });
    assert.deepEqual(body.latencies.user_to_bot_secs, [0]);
  });

  it('belong to a greeting or a reply, not to what happens before and between', () => {
    const early = [took('tts', 0.1, 0.2), agentStarts(0.3, 'greeting'), agentStops(0.4, 'greeting')];
    const between = [took('llm', 0.2, 3.2), callerStops(5, 4.8), agentStarts(5.8)];
    assert.deepEqual(breakdownsOf(measured(...early, ...GREETED, agentStops(2.9), ...between)), [
      GREETING,
      { anchor: 4.8, turn: null, stages: '', tools: '' },
    ]);
  });

  it('end a turn once, and none by a stop of an agent that did not speak', () => {
    const body = measured(...GREETED, agentStops(2), agentStops(4), callerStarts(4.5), ends(6), ends(7));
    assert.deepEqual(turnsOf(body), [
      [1, 2, false],
      [2, 1.5, true],
    ]);
  });
});
