import { assert } from 'chai';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import type { ToolInvocation } from '../../../application/runtime/tool-runner.ts';
import { toolCallsIn } from '../../../domain/calls/tool-call-record.ts';
import { scriptedCall } from './scripted-call.ts';

const BOOKED: ToolAnswer = { ok: true, status: 200, content: 'Table 7', variables: { table: '7' } };

/** An agent whose tool answers after a while, in ms. */
function booking(afterMs: number, hasSideEffects = true) {
  const invocations: ToolInvocation[] = [];
  const call = scriptedCall({
    settings: {
      tools: [{ name: 'book_table', description: 'Books.', parameters: {} }],
      actions: { book_table: { hasSideEffects, waitingMessage: null } },
    },
    utterances: [
      { partials: [[300, 'A table']], final: 'A table for four.' },
      { partials: [[300, 'Are']], final: 'Are you there?' },
    ],
    answers: [{ says: ['One moment. '], calls: 'book_table', parameters: { size: 4 } }, { says: ['You have it.'] }],
    tools: (clock) => ({
      tools: new Map([
        [
          'book_table',
          {
            hasSideEffects,
            idempotencyKey: () => null,
            call: (invocation, signal) => {
              invocations.push(invocation);
              return new Promise((resolve) => {
                clock.after(afterMs, () => resolve(BOOKED));
                signal.addEventListener('abort', () => resolve({ ...BOOKED, ok: false, content: 'cancelled' }));
              });
            },
          },
        ],
      ]),
      variables: { city: 'Rome' },
    }),
  });
  return { ...call, invocations, records: () => toolCallsIn(call.entry.toolLines) };
}

describe('tools of a ConversationSession', () => {
  it('runs a tool that the model calls and answers with its result', async () => {
    const call = booking(500);
    call.run();
    call.channel.streams([2_000, 3_000]);
    await call.passes(8_000);
    assert.deepEqual(
      call.invocations.map(({ arguments: given, variables }) => ({ given, variables })),
      [{ given: { size: 4 }, variables: { city: 'Rome' } }],
    );
    assert.deepEqual(call.context().slice(-3), ['user: A table for four.', 'assistant: One moment.', 'tool: Table 7']);
    assert.include(call.entry.transcript, 'assistant: You have it.');
    assert.deepEqual(
      call.records().map(({ name, outcome, answer }) => ({ name, outcome, answer })),
      [{ name: 'book_table', outcome: 'ok', answer: 'Table 7' }],
    );
  });

  it('reports the start and the end of a tool to the peer', async () => {
    const call = booking(500);
    call.run();
    call.channel.streams([2_000, 3_000]);
    await call.passes(8_000);
    const [started] = call.times('tool_started');
    const [done] = call.times('tool_done');
    assert.equal((done ?? 0) - (started ?? 0), 500);
  });

  it('finishes a tool with side effects after the caller has left, and reports the end of the call without it', async () => {
    const call = booking(5_000);
    call.run();
    call.channel.streams([2_000, 3_000]);
    await call.passes(5_000);
    call.conversation.end('caller_left');
    await call.passes(100);
    const outcome = call.outcome();
    if (outcome === null || outcome instanceof Error) throw outcome ?? new Error('the call continues');
    assert.equal(call.records()[0]?.outcome, 'unknown');
    await call.passes(6_000);
    await outcome.toolsEnded;
    assert.equal(call.records()[0]?.outcome, 'ok');
  });

  it('does not let a slow tool keep the outcome of a call from a process that shuts down', async () => {
    const call = booking(20_000);
    call.run();
    call.channel.streams([2_000, 3_000]);
    await call.passes(5_000);
    call.conversation.end('shutdown');
    await call.passes(100);
    const outcome = call.outcome();
    if (outcome === null || outcome instanceof Error) throw outcome ?? new Error('the call continues');
    let isOver = false;
    void outcome.toolsEnded.then(() => (isOver = true));
    await call.passes(2_000);
    assert.isFalse(isOver);
    await call.passes(1_000);
    assert.isTrue(isOver);
    assert.equal(call.records()[0]?.outcome, 'unknown');
  });

  it('cancels a tool without side effects when the caller interrupts', async () => {
    const call = booking(20_000, false);
    call.run();
    call.channel.streams([2_000, 3_000], [6_000, 7_000]);
    await call.passes(10_000);
    assert.equal(call.records()[0]?.outcome, 'cancelled');
    assert.include(call.context().at(-1), 'Are you there?');
  });
});
