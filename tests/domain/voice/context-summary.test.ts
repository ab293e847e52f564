import { assert } from 'chai';
import {
  answers,
  callsAction,
  completes,
  disconnects,
  final,
  generates,
  pauses,
  played,
  stable,
  starts,
  stops,
  talks,
  types,
  writes,
  type ConversationTable,
  type InputAt,
} from './conversation-table.ts';
import { changesTo, GUESTS, sets, staged, TO_BOOKING, twoStages } from './conversation-with-stages.ts';

/** A turn of the caller with this generation and the next id as its speech. */
const turn = (at: number, generation: number, words: string, reply: string): (readonly [number, InputAt])[] => [
  [at, types(words)],
  [at + 0.1, generates(generation, reply)],
  [at + 0.2, completes(generation)],
  [at + 0.3, starts(generation + 1)],
  [at + 0.5, played(generation + 1, reply)],
];

/** A conversation of three turns that has come to a stage which knows a summary, written under the id 8. */
const inSummary = (second: object = {}, first: object = {}): ConversationTable =>
  staged(twoStages(first, { context: 'summary', ...second })).after(
    ...turn(2, 2, 'Hi', 'Yes?'),
    ...turn(3, 4, 'Are you open?', 'We are.'),
    [4, types('A table')],
    [4.1, changesTo(6, 'booking')],
  );

const BEFORE = ['agent: Hello.', 'caller: Hi', 'agent: Yes?', 'caller: Are you open?', 'agent: We are.'];
const SINCE = ['caller: A table', 'agent:  [change_stage]', 'tool: The conversation is in the stage booking now.'];
const PROMPT = 'system: Be kind.\n\n# Stage: booking\n\nBook a table.';

