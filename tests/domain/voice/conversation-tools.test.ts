import { assert } from 'chai';
import { NOT_REPEATED, TOOL_PENDING } from '../../../domain/voice/tool-calls.ts';
import {
  answers,
  awaitingReply,
  callsAction,
  callsTool,
  cancelled,
  completes,
  disconnects,
  final,
  generates,
  holdMessageDue,
  played,
  starts,
  stops,
  talks,
} from './conversation-table.ts';
import { TOOL_AGENT as AGENT, runningTool as running } from './conversation-with-tools.ts';

describe('tool calls of a conversation', () => {
  it('runs a tool when the response is complete, and its answer starts the reply of the same turn', () => {
    const table = awaitingReply(AGENT).plays([
      [3.5, callsAction(2, 'c1', 'find_table', { size: 4 }), 'wait model_output 8'],
      [3.6, completes(2), 'run 3: find_table {"size":4}', 'wait tool_answer 35'],
      [4, answers(3, 'Table 7'), 'generate 4: Table 7', 'wait model_output 8'],
      [4.5, generates(4, 'Table seven is free.'), 'wait model_output 8'],
      [4.6, completes(4), 'say 5: Table seven is free.', 'end 5', 'wait first_audio 15'],
      [4.8, starts(5), 'no wait'],
      [6, played(5, 'Table seven is free.'), 'wait no_activity 300'],
    ]);
    assert.deepEqual(table.context, [
      'agent: Hello.',
      'caller: What time is it?',
      'agent:  [find_table]',
      'tool: Table 7',
      'agent: Table seven is free.',
    ]);
  });

  it('waits for all tools, and for the words before them, which precede the answers in the context', () => {
    const table = awaitingReply(AGENT).plays([
      [3.2, generates(2, 'Let me see. '), 'say 3: Let me see.', 'wait model_output 8'],
      [3.4, callsAction(2, 'c1', 'find_table', { size: 4 }), 'wait model_output 8'],
      [3.5, callsAction(2, 'c2', 'find_table', { size: 6 }), 'wait model_output 8'],
      [
        3.6,
        completes(2),
        'end 3',
        'run 4: find_table {"size":4}',
        'run 5: find_table {"size":6}',
        'wait first_audio 15',
      ],
      [3.7, starts(3), 'no wait'],
      [4, answers(5, 'Six: none')],
      [4.1, answers(4, 'Four: table 7')],
      [4.5, played(3, 'Let me see.'), 'generate 6: Six: none', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(2), [
      'agent: Let me see. [find_table] [find_table]',
      'tool: Four: table 7',
      'tool: Six: none',
    ]);
  });

  it('plays the waiting message of a tool while nothing else is said', () => {
    awaitingReply(AGENT).plays([
      [3.5, callsAction(2, 'c1', 'book_table'), 'wait model_output 8'],
      [3.6, completes(2), 'run 3: book_table {}', 'hold message in 0.3', 'wait tool_answer 35'],
      [3.9, holdMessageDue('Booking.'), 'say 4: Booking.', 'end 4', 'wait first_audio 15'],
      [4, answers(3, 'Booked')],
      [4.1, starts(4), 'no wait'],
      [4.9, played(4, 'Booking.'), 'generate 5: Booked', 'wait model_output 8'],
    ]);
  });

  it('plays the waiting message after words when the tool takes a second longer than they do', () => {
    const replied = awaitingReply(AGENT).after(
      [3.2, generates(2, 'Let me see. ')],
      [3.5, callsAction(2, 'c1', 'book_table')],
    );
    replied.plays([
      [3.6, completes(2), 'end 3', 'run 4: book_table {}', 'wait first_audio 15'],
      [3.7, starts(3), 'no wait'],
      [4.5, played(3, 'Let me see.'), 'hold message in 1', 'wait tool_answer 35'],
      [5.5, holdMessageDue('Booking.'), 'say 5: Booking.', 'end 5', 'wait first_audio 15'],
      [5.6, starts(5), 'no wait'],
      [6, answers(4, 'Booked')],
      [6.5, played(5, 'Booking.'), 'generate 6: Booked', 'wait model_output 8'],
    ]);
  });

  it('plays no waiting message after words when the answer came before their end', () => {
    const replied = awaitingReply(AGENT).after(
      [3.2, generates(2, 'Let me see. ')],
      [3.5, callsAction(2, 'c1', 'book_table')],
      [3.6, completes(2)],
      [3.7, starts(3)],
      [4, answers(4, 'Booked')],
    );
    replied.plays([[4.5, played(3, 'Let me see.'), 'generate 5: Booked', 'wait model_output 8']]);
  });

  it('cancels a tool without side effects when the caller interrupts', () => {
    const table = running('find_table').plays([
      [4, talks, 'wait tool_answer 35'],
      [4.8, stops, 'wait final_transcript 3'],
      [5, final('Stop.'), 'cancel tool 3', 'generate 4: Stop.', 'wait model_output 8'],
      [5.5, answers(3, 'Table 7')],
    ]);
    assert.deepEqual(table.context.slice(3), [
      'tool: Cancelled, because the caller spoke. Nothing was changed.',
      'caller: Stop.',
    ]);
  });

  it('finishes a tool with side effects in spite of an interruption, and says the result afterwards', () => {
    const table = running('book_table').plays([
      [4, final('Are you there?'), 'generate 4: Are you there?', 'wait model_output 8'],
      [4.5, generates(4, 'Yes.'), 'wait model_output 8'],
      [4.6, completes(4), 'say 5: Yes.', 'end 5', 'wait first_audio 15'],
      [4.7, starts(5), 'no wait'],
      [4.8, answers(3, 'Booked')],
      [5, played(5, 'Yes.'), 'generate 6: Booked', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(2), [
      'agent:  [book_table]',
      `tool: ${TOOL_PENDING}`,
      'caller: Are you there?',
      'agent: Yes.',
      'agent:  [book_table]',
      'tool: Booked',
    ]);
  });

  it('does not repeat a tool with side effects for a model that has not read the answer', () => {
    const table = running('book_table').plays([
      [4, final('Are you there?'), 'generate 4: Are you there?', 'wait model_output 8'],
      [4.5, callsAction(4, 'c2', 'book_table'), 'wait model_output 8'],
      [4.6, completes(4), 'hold message in 0.3', 'wait tool_answer 35'],
      [4.8, answers(3, 'Booked'), 'generate 5: Booked', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(2), [
      'agent:  [book_table]',
      `tool: ${TOOL_PENDING}`,
      'caller: Are you there?',
      'agent:  [book_table]',
      'tool: Booked',
    ]);
  });

  it('does not repeat a tool with side effects whose answer arrives while the model asks again', () => {
    running('book_table').plays([
      [4, final('Are you there?'), 'generate 4: Are you there?', 'wait model_output 8'],
      [4.4, answers(3, 'Booked')],
      [4.5, callsAction(4, 'c2', 'book_table'), 'wait model_output 8'],
      [4.6, completes(4), 'generate 5: Booked', 'wait model_output 8'],
    ]);
  });

  it('does not repeat a tool with side effects in the same turn for a model that has read the answer', () => {
    const table = running('book_table')
      .after([4, answers(3, 'Booked')], [4.5, callsAction(4, 'c2', 'book_table')])
      .plays([[4.6, completes(4), `generate 5: ${NOT_REPEATED} Booked`, 'wait model_output 8']]);
    assert.deepEqual(table.context.slice(-2), ['agent:  [book_table]', `tool: ${NOT_REPEATED} Booked`]);
  });

  it('does not repeat a tool in the same turn when it is unknown whether it took effect', () => {
    running('book_table')
      .after([4, answers(3, 'No answer', 'unknown')], [4.5, callsAction(4, 'c2', 'book_table')])
      .plays([[4.6, completes(4), `generate 5: ${NOT_REPEATED} No answer`, 'wait model_output 8']]);
  });

  it('runs a tool with side effects again when it failed, or when the caller has spoken since', () => {
    const again = 'book_table {}';
    running('book_table')
      .after([4, answers(3, 'Closed', 'failed')], [4.5, callsAction(4, 'c2', 'book_table')])
      .plays([[4.6, completes(4), `run 5: ${again}`, 'hold message in 0.3', 'wait tool_answer 35']]);
    running('book_table')
      .after([4, answers(3, 'Booked')], [5, final('One more.')])
      .after([5.5, callsAction(5, 'c2', 'book_table')])
      .plays([[5.6, completes(5), `run 6: ${again}`, 'hold message in 0.3', 'wait tool_answer 35']]);
  });

  it('runs a tool with side effects once when a response calls it twice with the same arguments', () => {
    const table = awaitingReply(AGENT)
      .after(
        [3.5, callsAction(2, 'c1', 'book_table', { day: 'Monday', size: 4 })],
        [3.5, callsAction(2, 'c2', 'book_table', { size: 4, day: 'Monday' })],
      )
      .plays([
        [
          3.6,
          completes(2),
          'run 3: book_table {"day":"Monday","size":4}',
          'hold message in 0.3',
          'wait tool_answer 35',
        ],
        [4, answers(3, 'Booked'), 'generate 4: Booked', 'wait model_output 8'],
      ]);
    assert.deepEqual(table.context.slice(3), ['tool: Booked', 'tool: Booked']);
  });

  it('runs no tools of a failed response', () => {
    awaitingReply(AGENT)
      .after([3.5, callsAction(2, 'c1', 'book_table')])
      .plays([
        [
          4,
          (at) => ({ type: 'generationFailed', generation: 2, message: 'down', at }),
          'cancel generation 2',
          'say 3: I am sorry, I am having trouble answering.',
          'say 3: Could you say that again?',
          'end 3',
          'wait first_audio 15',
        ],
      ]);
  });

  it('does not end the call while a tool runs, because its answer may change what the agent says', () => {
    awaitingReply(AGENT)
      .after([3.5, callsAction(2, 'c1', 'find_table')], [3.5, callsTool(2, 'end_conversation')])
      .plays([[3.6, completes(2), 'run 3: find_table {}', 'wait tool_answer 35']]);
  });

  it('cancels tools without side effects at the end of the call', () => {
    running('find_table').plays([
      [4, disconnects('caller_left'), 'cancel tool 3', 'ended: caller_left', 'no wait'],
      [5, answers(3, 'Table 7')],
    ]);
    running('book_table').plays([
      [4, disconnects('caller_left'), 'ended: caller_left', 'no wait'],
      [5, answers(3, 'Booked')],
    ]);
  });

  it('keeps the words before a tool call that an interruption left', () => {
    const table = awaitingReply(AGENT)
      .after([3.2, generates(2, 'Let me see. ')], [3.5, callsAction(2, 'c1', 'find_table')], [3.6, completes(2)])
      .after([3.7, starts(3)], [3.9, final('Wait.')], [3.9, cancelled(3, 'Let me')]);
    assert.equal(table.context[2], 'agent: Let me [find_table]');
  });
});
