import { assert } from 'chai';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { ToolRunner, type RunnableTool, type ToolInvocation } from '../../../application/runtime/tool-runner.ts';
import { redactedToolCall } from '../../../domain/calls/redact-tool-call.ts';
import { toolCallsIn, TOOL_TEXT_MAX, type ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const answer = (content: string, more: Partial<ToolAnswer> = {}): ToolAnswer => ({
  ...{ ok: true, status: 200, content, variables: {} },
  ...more,
});

/** A runner with one tool, whose answers the test gives. */
function open({
  hasSideEffects = true,
  disk = (): Promise<void> => Promise.resolve(),
  send = undefined as RunnableTool['call'] | undefined,
  journalLine = (line: ToolJournalEntry): ToolJournalEntry => line,
} = {}) {
  const clock = fakeClock();
  const log: string[] = [];
  const lines: ToolJournalEntry[] = [];
  const invocations: ToolInvocation[] = [];
  const waiting: ((answered: ToolAnswer) => void)[] = [];
  const tool: RunnableTool = {
    hasSideEffects,
    idempotencyKey: ({ run }) => (hasSideEffects ? `key-${run}` : null),
    call: (invocation, signal) => {
      if (send) return send(invocation, signal);
      invocations.push(invocation);
      log.push(`sent ${invocation.run}`);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(answer('The tool failed: cancelled', { ok: false })));
        waiting[invocation.run] = resolve;
      });
    },
  };
  const entry = {
    appendToolCall: async (line: ToolJournalEntry) => {
      await disk();
      lines.push(line);
      log.push(`journaled ${line.run}`);
    },
  };
  const parts = { tools: new Map([['book', tool]]), variables: { city: 'Rome' }, entry, clock, journalLine };
  const runner = new ToolRunner(parts, (run, content, outcome) => log.push(`${run} ${outcome}: ${content}`));
  const call = (size = 4) => ({ id: 'c', name: 'book', arguments: { size } });
  return { runner, clock, log, lines, invocations, waiting, call };
}