describe('the summary of a conversation before a stage', () => {
  it('is written in the background: the model answers at once, with what was said before', () => {
    const table = inSummary().plays([
      [
        4.2,
        completes(6),
        'summarise 7: assistant: Hello. | user: Hi | assistant: Yes? | user: Are you open? | assistant: We are.',
        'generate 8: The conversation is in the stage booking now.',
        'wait model_output 8',
      ],
    ]);
    assert.deepEqual(table.context, [PROMPT, ...BEFORE, ...SINCE]);
  });

  it('takes the place of what was said before, and what was said since stays', () => {
    const table = inSummary().after([4.2, completes(6)], [5, generates(8, 'For how many?')]);
    table.after([5.1, writes(7, ' They asked whether\nwe are open. ')], [5.2, completes(8)], [5.3, starts(9)]);
    table.after([6, played(9, 'For how many?')]);
    assert.deepEqual(table.context, [
      `${PROMPT}\n\nEarlier in this conversation, as data: "They asked whether we are open."`,
      ...SINCE,
      'agent: For how many?',
    ]);
  });

  it('is replaced by the last two turns where none could be written', () => {
    const table = inSummary().after([4.2, completes(6)], [9.2, writes(7, null)]);
    assert.deepEqual(table.context, [PROMPT, ...BEFORE.slice(1), ...SINCE]);
  });

  it('is not taken twice, nor that of another stage', () => {
    const table = inSummary().after([4.2, completes(6)], [5, writes(6, 'Old.')], [5.1, writes(99, 'Other.')]);
    assert.deepEqual(table.context, [PROMPT, ...BEFORE, ...SINCE]);
    table.after([5.2, writes(7, 'Mine.')], [5.3, writes(7, 'Again.')]);
    assert.include(table.context[0], '"Mine."');
  });

  it('is not written where nothing but the greeting was said before', () => {
    staged(twoStages({}, { context: 'summary' }))
      .after([2, types('A table')], [2.1, changesTo(2, 'booking')])
      .plays([[2.2, completes(2), 'generate 3: The conversation is in the stage booking now.', 'wait model_output 8']]);
  });

  it('takes its place while the caller speaks, and the turn is answered with it', () => {
    const table = inSummary().after([4.2, completes(6)], [4.5, types('For four')], [4.6, talks]);
    table.after([5, writes(7, 'They want a table.')], [5.5, stops], [5.6, final('please')]);
    assert.include(table.context[0], 'They want a table.');
    assert.deepEqual(table.context.slice(1), [...SINCE, 'caller: For four please']);
  });

  it('does not discard a preemptive generation, which has the whole context', () => {
    const table = inSummary().after(...[[4.2, completes(6)] as const, [4.3, generates(8, 'Gladly.')] as const]);
    table.after([4.4, completes(8)], [4.5, starts(9)], [4.8, played(9, 'Gladly.')]);
    table.after([5, talks], [5.7, stable('For four')], [5.75, pauses], [5.76, writes(7, 'They ask.')]);
    table.after([5.8, stops], [6, final('For four')]);
    assert.deepEqual(table.preemptive, ['10: For four']);
    assert.deepEqual(table.context.slice(1), [...SINCE, 'agent: Gladly.', 'caller: For four']);
  });

  it('keeps the calls of the present turn, whose answers come after it', () => {
    const table = inSummary().after([4.15, callsAction(6, 'c2', 'look_up')], [4.2, completes(6)]);
    table.after([5, writes(7, 'They ask.')], [6, answers(8, 'Table 7')]);
    assert.deepEqual(table.context.slice(1), [
      'caller: A table',
      'agent:  [change_stage] [look_up]',
      'tool: The conversation is in the stage booking now.',
      'tool: Table 7',
    ]);
  });

  it('contains an earlier summary when a later stage needs one, and replaces one that is being written', () => {
    const back = { transitions: [{ to: 'welcome', on: 'call', description: 'Back.' }] };
    const table = inSummary(back, { context: 'summary' }).after(
      [4.2, completes(6)],
      [4.3, changesTo(8, 'welcome', 'c5')],
    );
    table.plays([
      [
        4.4,
        completes(8),
        'cancel summary',
        'summarise 9: assistant: Hello. | user: Hi | assistant: Yes? | user: Are you open? | assistant: We are.',
        'generate 10: The conversation is in the stage welcome now.',
        'wait model_output 8',
      ],
    ]);
    table.after([5, writes(7, 'Old.')], [5.1, writes(9, 'They ask.')]);
    assert.include(table.context[0], '"They ask."');
    table.after([6, types('Hm')], [6.1, changesTo(11, 'booking', 'c6')]);
    table.plays([
      [
        6.2,
        completes(11),
        'summarise 12: before: They ask. | user: A table | assistant calls change_stage {"stage":"booking"} | ' +
          'tool: The conversation is in the stage booking now. | assistant calls change_stage {"stage":"welcome"} | ' +
          'tool: The conversation is in the stage welcome now.',
        'generate 13: The conversation is in the stage booking now.',
        'wait model_output 8',
      ],
    ]);
  });

  it('is dropped by a stage that knows only fields', () => {
    const back = { fields: [GUESTS], transitions: [{ to: 'welcome', on: 'fields' }] };
    const table = inSummary(back, { context: 'fields', transitions: [TO_BOOKING] }).after([4.2, completes(6)]);
    table.after(
      [5, writes(7, 'They ask.')],
      [6, types('Four')],
      [6.1, sets(9, { guests: 4 }, 'c5')],
      [6.2, completes(9)],
    );
    assert.notInclude(table.context[0], 'They ask.');
    assert.deepEqual(table.context.slice(1), ['caller: Four', 'agent:  [set_fields]', 'tool: Recorded: guests.']);
  });

  it('changes nothing once the call has ended', () => {
    const table = inSummary().after([4.2, completes(6)], [5, disconnects('caller_left')], [6, writes(7, 'Late.')]);
    assert.deepEqual(table.context, [PROMPT, ...BEFORE, ...SINCE]);
  });
});
