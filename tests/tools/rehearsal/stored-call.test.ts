import { assert } from 'chai';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { ApiRefusal } from '../../../tools/lib/installation-api.ts';
import { storedCall, transcriptEntries } from '../../../tools/rehearsal/stored-call.ts';

const LOG = {
  ...{ call_id: 'c1', status: 'completed', start_time_utc: '2026-11-28T10:00:00.000Z', end_reason: 'agent_ended' },
  tool_calls: [{ run: 1, name: 'book', arguments: '{}', outcome: 'ok' }],
  stages: { entered: [{ stage: 'done', at: '', by: 'model' }], fields: { name: 'Ada' } },
} as unknown as CallLog;

const TRANSCRIPT = `call_id=c1
---
[2026-11-28T10:00:01.000Z] assistant: Hello?
[2026-11-28T10:00:05.500Z] user: A table, please.
[2026-11-28T10:00:03.000Z] user: [keypad] 12
[2026-11-28T10:00:06.000Z] handover: Desk -> Tables
`;

const quickly = { everyMs: 1 };

/** An API with these texts; others are missing. */
const apiWith = (texts: Readonly<Record<string, string>>) => ({
  text: async (path: string): Promise<string> => {
    const text = texts[path];
    if (text === undefined) throw new ApiRefusal('Not found', 404);
    return text;
  },
});

describe('the stored record of a call', () => {
  it('has what was said and done, once it is delivered', async () => {
    const live = { ...LOG, status: 'in_progress' } as CallLog;
    const undelivered = { ...LOG, end_reason: undefined } as unknown as CallLog;
    const logs = [null, live, undelivered, LOG];
    const api = apiWith({
      '/calls/c1/transcript': TRANSCRIPT,
      '/calls/c1/metrics': JSON.stringify({ latencies: { user_to_bot_secs: [0.8, 1.25] } }),
      '/calls/c1/inputs': 'inputs\n',
    });
    const stored = await storedCall(api, async () => (logs.length > 1 ? (logs.shift() ?? null) : LOG), quickly);
    assert.deepInclude(stored, { ended: 'agent_ended', fields: { name: 'Ada' }, latenciesMs: [800, 1_250], turns: 2 });
    assert.equal(stored.calls?.[0]?.name, 'book');
    assert.equal(stored.stages[0]?.stage, 'done');
    assert.equal(stored.inputs?.text, 'inputs\n');
  });

  it('is empty of a call that never began, and of what is not kept', async () => {
    const unanswered = { ...LOG, status: 'busy', start_time_utc: null, end_reason: undefined, tool_calls: undefined };
    const stored = await storedCall(apiWith({}), async () => unanswered as unknown as CallLog, quickly);
    assert.deepInclude(stored, { ended: null, calls: [], latenciesMs: [], transcript: [], inputs: null });
  });

  it('is awaited for some time only, and refusals of the API are shown', async () => {
    const late = await storedCall(apiWith({}), async () => null, { everyMs: 1, timeoutMs: 20 }).catch(
      (error: unknown) => error,
    );
    assert.match(String(late), /The record of the call took longer/);
    const api = { text: () => Promise.reject(new ApiRefusal('You may not listen to calls', 403)) };
    const refused = await storedCall(api, async () => LOG, quickly).catch((error: Error) => error.message);
    assert.equal(refused, 'You may not listen to calls');
  });
});

describe('a stored transcript', () => {
  it('is read in the order of its times, without its notes', () => {
    const startedAt = Date.parse('2026-11-28T10:00:00.000Z');
    assert.deepEqual(
      transcriptEntries(TRANSCRIPT, startedAt).map(({ speaker, words, atMs }) => [speaker, words, atMs]),
      [
        ['agent', 'Hello?', 1_000],
        ['caller', '[keypad] 12', 3_000],
        ['caller', 'A table, please.', 5_500],
      ],
    );
    const [greeting] = transcriptEntries(TRANSCRIPT, startedAt);
    assert(greeting && greeting.endMs > greeting.atMs && greeting.endMs < 2_000);
    assert.isEmpty(transcriptEntries('', startedAt));
  });
});
