import { assert } from 'chai';
import { CALL_RESPONSES, webCall, type CallLog, type CallPatch } from '../../../domain/calls/call-log.ts';
import { callPatch, patchCall, type CallPatchInput } from '../../../domain/calls/call-patch.ts';
import type { ToolCallRecord } from '../../../domain/calls/tool-call-record.ts';
import { DomainError } from '../../../domain/errors.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const UPDATED = { updated_at: NOW.toISOString() };

const call = (changes: Partial<CallLog> = {}): CallLog => ({
  ...webCall({
    call_id: 'c1',
    org_id: 'o1',
    agent_id: 'a1',
    agent_name: 'Ada',
    custom_variables: {},
    now: new Date('2026-03-02T08:59:00.000Z'),
  }),
  ...changes,
});

const started = { status: 'in_progress', start_time_utc: '2026-03-02T08:59:30.000Z' } as const;
const ended = { status: 'completed', end_time_utc: '2026-03-02T08:59:50.000Z', duration: 20 } as const;

const RUNNING: ToolCallRecord = {
  ...{ run: 1, name: 'book', arguments: '{}', side_effects: true, started_at: '2026-03-02T08:59:40.000Z' },
  ...{ ended_at: null, outcome: 'running', answer: null, idempotency_key: null, status: null, cause: null },
};
const ANSWERED: ToolCallRecord = {
  ...RUNNING,
  ended_at: '2026-03-02T08:59:55.000Z',
  outcome: 'ok',
  answer: '7',
  status: 200,
};

describe('patchCall', () => {
  const table: readonly [string, CallLog, CallPatch, Partial<CallLog>][] = [
    ['moves a live call forward', call(), { status: 'ringing' }, { status: 'ringing' }],
    [
      "takes the carrier's id of a live call, also in the place of another",
      call({ call_type: 'outbound', provider_call_sid: 'request' }),
      { provider_call_sid: 'call' },
      { provider_call_sid: 'call' },
    ],
    [
      "keeps the carrier's id of a call that has ended",
      call({ ...ended, call_type: 'outbound', provider_call_sid: 'call' }),
      { provider_call_sid: 'other' },
      {},
    ],
    ["knows no carrier's id of a web call", call(), { provider_call_sid: 'call' }, {}],
    [
      'sets the start at the first in_progress',
      call(),
      { status: 'in_progress' },
      { status: 'in_progress', start_time_utc: NOW.toISOString() },
    ],
    ['sets the start only once', call(started), { status: 'in_progress' }, {}],
    [
      'keeps a start that was set before in_progress',
      call({ start_time_utc: started.start_time_utc }),
      { status: 'in_progress' },
      { status: 'in_progress' },
    ],
    [
      'leaves out the id that a report does not have',
      call({ call_type: 'outbound' }),
      { status: 'ringing' },
      { status: 'ringing' },
    ],
    [
      'marks an anonymous call whose caller spoke',
      call({ unverified: 'anonymous', without_speech: true }),
      { caller_spoke: true },
      { without_speech: false },
    ],
    ['notes why the conversation ended', call(), { end_reason: 'idle' }, { end_reason: 'idle' }],
    ['keeps the first end reason', call({ end_reason: 'max_duration' }), { end_reason: 'idle' }, {}],
    ['marks an anonymous call only once', call({ without_speech: false }), { caller_spoke: true }, {}],
    ['does not mark a call that was never without speech', call(), { caller_spoke: true }, {}],
    [
      'keeps an anonymous call without speech',
      call({ without_speech: true }),
      { status: 'ringing' },
      { status: 'ringing' },
    ],
    [
      'derives the duration from an end time',
      call(started),
      { status: 'completed', end_time_utc: '2026-03-02T08:59:42.500Z' },
      { status: 'completed', end_time_utc: '2026-03-02T08:59:42.500Z', duration: 12.5 },
    ],
    [
      'limits the duration to at least 0',
      call(started),
      { end_time_utc: '2026-03-02T08:00:00.000Z' },
      { end_time_utc: '2026-03-02T08:00:00.000Z', duration: 0 },
    ],
    [
      'has no duration for a call that never started',
      call(),
      { status: 'failed', end_time_utc: NOW.toISOString() },
      { status: 'failed', end_time_utc: NOW.toISOString(), duration: null },
    ],
    [
      'measures a call that completes without in_progress from registration',
      call(),
      { status: 'completed', end_time_utc: '2026-03-02T08:59:12.000Z' },
      { status: 'completed', end_time_utc: '2026-03-02T08:59:12.000Z', duration: 12 },
    ],
    [
      'sets the duration when the call completes after its end time',
      call({ end_time_utc: '2026-03-02T08:59:12.000Z' }),
      { status: 'completed' },
      { status: 'completed', end_time_utc: '2026-03-02T08:59:12.000Z', duration: 12 },
    ],
    [
      'removes the duration when the call was busy',
      call({ status: 'completed', end_time_utc: '2026-03-02T08:59:12.000Z', duration: 12 }),
      { status: 'busy' },
      { status: 'busy', end_time_utc: '2026-03-02T08:59:12.000Z', duration: null },
    ],
    ['keeps the status of a call that has ended', call(ended), { status: 'in_progress' }, {}],
    ['keeps the end of a call that has ended', call(ended), { end_time_utc: NOW.toISOString() }, {}],
    [
      'accepts a missing end time late',
      call({ ...started, status: 'completed' }),
      { end_time_utc: NOW.toISOString() },
      { end_time_utc: NOW.toISOString(), duration: 30 },
    ],
    [
      'accepts URLs late',
      call(ended),
      { recording_url: 'file://b/o1/c1/recording.wav' },
      { recording_url: 'file://b/o1/c1/recording.wav' },
    ],
    [
      'replaces an error message set during the call',
      call({ ...started, error_message: 'No answer in time' }),
      { status: 'failed', error_message: 'Away' },
      { status: 'failed', error_message: 'Away' },
    ],
    ['accepts a late error message', call(ended), { error_message: 'Away' }, { error_message: 'Away' }],
    [
      'accepts the answer of a tool late',
      call({ ...ended, tool_calls: [RUNNING] }),
      { tool_calls: [ANSWERED] },
      { tool_calls: [ANSWERED] },
    ],
    ['keeps the error message', call({ ...ended, error_message: 'Gone' }), { error_message: 'Away' }, {}],
    ['keeps answered', call({ call_response: 'answered' }), { call_response: 'failed' }, {}],
    [
      'replaces a weaker disposition',
      call({ call_response: 'failed' }),
      { call_response: 'busy' },
      { call_response: 'busy' },
    ],
  ];
  for (const [promise, before, patch, changes] of table)
    it(promise, () => assert.deepEqual(patchCall(before, patch, NOW), { ...changes, ...UPDATED }));
});

