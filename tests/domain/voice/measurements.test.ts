import { assert } from 'chai';
import type { LatencyBreakdown } from '../../../domain/calls/call-metrics.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
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

describe('call metrics', () => {
  it('V1: measure a normal turn', () => {
    const body = measured(
      ...[...GREETED, agentStops(2.9), callerStarts(4), callerStops(6.2, 6), took('stt', 0.3, 6.3), released(6.35)],
      ...[took('llm', 0.4, 6.8), took('tts', 0.1, 7), agentStarts(7), agentStops(9), ends(12)],
    );
    assert.deepEqual(turnsOf(body), [
      [1, 4, false],
      [2, 5, false],
    ]);
    assert.deepEqual(body.summary, { turn_count: 2, interrupted_turn_count: 0, user_bot_latency_avg_secs: 1 });
    assert.deepEqual(body.transport, { client_connected_secs: 0.5 });
    assert.equal(body.latencies.first_bot_speech_secs, 0.4);
    assert.deepEqual(body.latencies.user_to_bot_secs, [1]);
    const reply = { anchor: 6, turn: 'silence 0.35', stages: 'stt 0.3 llm 0.4 tts 0.1', tools: '' };
    assert.deepEqual(breakdownsOf(body), [GREETING, reply]);
  });

  it('V2: count an interruption and a hang-up during agent speech', () => {
    const body = measured(
      ...[...GREETED, callerStarts(1.5), agentStops(1.51), callerStops(3.2, 3), released(3.3), agentStarts(4.1)],
      ends(5),
    );
    assert.deepEqual(turnsOf(body), [
      [1, 1.5, true],
      [2, 3.5, true],
    ]);
    assert.equal(body.summary.interrupted_turn_count, 2);
    assert.deepEqual(body.latencies.user_to_bot_secs, [1.1]);
    assert.deepEqual(breakdownsOf(body), [GREETING, { anchor: 3, turn: 'silence 0.3', stages: '', tools: '' }]);
  });

  it('V3: measure the first agent speech when the caller speaks first', () => {
    const body = measured(
      ...[connects(0.5), callerStarts(1), callerStops(2.2, 2), released(2.4), agentStarts(3), agentStops(5), ends(9)],
    );
    assert.deepEqual(turnsOf(body), [[1, 5, false]]);
    assert.deepEqual(body.latencies.user_to_bot_secs, [1]);
    assert.equal(body.latencies.first_bot_speech_secs, 2.5);
    assert.deepEqual(breakdownsOf(body), [{ anchor: 2, turn: 'silence 0.4', stages: '', tools: '' }]);
  });

  for (const [how, startedAt, turns] of [
    ['noticed with its words', 4.71, [4.71, 2.29]],
    ['dated back to its sound', 4, [4, 3]],
  ] as const)
    it(`V4: keep the anchor and STT latency of a short utterance under a minimum of words, ${how}`, () => {
      const body = measured(
        ...[...GREETED, agentStops(2.9), callerStarts(startedAt), callerStops(4.71, 4.4), took('stt', 0.3, 4.7)],
        ...[released(5.3), took('llm', 0.3, 5.6), took('tts', 0.1, 5.8), agentStarts(5.8), agentStops(7), ends(10)],
      );
      assert.deepEqual(turnsOf(body), [
        [1, turns[0], false],
        [2, turns[1], false],
      ]);
      assert.deepEqual(body.latencies.user_to_bot_secs, [1.4]);
      const reply = { anchor: 4.4, turn: 'silence 0.9', stages: 'stt 0.3 llm 0.3 tts 0.1', tools: '' };
      assert.deepEqual(breakdownsOf(body), [GREETING, reply]);
    });

  const V5 = [
    ...[...GREETED, agentStops(2.9), callerStarts(6), callerStops(7.2, 7), released(7.3), took('llm', 0.4, 7.7)],
    ...[...tool('lookup', 7.7, 8.5), took('llm', 0.35, 8.9), took('tts', 0.12, 9.1), agentStarts(9.1), agentStops(11)],
  ];

  it('V5: list a tool call and one entry per LLM request', () => {
    const body = measured(...V5, ends(12));
    assert.deepEqual(turnsOf(body), [
      [1, 2.9, false],
      [2, 6, true],
    ]);
    assert.deepEqual(body.latencies.user_to_bot_secs, [2.1]);
    const reply = { anchor: 7, turn: 'silence 0.3', stages: 'llm 0.4 llm 0.35 tts 0.12', tools: 'lookup 0.8' };
    assert.deepEqual(breakdownsOf(body), [GREETING, reply]);
  });

  it('V5 and V6: count no interruption when the agent ends the call after playout', () => {
    assert.deepEqual(turnsOf(measured(...V5, ends(12, 'agent_ended'))).at(-1), [2, 6, false]);
    assert.deepEqual(turnsOf(measured(...GREETED, agentStops(2.9), ends(4, 'agent_ended'))), [[1, 4, false]]);
    assert.deepEqual(turnsOf(measured(...GREETED, ends(2, 'shutdown'))), [[1, 2, true]]);
  });

  it('V6: measure a call that ends shortly after its greeting', () => {
    const body = measured(...GREETED, agentStops(2.9), ends(4));
    assert.deepEqual(turnsOf(body), [[1, 4, true]]);
    assert.deepEqual(breakdownsOf(body), [GREETING]);
    assert.deepEqual(body.summary, { turn_count: 1, interrupted_turn_count: 1, user_bot_latency_avg_secs: 0 });
  });

  it('are complete and 0 for a call without a caller', () => {
    assert.deepEqual(measured(ends(3)), {
      summary: { turn_count: 1, interrupted_turn_count: 1, user_bot_latency_avg_secs: 0 },
      transport: { client_connected_secs: 0 },
      turns: [{ turn_number: 1, duration_secs: 3, was_interrupted: true }],
      latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
    });
  });

  it('ignore a hold message as reply, TTS latency and end of turn', () => {
    const body = measured(
      ...[...GREETED, agentStops(2.9), callerStarts(4), callerStops(6.2, 6), took('stt', 0.3, 6.3), released(6.3)],
      ...[
        took('tts', 0.2, 8.3),
        agentStarts(8.3, 'hold'),
        agentStops(9, 'hold'),
        took('llm', 5.5, 11.8),
        took('tts', 0.1, 12),
      ],
      ...[agentStarts(12), agentStops(13), ends(20)],
    );
    assert.deepEqual(turnsOf(body), [
      [1, 4, false],
      [2, 9, false],
    ]);
    assert.deepEqual(body.latencies.user_to_bot_secs, [6]);
    assert.equal(breakdownsOf(body)[1]?.stages, 'stt 0.3 llm 5.5 tts 0.1');
  });

  it('keep a short pause of the agent, and caller speech before the reply, in the turn', () => {
    const pause = [agentStops(2.9), agentStarts(5), agentStops(6)];
    assert.deepEqual(turnsOf(measured(...GREETED, ...pause, ends(9))), [[1, 6, false]]);
    const goesOn = [callerStarts(7), callerStops(8, 7.8), callerStarts(8.5), agentStarts(10), agentStops(11)];
    assert.deepEqual(turnsOf(measured(...GREETED, ...pause, ...goesOn, ends(14))), [
      [1, 6 + 1, false],
      [2, 4, false],
    ]);
  });

  it('end the turn at an agent pause of 2.5 s', () => {
    const shorter = measured(...GREETED, agentStops(2.9), agentStarts(5.399), agentStops(6), ends(20));
    assert.deepEqual(turnsOf(shorter), [[1, 6, false]]);
    const exactly = measured(...GREETED, agentStops(2.9), agentStarts(5.4), agentStops(6), ends(20));
    assert.deepEqual(turnsOf(exactly), [
      [1, 2.9, false],
      [2, 0.6, false],
    ]);
  });

  it('measure only the first output of each stage for an awaited reply', () => {
    const aggregated = (at: number, seconds: number) =>
      event(at, { type: 'first_segment_ready', started_at: ms(at - seconds) });
    const between = [took('llm', 0.1, 2), aggregated(2, 0.1), agentStarts(2.2, 'prompt'), agentStops(3, 'prompt')];
    const [, lateResult] = tool('lookup', 4, 5);
    const body = measured(
      ...[...GREETED, agentStops(1.5), ...between, callerStarts(4), callerStops(5, 4.8), released(5)],
      ...[
        took('stt', 0, 5),
        took('llm', 0.3, 5.3),
        aggregated(5.5, 0.2),
        aggregated(6, 0.7),
        lateResult as ConversationEvent,
      ],
      ...[agentStarts(6), agentStops(7), agentStarts(7.5), ends(8)],
    );
    assert.deepEqual(breakdownsOf(body), [
      GREETING,
      { anchor: 4.8, turn: 'silence 0.2', stages: 'llm 0.3', tools: '' },
    ]);
    assert.deepEqual(body.latencies.user_to_bot_secs, [1.2]);
    const [, reply] = body.latencies.breakdowns as LatencyBreakdown[];
    assert.deepEqual(reply?.text_aggregation, {
      processor: 'SentenceAggregator',
      start_time: 5.3,
      duration_secs: 0.2,
    });
  });

  it('end a turn at the start of the next, even if its words arrive late', () => {
    const late = [event(6, { type: 'caller_transcript', text: 'Hi', final: true }), callerStarts(4)];
    assert.deepEqual(turnsOf(measured(...GREETED, agentStops(2.9), ...late, ends(7)))[0], [1, 4, false]);
  });
});
