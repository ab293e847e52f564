import { assert } from 'chai';
import type { LatencyBreakdown } from '../../../domain/calls/call-metrics.ts';
import type { ConversationEvent } from '../../../domain/voice/conversation-events.ts';
import {
  isReportedAlike,
  measure,
  metricsBody,
  newMeasurements,
  type Measurements,
} from '../../../domain/voice/measurements.ts';

const STARTED = 100_000;
/** The time of an event, by its seconds after the setup started. */
const at = (seconds: number): { at: number } => ({ at: STARTED + seconds * 1_000 });

const connected: ConversationEvent = { type: 'connected', ...at(0.5) };
const asks = (seconds: number): ConversationEvent[] => [
  { type: 'caller_turn_started', ...at(seconds) },
  { type: 'caller_speech_ended', silence_at: at(seconds + 1).at, ...at(seconds + 1) },
];
const writes = (seconds: number, audio = false): ConversationEvent => ({
  ...{ type: 'agent_speech_text', speech: 2, part: 0, text: 'Noon.' },
  audio,
  ...at(seconds),
});
const speaks = (from: number, to: number): ConversationEvent[] => [
  { type: 'agent_speech_started', speech: 3, kind: 'reply', ...at(from) },
  ...([{ type: 'agent_speech_ended', speech: 3, kind: 'reply', ...at(to) }] as const).map((event) => ({
    ...event,
    started_at: at(from).at,
    played_text: 'Noon.',
    interrupted: false,
  })),
];
const ended: ConversationEvent = { type: 'ended', reason: 'agent_ended', ...at(30) };

const measured = (...events: ConversationEvent[]): Measurements => events.reduce(measure, newMeasurements(STARTED));
const turnsOf = (...events: ConversationEvent[]): (readonly [number, boolean])[] =>
  metricsBody(measured(...events)).turns.map((turn) => [turn.duration_secs, turn.was_interrupted] as const);

describe('metrics of a text reply', () => {
  it('end the turn after it, without a latency', () => {
    const events = [connected, ...asks(2), writes(4), ...asks(8), ended];
    assert.deepEqual(turnsOf(...events), [
      [4, false],
      [22, false],
    ]);
    assert.isEmpty(metricsBody(measured(...events)).latencies.user_to_bot_secs);
  });

  it('are not added to the next spoken reply', () => {
    const body = metricsBody(measured(connected, ...asks(2), writes(4), ...speaks(5, 6), ended));
    assert.isEmpty(body.latencies.user_to_bot_secs);
    assert.lengthOf(body.latencies.breakdowns, 1);
  });

  it('ignore the captions of a spoken reply', () => {
    const reply = [connected, ...asks(2), writes(3.5, true), ...speaks(4, 6)];
    const body = metricsBody(measured(...reply, ended));
    assert.deepEqual(body.latencies.user_to_bot_secs, [1]);
    assert.deepEqual(turnsOf(connected, ...asks(2), writes(3, true), ...asks(7), ended), [[30, false]]);
  });
});

describe('metrics document', () => {
  it('has seconds since the setup, and averages', () => {
    const body = metricsBody(measured(connected, ...asks(2), ...speaks(4, 5), ...asks(10), ...speaks(13, 14), ended));
    assert.equal(body.transport.client_connected_secs, 0.5);
    assert.deepEqual(body.latencies.user_to_bot_secs, [1, 2]);
    assert.equal(body.summary.user_bot_latency_avg_secs, 1.5);
    assert.equal(metricsBody(measured(ended)).transport.client_connected_secs, 0);
  });

  it('has the start of each stage and tool in seconds', () => {
    const body = metricsBody(
      measured(
        connected,
        ...asks(2),
        {
          type: 'stage_first_output',
          stage: 'llm',
          processor: 'testLLM',
          model: null,
          started_at: at(3).at,
          ...at(3.2),
        },
        { type: 'tool_started', id: 't', name: 'search', ...at(3.3) },
        { type: 'tool_done', id: 't', name: 'search', ...at(3.6) },
        ...speaks(4, 5),
      ),
    );
    const [breakdown] = body.latencies.breakdowns as LatencyBreakdown[];
    assert.equal(breakdown?.ttfb[0]?.start_time, 103);
    assert.equal(breakdown?.function_calls[0]?.start_time, 103.3);
  });

  it('starts a new measurement with each turn of the caller', () => {
    const llm: ConversationEvent = {
      ...{ type: 'stage_first_output', stage: 'llm', processor: 'testLLM', model: null },
      started_at: at(3).at,
      ...at(3.2),
    };
    const body = metricsBody(measured(connected, ...asks(2), llm, ...asks(5), ...speaks(7, 8)));
    const [breakdown] = body.latencies.breakdowns as LatencyBreakdown[];
    assert.deepEqual(breakdown?.ttfb, []);
  });
});

describe('isReportedAlike', () => {
  const before = measured(connected, ...asks(2));

  it('is true while only open measurements change', () => {
    assert.isTrue(isReportedAlike(before, before));
    assert.isTrue(isReportedAlike(before, measure(before, { type: 'caller_turn_started', ...at(3) })));
  });

  it('is false when any part of the document changes', () => {
    const latencies: Partial<Measurements['latencies']>[] = [
      { firstSpeechSecs: 1 },
      { userToBot: [1] },
      { breakdowns: [] },
    ];
    for (const changed of latencies)
      assert.isFalse(isReportedAlike(before, { ...before, latencies: { ...before.latencies, ...changed } }));
    assert.isFalse(isReportedAlike(before, { ...before, connectedAt: 1 }));
    assert.isFalse(isReportedAlike(before, { ...before, turns: { ...before.turns, ended: [] } }));
  });
});