describe('callPatch', () => {
  const refusal = (input: object): DomainError => {
    try {
      callPatch(input);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
    throw new Error('the patch was taken');
  };

  it('accepts every disposition and two synonyms', () => {
    for (const word of CALL_RESPONSES) assert.deepEqual(callPatch({ call_response: word }), { call_response: word });
    assert.deepEqual(callPatch({ call_response: 'no-answer' }), { call_response: 'no_answer' });
    assert.deepEqual(callPatch({ call_response: 'cancelled' }), { call_response: 'canceled' });
  });

  it('keeps URLs, the id of the carrier and that the caller spoke', () => {
    const patch = {
      transcript_url: 'file://b/o1/c1/transcript.txt',
      recording_url: 'file://b/o1/c1/recording.wav',
      provider_call_sid: 'sid-1',
      caller_spoke: true,
    } as const;
    assert.deepEqual(callPatch(patch), patch);
  });

  it('drops unknown fields', () => {
    assert.deepEqual(callPatch({ status: 'ringing', org_id: 'other', duration: 9 } as CallPatchInput), {
      status: 'ringing',
    });
  });

  it('rejects a patch without a known field', () => {
    for (const input of [{}, { duration: 9 }, { status: undefined }]) {
      assert.equal(refusal(input).problem, 'rejected');
      assert.equal(refusal(input).message, 'No fields to update');
    }
  });

  it('rejects unknown values and invalid times', () => {
    const bad = [
      { call_response: 'toString' },
      { call_response: 'no_Answer' },
      { provider_call_sid: 'a\nb' },
      { end_time_utc: 'yesterday' },
      { end_time_utc: '2026-03-02' },
      { end_time_utc: '2026-03-02T25:00:00Z' },
      { end_time_utc: '2026-03-02T23:59:60Z' },
      { end_time_utc: '2026-03-02T10:00:00+99:00' },
      { end_time_utc: '+002026-03-02T09:00:00Z' },
      { end_time_utc: '2026-03-02T09:00:00 +05:30' },
    ];
    for (const input of bad) assert.equal(refusal(input).problem, 'invalid', JSON.stringify(input));
    const message = (input: object): string => refusal(input).message;
    assert.equal(
      message({ call_response: 'gone' }),
      'call_response must be one of answered, busy, no_answer, voicemail, declined, canceled, invalid_number, unreachable, failed',
    );
    assert.equal(
      message({ provider_call_sid: 'a\nb' }),
      'provider_call_sid must not contain control characters or invalid Unicode',
    );
    assert.equal(
      message({ end_time_utc: 'yesterday' }),
      'end_time_utc must be an ISO 8601 date-time, for example 2026-01-31T09:30:00.000Z',
    );
  });

  it('shortens an error message to one plain line and drops an empty one', () => {
    const read = (error_message: string) => callPatch({ error_message, status: 'failed' }).error_message;
    assert.equal(read(' HTTP 503:\r\n\u0000 \uD800away '), 'HTTP 503: away');
    assert.equal(read('😀'.repeat(501)), '😀'.repeat(500));
    assert.isUndefined(read(' \n'));
  });

  it('reads a time in any zone and defaults to UTC', () => {
    const read = (end_time_utc: string) => callPatch({ end_time_utc }).end_time_utc;
    assert.equal(read('2026-03-02T14:30:00+05:30'), '2026-03-02T09:00:00.000Z');
    assert.equal(read('2026-03-02T14:30:00+0530'), '2026-03-02T09:00:00.000Z');
    assert.equal(read('2026-03-02T09:00'), '2026-03-02T09:00:00.000Z');
    assert.equal(read('2026-03-02T09:00:00.123456'), '2026-03-02T09:00:00.123Z');
    assert.equal(read('2026-03-02t09:00:00z'), '2026-03-02T09:00:00.000Z');
  });
});