const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ToolRunner', () => {
  it('journals a call before it is sent, and its answer without a delay of the report', async () => {
    const { runner, log, lines, waiting, call } = open();
    runner.start(3, call());
    await turns();
    waiting[3]?.(answer('Booked'));
    await turns();
    assert.deepEqual(log, ['journaled 3', 'sent 3', '3 ok: Booked', 'journaled 3']);
    assert.deepEqual(
      toolCallsIn(lines).map(({ name, arguments: given, outcome }) => [name, given, outcome]),
      [['book', '{"size":4}', 'ok']],
    );
  });

  it('journals texts of bounded length that are redacted whole, whatever replaces what they leave out', async () => {
    const redaction = { kinds: ['card_number', 'email'], values: [['first_name_of_the_caller', 'Ann']] } as const;
    const { runner, lines, waiting } = open({ journalLine: (line) => redactedToolCall(line, redaction) });
    runner.start(3, { id: 'c', name: 'book', arguments: { to: 'a@b.c '.repeat(300) } });
    await turns();
    waiting[3]?.(answer(`${'Ann '.repeat(100)}${'.'.repeat(592)} 4111111111111111`));
    await turns();
    const [record] = toolCallsIn(lines);
    assert.isAtMost(record?.arguments.length ?? 0, TOOL_TEXT_MAX);
    assert.isAtMost(record?.answer?.length ?? 0, TOOL_TEXT_MAX);
    const late = open({ journalLine: (line) => redactedToolCall(line, redaction) });
    late.runner.start(4, late.call());
    await turns();
    late.waiting[4]?.(answer(`${'.'.repeat(990)} 4111111111111111`));
    await turns();
    assert.notMatch(toolCallsIn(late.lines)[0]?.answer ?? '', /4111/);
  });

  it('journals the key before the request, and the status and the cause of a failure after it', async () => {
    const { runner, lines, waiting, call } = open();
    runner.start(3, call());
    await turns();
    assert.deepInclude(lines[0], { idempotency_key: 'key-3' });
    const cause = 'The secret key is not stored';
    waiting[3]?.(answer('The tool failed', { ok: false, status: 503, cause }));
    await turns();
    assert.deepInclude(toolCallsIn(lines)[0], { idempotency_key: 'key-3', status: 503, cause, outcome: 'failed' });
    const reading = open({ hasSideEffects: false });
    reading.runner.start(4, reading.call());
    await turns();
    reading.waiting[4]?.(answer('ok'));
    await turns();
    assert.deepInclude(toolCallsIn(reading.lines)[0], { idempotency_key: null, status: 200, cause: null });
  });

  it('does not send what it cannot journal', async () => {
    const { runner, log, call } = open({ disk: () => Promise.reject(new Error('full')) });
    runner.start(3, call());
    await turns();
    assert.deepEqual(log, ['3 failed: The tool failed: the call could not be recorded, so it was not sent']);
  });

  it('reports an answer although its end cannot be journaled', async () => {
    let writes = 0;
    const { runner, log, lines, waiting, call } = open({
      disk: () => ((writes += 1) > 1 ? Promise.reject(new Error('full')) : Promise.resolve()),
    });
    runner.start(3, call());
    await turns();
    waiting[3]?.(answer('Booked'));
    await turns();
    assert.include(log, '3 ok: Booked');
    assert.equal(toolCallsIn(lines)[0]?.outcome, 'unknown');
  });

  it('fails a call of an unknown tool', () => {
    const { runner, log, call } = open();
    runner.start(3, { ...call(), name: 'cook' });
    assert.deepEqual(log, ['3 failed: The tool failed: there is no tool named cook']);
  });

  it('passes the variables that earlier answers set', async () => {
    const { runner, invocations, waiting, call } = open();
    runner.start(3, call());
    await turns();
    waiting[3]?.(answer('Booked', { variables: { booking: 'B7' } }));
    await turns();
    runner.start(5, call());
    await turns();
    assert.deepEqual(
      invocations.map(({ variables }) => variables),
      [{ city: 'Rome' }, { city: 'Rome', booking: 'B7' }],
    );
  });

  it('counts a failed call with side effects as unknown when it may have run, and else as failed', async () => {
    for (const [hasSideEffects, mayHaveRun, expected] of [
      [true, true, 'unknown'],
      [true, false, 'failed'],
      [false, true, 'failed'],
    ] as const) {
      const { runner, log, waiting, call } = open({ hasSideEffects });
      runner.start(3, call());
      await turns();
      waiting[3]?.(answer('The tool failed: timeout', { ok: false, mayHaveRun }));
      await turns();
      assert.include(log, `3 ${expected}: The tool failed: timeout`);
    }
  });

  it('does not report a cancelled call, before or after it is sent', async () => {
    const { runner, log, lines, call } = open({ hasSideEffects: false });
    runner.start(3, call());
    runner.cancel(3);
    runner.start(4, call());
    await turns();
    runner.cancel(4);
    await turns();
    assert.notInclude(log, 'sent 3');
    assert.deepEqual(
      toolCallsIn(lines).map(({ outcome }) => outcome),
      ['cancelled', 'cancelled'],
    );
    assert.isEmpty(log.filter((line) => line.includes(':')));
  });

  it('waits at the end for calls that were sent, and journals their answers', async () => {
    const { runner, log, lines, waiting, call } = open();
    runner.start(3, call());
    await turns();
    let isClosed = false;
    void runner.close().then(() => (isClosed = true));
    await turns();
    assert.isFalse(isClosed);
    waiting[3]?.(answer('Booked'));
    await turns();
    assert.isTrue(isClosed);
    assert.equal(toolCallsIn(lines)[0]?.answer, 'Booked');
    assert.notInclude(log, '3 ok: Booked');
  });

  it('waits for 2.5 s at most when the process drains, before or after the end of the call', async () => {
    for (const order of ['hurry, close', 'close, hurry'] as const) {
      const { runner, clock, lines, call } = open();
      runner.start(3, call());
      await turns();
      let isClosed = false;
      if (order === 'hurry, close') runner.hurry();
      void runner.close().then(() => (isClosed = true));
      if (order === 'close, hurry') runner.hurry();
      clock.advance(2_400);
      await turns();
      assert.isFalse(isClosed, order);
      clock.advance(200);
      await turns();
      assert.isTrue(isClosed, order);
      assert.equal(toolCallsIn(lines)[0]?.outcome, 'unknown');
    }
  });

  it('cancels calls without side effects at the end, so that they do not delay it', async () => {
    const { runner, lines, call } = open({ hasSideEffects: false });
    runner.start(3, call());
    await turns();
    await runner.close();
    assert.equal(toolCallsIn(lines)[0]?.outcome, 'cancelled');
  });

  it('handles the error of a tool that breaks its promise not to reject', async () => {
    for (const [hasSideEffects, expected] of [
      [true, '3 unknown: The tool failed: internal error. The action may have been carried out'],
      [false, '3 failed: The tool failed: internal error'],
    ] as const) {
      const { runner, log, call } = open({ hasSideEffects, send: () => Promise.reject(new Error('broken')) });
      runner.start(3, call());
      await turns();
      assert.equal(log.at(-1), expected);
      await runner.close();
    }
  });

  it('does not send arguments that are nested too deeply to be written', async () => {
    const { runner, log, call } = open();
    const deep: unknown = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000));
    runner.start(3, { ...call(), arguments: { deep } });
    await turns();
    assert.deepEqual(log, ['3 failed: The tool failed: the call could not be recorded, so it was not sent']);
  });

  it('cuts long arguments and answers in the journal only', async () => {
    const { runner, log, lines, waiting } = open();
    runner.start(3, { id: 'c', name: 'book', arguments: { note: 'x'.repeat(5_000) } });
    await turns();
    waiting[3]?.(answer('y'.repeat(5_000)));
    await turns();
    const [record] = toolCallsIn(lines);
    assert.deepEqual([record?.arguments.length, record?.answer?.length], [TOOL_TEXT_MAX, TOOL_TEXT_MAX]);
    assert.include(log, `3 ok: ${'y'.repeat(5_000)}`);
  });
});
