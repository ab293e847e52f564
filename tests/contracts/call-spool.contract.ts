import { assert } from 'chai';
import type { CallSpool, SpooledCall } from '../../application/ports/call-spool.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import { answerWith } from '../domain/calls/answer-example.ts';
import type { Contract } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';
import { eventually } from '../support/eventually.ts';

export interface SpoolOverTime {
  readonly spool: CallSpool;
  /** The same spool in a process that starts after the other one died. */
  reborn(): CallSpool;
}

export const call = (id: string, more: Partial<SpooledCall> = {}): SpooledCall => ({
  call_id: id,
  org_id: 'org',
  agent_id: 'agent',
  started_at: '2026-01-01T00:00:00.000Z',
  sampleRate: 8000,
  ...more,
});

export const outcome: CallOutcome = {
  status: 'completed',
  call_response: 'answered',
  end_time_utc: '2026-01-01T00:01:00.000Z',
  metrics: null,
};

/** Metrics of this number of turns. */
const metrics = (turns: number): CallMetricsBody => ({
  summary: { turn_count: turns, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  ...{ transport: { client_connected_secs: 0 }, turns: [] },
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
});

const answer = (number: number, words: string) => ({ ...answerWith(words), number });

/** Samples that tell their own position. */
export const ramp = (length: number, from = 0): Int16Array => Int16Array.from({ length }, (_, at) => from + at);

/** A recording taken apart: what its header says, and its samples. */
export async function wav(spool: CallSpool, callId: string) {
  const recording = await spool.recording(callId);
  if (!recording) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of recording.bytes) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  assert.equal(bytes.length, recording.size);
  assert.equal(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
  assert.equal(bytes.readUInt32LE(40), bytes.length - 44);
  const samples = Int16Array.from({ length: (bytes.length - 44) / 2 }, (_, at) => bytes.readInt16LE(44 + 2 * at));
  return { sampleRate: bytes.readUInt32LE(24), channels: bytes.readUInt16LE(22), samples };
}

const textOf = async (spool: CallSpool, callId: string): Promise<string | null> => {
  const bytes = await spool.transcript(callId);
  return bytes && Buffer.from(bytes).toString('utf8');
};

const ids = async (spool: CallSpool): Promise<string[]> => (await spool.pending()).map(({ call_id }) => call_id);

export const callSpoolContract: Contract<SpoolOverTime> = {
  'gives back a transcript, its lines in order': async ({ spool }) => {
    const entry = await spool.open(call('a'));
    for (let turn = 0; turn < 20; turn += 1) entry.appendTranscript(`${turn} नमस्ते\n`);
    await entry.finish(outcome);
    assert.equal(await textOf(spool, 'a'), Array.from({ length: 20 }, (_, turn) => `${turn} नमस्ते\n`).join(''));
  },

  'answers null for what was never kept': async ({ spool }) => {
    const entry = await spool.open(call('silent'));
    entry.skipAudio(8_000);
    await entry.finish(outcome);
    for (const id of ['silent', 'unknown']) {
      assert.isNull(await spool.recording(id));
      assert.isNull(await spool.transcript(id));
    }
  },

  'lists a call once it is complete, with its outcome': async ({ spool }) => {
    const before = Date.now();
    const entry = await spool.open(call('a'));
    assert.deepEqual(await ids(spool), []);
    assert.isNull(await spool.undeliveredCall('a'));
    await entry.finish(outcome);
    const pending = await spool.pending();
    assert.lengthOf(pending, 1);
    assert.deepEqual(await spool.undeliveredCall('a'), pending[0] ?? null);
    assert.isNull(await spool.undeliveredCall('unknown'));
    const { touched_at, ...left } = pending[0]!;
    assert.deepEqual(left, { ...call('a'), outcome, metrics: null, tool_calls: [], answers: [], isOrphan: false });
    assert.match(touched_at, /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    assert.closeTo(Date.parse(touched_at), before, 5000);
  },

  'keeps a call through the death of its process: without an outcome, whole as far as it went': async (time) => {
    const entry = await time.spool.open(call('a'));
    entry.appendAudio(ramp(2000));
    entry.appendTranscript('first line\n');
    for (const turns of [1, 2]) entry.writeMetrics(metrics(turns));
    const reborn = time.reborn();
    await eventually(
      async () =>
        (await wav(reborn, 'a'))?.samples.length === 2000 &&
        (await textOf(reborn, 'a')) !== null &&
        (await reborn.pending())[0]?.metrics?.summary.turn_count === 2,
      'all parts in the other process',
    );
    assert.deepEqual((await wav(reborn, 'a'))?.samples, ramp(2000));
    assert.equal(await textOf(reborn, 'a'), 'first line\n');
    const [left] = await reborn.pending();
    assert.deepInclude(left, { ...call('a'), outcome: null, metrics: metrics(2), isOrphan: false });
  },

  'keeps tool calls through the death of its process: what was sent without an answer is unknown': async (time) => {
    const entry = await time.spool.open(call('a'));
    const startOf = (run: number, side_effects: boolean) =>
      ({ run, name: 'book', arguments: '{}', side_effects, started_at: '2026-03-02T09:00:01.000Z' }) as const;
    for (const run of [1, 2, 3]) await entry.appendToolCall(startOf(run, run !== 3));
    const ended = { run: 1, outcome: 'ok', answer: 'Booked', ended_at: '2026-03-02T09:00:02.000Z' } as const;
    await entry.appendToolCall(ended);
    const [left] = await time.reborn().pending();
    const unanswered = { ended_at: null, answer: null };
    assert.deepEqual(left?.tool_calls, [
      { ...startOf(1, true), ...ended },
      { ...startOf(2, true), ...unanswered, outcome: 'unknown' },
      { ...startOf(3, false), ...unanswered, outcome: 'cancelled' },
    ]);
  },

  'keeps the last state of each answer through the death of its process': async (time) => {
    const entry = await time.spool.open(call('a'));
    for (const [number, words] of [
      [2, 'At'],
      [1, 'Hello.'],
      [2, 'At nine.'],
    ] as const)
      entry.appendAnswer(answer(number, words));
    const reborn = time.reborn();
    await eventually(async () => (await reborn.pending())[0]?.answers[1]?.answer === 'At nine.', 'both answers');
    const [left] = await reborn.pending();
    assert.deepEqual(left?.answers, [answer(1, 'Hello.'), answer(2, 'At nine.')]);
  },

  'reports orphans when no other process uses the spool': async (time) => {
    await time.spool.open(call('a'));
    const other = time.reborn();
    await other.open(call('b'));
    time.spool.close();
    other.close();
    const alone = time.reborn();
    const own = await alone.open(call('c'));
    await own.finish(outcome);
    const orphans = (await alone.pending()).map(({ call_id, isOrphan }) => [call_id, isOrphan]);
    assert.sameDeepMembers(orphans, [
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
    alone.close();
  },

  'still knows complete calls after the death of the process': async (time) => {
    const entry = await time.spool.open(call('a'));
    await entry.finish(outcome);
    const [left] = await time.reborn().pending();
    assert.deepInclude(left, { ...call('a'), outcome });
  },

  'lists the oldest first': async ({ spool }) => {
    for (const [id, second] of [
      ['b', 2],
      ['c', 3],
      ['a', 1],
      ['d', 0],
    ] as const) {
      const entry = await spool.open(call(id, { started_at: `2026-01-01T00:00:0${second}.000Z` }));
      await entry.finish(outcome);
    }
    assert.deepEqual(await ids(spool), ['d', 'a', 'b', 'c']);
  },

  'keeps calls apart that are open at once': async ({ spool }) => {
    const [one, two] = await Promise.all([spool.open(call('one')), spool.open(call('two', { sampleRate: 16_000 }))]);
    for (let turn = 0; turn < 10; turn += 1) {
      one.appendAudio(ramp(10, turn * 10));
      two.appendAudio(ramp(10, 1000 + turn * 10));
      two.appendTranscript('two\n');
    }
    await one.finish(outcome);
    assert.deepEqual(await ids(spool), ['one']);
    await two.finish(outcome);
    assert.deepEqual((await wav(spool, 'one'))?.samples, ramp(100));
    assert.deepEqual((await wav(spool, 'two'))?.samples, ramp(100, 1000));
    assert.isNull(await spool.transcript('one'));
  },

  'keeps what was handed in, whatever happens to the array afterwards': async ({ spool }) => {
    const entry = await spool.open(call('a'));
    const shared = ramp(1000);
    entry.appendAudio(shared.subarray(100, 200));
    shared.fill(-1);
    await entry.finish(outcome);
    assert.deepEqual((await wav(spool, 'a'))?.samples, ramp(100, 100));
  },

  'takes nothing more once a call is complete': async ({ spool }) => {
    const entry = await spool.open(call('a'));
    entry.appendAudio(ramp(100));
    const finishing = entry.finish(outcome);
    entry.appendAudio(ramp(100));
    entry.appendTranscript('late');
    entry.appendAnswer(answer(1, 'late'));
    await finishing;
    entry.appendAudio(ramp(100));
    assert.lengthOf((await wav(spool, 'a'))!.samples, 100);
    assert.isNull(await spool.transcript('a'));
    assert.isEmpty((await spool.pending())[0]?.answers);
  },

  'forgets a call that was removed, and only that': async (time) => {
    for (const id of ['a', 'b']) {
      const entry = await time.spool.open(call(id));
      entry.appendAudio(ramp(100));
      entry.appendTranscript('line\n');
      await entry.finish(outcome);
    }
    await time.spool.remove('a');
    await time.spool.remove('a');
    await time.spool.remove('never');
    assert.isNull(await time.spool.recording('a'));
    assert.isNull(await time.spool.transcript('a'));
    assert.deepEqual(await ids(time.reborn()), ['b']);
  },

  'refuses to keep a call twice': async ({ spool, reborn }) => {
    const entry = await spool.open(call('a'));
    entry.appendAudio(ramp(100));
    assert.equal((await refusalOf(spool.open(call('a')))).problem, 'duplicate');
    await entry.finish(outcome);
    assert.equal((await refusalOf(reborn().open(call('a')))).problem, 'duplicate');
    assert.deepEqual((await wav(spool, 'a'))?.samples, ramp(100));
  },

  'refuses an id that is more than a name': async ({ spool }) => {
    for (const id of ['', '.', '..', '../a', 'a/b', '/a', 'a\0', 'a\\b', '-a', 'a'.repeat(300), 'a.b'])
      for (const work of [spool.open(call(id)), spool.recording(id), spool.transcript(id), spool.remove(id)])
        assert.equal((await refusalOf(work)).problem, 'rejected');
  },
};
