import { assert } from 'chai';
import { TOOL_CALLS_MAX, TOOL_PENDING, TOOL_ROUNDS_MAX } from '../../../domain/voice/tool-calls.ts';
import { answers, awaitingReply, callsAction, completes, elapses } from './conversation-table.ts';
import { TOOL_AGENT as AGENT, runningTool as running } from './conversation-with-tools.ts';

describe('limits of tool calls', () => {
  it('limits the tool calls of a response and of consecutive responses', () => {
    assert.deepEqual([TOOL_CALLS_MAX, TOOL_ROUNDS_MAX], [8, 5]);
    const many = Array.from({ length: TOOL_CALLS_MAX + 1 }, (_, index) => index);
    const table = awaitingReply(AGENT).after(
      ...many.map((index) => [3.5, callsAction(2, `c${index}`, 'find_table', { index })] as const),
      [3.6, completes(2)],
    );
    assert.equal(table.context.at(-1), `tool: Not run: at most ${TOOL_CALLS_MAX} calls at once.`);
    const looping = awaitingReply(AGENT);
    for (let round = 0; round < TOOL_ROUNDS_MAX; round += 1) {
      const generation = 2 + round * 2;
      looping.after(
        [4 + round, callsAction(generation, `r${round}`, 'find_table')],
        [4 + round, completes(generation)],
        [4.5 + round, answers(generation + 1, 'Again')],
      );
    }
    assert.deepEqual(
      looping.offered.map((names) => names.includes('find_table')),
      [...many.slice(0, TOOL_ROUNDS_MAX).map(() => true), false],
    );
  });

  it('treats a tool without an answer as failed, or as unknown when it may have taken effect', () => {
    const read = running('find_table').after([38.6, elapses('tool_answer')]);
    assert.equal(read.context.at(-1), 'tool: Failed: no answer in time.');
    const acted = running('book_table').after([38.6, elapses('tool_answer')], [39, answers(3, 'Booked')]);
    assert.equal(
      acted.context.at(-1),
      'tool: No answer yet. It may have taken effect or not. Do not call it again: a late result will follow.',
    );
  });

  it('gives every tool call an id of its own, also when a vendor numbers the calls of every response alike', () => {
    const table = running('find_table').after(
      [4, answers(3, 'Table 7')],
      [4.5, callsAction(4, 'c1', 'find_table', { size: 6 })],
      [4.5, callsAction(4, 'c1', 'find_table', { size: 8 })],
      [4.6, completes(4)],
      [5, answers(6, 'Table 9')],
    );
    assert.deepEqual(
      table.context.filter((line) => line.startsWith('tool')),
      ['tool: Table 7', `tool: ${TOOL_PENDING}`, 'tool: Table 9'],
    );
  });
});
