import { assert } from 'chai';
import {
  answers,
  callsAction,
  cancelled,
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
} from './conversation-table.ts';
import { staged, GUESTS, TO_BOOKING, TO_STAFF, twoStages, changesTo, sets } from './conversation-with-stages.ts';

describe('a conversation with stages', () => {
  it('begins in the first one, with its instructions and tools, and the names of those it leads to', () => {
    const table = staged(twoStages({ tools: ['look_up'] })).after([2, types('A table')]);
    assert.deepEqual(table.stages, ['welcome by start']);
    assert.equal(table.context[0], 'system: Be kind.\n\n# Stage: welcome\n\nAsk what they want at Roma.');
    assert.deepEqual(table.offered, [['look_up', 'change_stage']]);
  });

  it('changes when the model says so, and the model then speaks with the instructions and tools of the new one', () => {
    const table = staged(twoStages()).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), 'generate 3: The conversation is in the stage booking now.', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by call']);
    assert.deepEqual(table.context, [
      'system: Be kind.\n\n# Stage: booking\n\nBook a table.',
      'agent: Hello.',
      'caller: A table',
      'agent:  [change_stage]',
      'tool: The conversation is in the stage booking now.',
    ]);
    assert.deepEqual(table.offered.at(-1), ['book', 'end_conversation']);
  });

  it('plays the words before a change first', () => {
    const table = staged(twoStages()).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.4, generates(2, 'Gladly. '), 'say 3: Gladly.', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), 'end 3', 'wait first_audio 15'],
      [2.7, starts(3), 'no wait'],
      [3, played(3, 'Gladly.'), 'generate 4: The conversation is in the stage booking now.', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(3, 4), ['agent: Gladly. [change_stage]']);
  });

  it('stays changed when the caller interrupts before the model has spoken in it', () => {
    const table = staged(twoStages()).after(
      [2, types('A table')],
      [2.4, generates(2, 'Gladly. ')],
      [2.5, changesTo(2, 'booking')],
      [2.6, completes(2)],
      [2.7, starts(3)],
      [2.8, types('For four')],
      [2.8, cancelled(3, 'Gladly.')],
    );
    assert.deepEqual(table.stages, ['welcome by start', 'booking by call']);
    assert.deepEqual(table.offered.at(-1), ['book', 'end_conversation']);
    assert.equal(table.context.at(-1), 'caller: For four');
  });

  it('waits for the other tools of the response, which count whatever their order', () => {
    const table = staged(twoStages()).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.4, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.5, callsAction(2, 'c2', 'look_up'), 'wait model_output 8'],
      [2.6, completes(2), 'run 3: look_up {}', 'wait tool_answer 35'],
      [3, answers(3, 'Table 7'), 'generate 4: Table 7', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(3), [
      'agent:  [change_stage] [look_up]',
      'tool: The conversation is in the stage booking now.',
      'tool: Table 7',
    ]);
    assert.deepEqual(table.offered.at(-1), ['book', 'end_conversation']);
  });

  it('takes the first of two changes in one response', () => {
    const stages = [...twoStages({ transitions: [TO_BOOKING, TO_STAFF] }), { id: 'desk', instructions: 'Say sorry.' }];
    const table = staged(stages).after(
      ...([
        [2, types('Hm')],
        [2.4, changesTo(2, 'desk')],
        [2.5, changesTo(2, 'booking', 'c2')],
        [2.6, completes(2)],
      ] as const),
    );
    assert.deepEqual(table.stages, ['welcome by start', 'desk by call']);
    assert.equal(table.context.at(-1), 'tool: Not changed: the stage has changed already.');
  });

  for (const stage of ['nowhere', 'welcome', 7, undefined])
    it(`does not change to ${stage}, which the present one does not lead to, and tells the model where it leads`, () => {
      const table = staged(twoStages()).after([2, types('Hm')], [2.5, changesTo(2, stage)], [2.6, completes(2)]);
      assert.deepEqual(table.stages, ['welcome by start']);
      assert.equal(table.context.at(-1), 'tool: Not changed: the stages are booking.');
    });

  it('tells the model that a tool of another stage is not available, and runs it not', () => {
    const table = staged(twoStages({ tools: ['look_up'] })).plays([
      [2, types('Book'), 'generate 2: Book', 'wait model_output 8'],
      [2.5, callsAction(2, 'c1', 'book'), 'wait model_output 8'],
      [
        2.6,
        completes(2),
        'generate 3: Not run: this tool is not available in this stage of the conversation.',
        'wait model_output 8',
      ],
    ]);
    assert.deepEqual(table.offered.at(-1), ['look_up', 'change_stage']);
  });

  it('lets a model that calls nothing but tools of other stages do so five times', () => {
    const table = staged(twoStages({ tools: ['look_up'] })).after([2, types('Book')]);
    for (let round = 0; round < 8; round += 1)
      table.after([3 + round, callsAction(2 + round, `c${round}`, 'book')], [3.5 + round, completes(2 + round)]);
    assert.equal(table.context.filter((line) => line.startsWith('tool: Not run')).length, 5);
  });

  it('discards a preemptive generation of the stage before', () => {
    const stages = twoStages({ transitions: [{ to: 'booking', on: 'key', key: '1' }] });
    const words = '[keypad] 1';
    const table = staged(stages).after(
      [2, talks],
      [2.7, stable(words)],
      [2.75, pauses],
      [2.8, stops],
      [3, final(words)],
    );
    assert.deepEqual(table.stages, ['welcome by start', 'booking by key']);
    assert.deepEqual(table.preemptive, ['2: [keypad] 1', 'not 2']);
    assert.deepEqual(table.offered, [['book', 'end_conversation']]);
  });

  it('leaves out what was said before, but not the present turn, where only fields are carried over', () => {
    const table = staged(twoStages({}, { context: 'fields' })).after(
      ...([
        [2, types('Hi')],
        [2.3, generates(2, 'Yes?')],
        [2.4, completes(2)],
        [2.5, starts(3)],
        [3, played(3, 'Yes?')],
      ] as const),
      ...([
        [4, types('A table')],
        [4.4, changesTo(4, 'booking')],
        [4.6, completes(4)],
      ] as const),
    );
    assert.deepEqual(table.context.slice(1), [
      'caller: A table',
      'agent:  [change_stage]',
      'tool: The conversation is in the stage booking now.',
    ]);
  });

  it('changes at most five times between two turns of the caller, by rules that lead in a circle and by calls', () => {
    const when = [{ field: 'guests' }];
    const loop = [
      { id: 'welcome', fields: [GUESTS], transitions: [{ to: 'booking', on: 'fields', when }, TO_BOOKING] },
      {
        id: 'booking',
        transitions: [
          { to: 'welcome', on: 'fields', when },
          { to: 'welcome', on: 'call', description: 'Back.' },
        ],
      },
    ];
    const table = staged(loop).after([2, types('Four')], [2.5, sets(2, { guests: 4 })], [2.6, completes(2)]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by fields', 'welcome by fields']);
    for (const [generation, stage] of [
      [3, 'booking'],
      [4, 'welcome'],
      [5, 'booking'],
      [6, 'welcome'],
    ] as const)
      table.after(
        [generation, changesTo(generation, stage, `c${generation}`)],
        [generation + 0.1, completes(generation)],
      );
    assert.equal(table.stages.length, 6);
    assert.include(table.context.at(-1), 'Not changed: the stage changed too often');
    table.after([8, types('And now?')], [8.5, changesTo(8, 'welcome', 'c8')], [8.6, completes(8)]);
    assert.equal(table.stages.length, 7);
  });

  it('does nothing in a stage once the call has ended', () => {
    const table = staged(twoStages()).after([2, types('Hm')], [2.5, changesTo(2, 'booking')]);
    table.after([2.6, disconnects('caller_left')], [2.7, completes(2)]);
    assert.deepEqual(table.stages, ['welcome by start']);
  });
});
