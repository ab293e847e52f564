import { assert } from 'chai';
import type { AnswerRecord } from '../../domain/calls/answer-record.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { ToolCallRecord } from '../../domain/calls/tool-call-record.ts';
import { callEvents } from '../../domain/events/call-events.ts';

const SENT_WORDS = 'my card is 4111';
const ANSWER_WORDS = 'the account of Ada';

const TOOL: ToolCallRecord = {
  ...{ run: 1, name: 'pay', side_effects: true, outcome: 'failed', status: 500, cause: null, idempotency_key: null },
  ...{ arguments: JSON.stringify({ words: SENT_WORDS }), answer: ANSWER_WORDS },
  ...{ started_at: '2026-01-01T00:00:00.000Z', ended_at: '2026-01-01T00:00:01.000Z' },
};

const ANSWER: AnswerRecord = {
  ...{ number: 1, at: '2026-01-01T00:00:00.000Z', lookup: 'not_searched', sources: [] },
  ...{ question: SENT_WORDS, searched_for: SENT_WORDS, answer: ANSWER_WORDS },
};

describe('events of calls', () => {
  it('contain neither what was said nor what a tool was sent and answered, nor what rejected a call', () => {
    const before: CallLog = webCall({
      ...{ call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Desk', custom_variables: { tier: 'gold' } },
      now: new Date('2026-01-01T00:00:00Z'),
    });
    const after: CallLog = {
      ...before,
      status: 'completed',
      start_time_utc: '2026-01-01T00:00:00.000Z',
      recording_url: 's3://bucket/o/c/recording.wav',
      tool_calls: [TOOL],
      answers: [ANSWER],
      pre_call: { outcome: 'applied', reason: ANSWER_WORDS, say: SENT_WORDS, duration_ms: 1 },
    };
    const events = callEvents(before, after, '/api/v1');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['call.started', 'tool.failed', 'call.ended', 'call.recording_ready'],
    );
    const sent = JSON.stringify(events);
    for (const secret of [SENT_WORDS, ANSWER_WORDS, 'bucket']) assert.notInclude(sent, secret);
    assert.include(sent, '"tier":"gold"');
  });
});
