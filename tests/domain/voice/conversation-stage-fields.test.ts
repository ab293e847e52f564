import { assert } from 'chai';
import {
  answers,
  callsAction,
  completes,
  final,
  generates,
  interim,
  played,
  starts,
  stops,
  talks,
  types,
} from './conversation-table.ts';
import {
  staged,
  GUESTS,
  TO_BOOKING,
  TO_STAFF,
  twoStages,
  changesTo,
  sets,
  confirms,
} from './conversation-with-stages.ts';

describe('fields of a stage', () => {
  const stages = (field: object = {}, more: object = {}) =>
    twoStages({
      fields: [{ ...GUESTS, ...field }],
      transitions: [TO_STAFF, { to: 'booking', on: 'fields' }],
      ...more,
    }).concat({
      ...{ id: 'desk', instructions: 'Say sorry.' },
    } as never);

  it('are recorded, handed to tools, and lead on by a rule, with what is known in the prompt', () => {
    const table = staged(stages()).plays([
      [2, types('For four'), 'generate 2: For four', 'wait model_output 8'],
      [2.5, sets(2, { guests: '4' }), 'wait model_output 8'],
      [2.6, completes(2), 'generate 3: Recorded: guests.', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by fields']);
    assert.deepEqual(table.fields, { guests: 'collected 4' });
    assert.equal(
      table.context[0],
      'system: Be kind.\n\n# Stage: booking\n\nBook a table.\n\nKnown so far, as data: guests: 4',
    );
  });

  it('that do not fit are answered with the reason, and after the last attempt with the end of attempts', () => {
    const table = staged(stages()).after([2, types('Zero')], [2.5, sets(2, { guests: 0 })], [2.6, completes(2)]);
    assert.equal(
      table.context.at(-1),
      'tool: Nothing was recorded. Not recorded: guests must be a whole number from 1 up to 12. Still missing: guests.',
    );
    table.after([3, sets(3, { guests: 'many' }, 'c4')], [3.1, completes(3)]);
    assert.include(table.context.at(-1), 'Do not ask for it again');
    assert.deepEqual(table.fields, { guests: 'failed null' });
    table.after([4, sets(4, { guests: 4 }, 'c5')], [4.1, completes(4)]);
    assert.deepEqual(table.fields, { guests: 'failed null' });
    assert.deepEqual(table.stages, ['welcome by start']);
  });

  it('that take too long to compare beside others are taken when they come alone, and no attempt is lost', () => {
    const code = { name: 'code', description: 'A code.', pattern: '(?:a|b|c|ab|bc|ca){1,110}x', max_length: 300 };
    const table = staged(stages({}, { fields: [GUESTS, { ...code, attempts: 1 }], transitions: [TO_BOOKING] }));
    const given = { code: `${'abc'.repeat(66)}x` };
    table.after([2, types('For four')], [2.5, sets(2, { guests: 4, ...given })], [2.6, completes(2)]);
    assert.equal(
      table.context.at(-1),
      'tool: Recorded: guests. Not recorded: code must be given alone: comparing it together with the others takes too long. ' +
        'Still missing: code.',
    );
    table.after([3, sets(3, given, 'c4')], [3.1, completes(3)]);
    assert.deepEqual(table.fields, { guests: 'collected 4', code: `collected ${given.code}` });
  });

  it('that failed lead on by a rule', () => {
    const when = [{ field: 'guests', failed: true }];
    const table = staged(stages({ attempts: 1 }, { transitions: [{ to: 'desk', on: 'fields', when }, TO_BOOKING] }));
    table.after([2, types('Zero')], [2.5, sets(2, { guests: 0 })], [2.6, completes(2)]);
    assert.deepEqual(table.stages, ['welcome by start', 'desk by fields']);
  });

  it('are unknown to the stage if the model makes them up', () => {
    const table = staged(stages()).after(
      [2, types('Hm')],
      [2.5, sets(2, { colour: 'red', guests: '' })],
      [2.6, completes(2)],
    );
    assert.equal(
      table.context.at(-1),
      'tool: Nothing was recorded. Not recorded: colour is not a field of this stage. Still missing: guests.',
    );
  });

  it('need no second response when the model spoke as it recorded them', () => {
    const table = staged(stages({}, { transitions: [TO_BOOKING] })).plays([
      [2, types('For four'), 'generate 2: For four', 'wait model_output 8'],
      [2.3, generates(2, 'For which day?'), 'wait model_output 8'],
      [2.5, sets(2, { guests: 4 }), 'wait model_output 8'],
      [2.6, completes(2), 'say 3: For which day?', 'end 3', 'wait first_audio 15'],
      [2.7, starts(3), 'no wait'],
      [3, played(3, 'For which day?'), 'wait no_activity 300'],
    ]);
    assert.deepEqual(table.context.slice(3), ['agent: For which day? [set_fields]', 'tool: Recorded: guests.']);
  });

  it('that are to be confirmed count once the caller agreed in a later turn', () => {
    const table = staged(stages({ confirm: true })).after(
      ...([
        [2, types('For four')],
        [2.4, sets(2, { guests: 4 })],
        [2.5, confirms(2, true)],
        [2.6, completes(2)],
      ] as const),
    );
    assert.deepEqual(table.fields, { guests: 'unconfirmed 4' });
    assert.deepEqual(table.context.slice(-2), [
      'tool: Recorded: guests. Read back and ask whether it is right, then call confirm_fields: guests.',
      'tool: Not confirmed: read it back, ask the caller, and wait for the answer.',
    ]);
    table.after([3, types('Yes')], [3.4, confirms(4, true, 'c9')], [3.5, completes(4)]);
    assert.deepEqual(table.fields, { guests: 'collected 4' });
    assert.deepEqual(table.stages, ['welcome by start', 'booking by fields']);
  });

  it('that the caller calls wrong are asked for again, and fail after the last attempt', () => {
    const table = staged(stages({ confirm: true })).after(
      ...([
        [2, types('For four')],
        [2.4, sets(2, { guests: 4 })],
        [2.6, completes(2)],
      ] as const),
      ...([
        [3, types('No')],
        [3.4, confirms(4, false, 'c4')],
        [3.5, completes(4)],
      ] as const),
    );
    assert.deepEqual(table.fields, { guests: 'missing null' });
    assert.equal(table.context.at(-1), 'tool: Discarded: guests. Ask for it again.');
    table.after([4, types('Five')], [4.4, sets(6, { guests: 5 }, 'c5')], [4.5, completes(6)]);
    table.after([5, types('No')], [5.4, confirms(8, false, 'c6')], [5.5, completes(8)]);
    assert.deepEqual(table.fields, { guests: 'failed null' });
    assert.equal(table.context.at(-1), 'tool: Discarded: guests. Do not ask for it again: guests.');
  });

  it('that tools fill are set by an answer, and never by the model', () => {
    const when = [{ field: 'known', is: true }];
    const known = { name: 'known', type: 'boolean', description: 'Whether known.', filled_by: 'tool' };
    const transitions = [{ ...TO_BOOKING, when }];
    const table = staged(twoStages({ fields: [GUESTS, known], transitions })).after(
      ...([
        [2, types('It is me')],
        [2.4, sets(2, { known: true })],
        [2.5, changesTo(2, 'booking')],
        [2.6, completes(2)],
      ] as const),
    );
    assert.deepEqual(table.context.slice(-2), [
      'tool: Nothing was recorded. Not recorded: known is not a field of this stage. Still missing: guests.',
      'tool: Not changed: known is not known.',
    ]);
    table.after(
      [3, callsAction(3, 'c5', 'look_up')],
      [3.1, completes(3)],
      [3.5, answers(4, 'Known.', 'ok', { known: true })],
    );
    assert.deepEqual(table.fields, { known: 'collected true' });
    table.after([4, changesTo(5, 'booking', 'c6')], [4.1, completes(5)]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by call']);
  });

  it('that a late answer fills wait with their rule for the end of the caller’s turn', () => {
    const known = { name: 'known', type: 'boolean', description: 'Whether known.', filled_by: 'tool' };
    const table = staged(twoStages({ fields: [known], transitions: [{ to: 'booking', on: 'fields' }] })).after(
      ...([
        [2, types('It is me')],
        [2.4, callsAction(2, 'c1', 'book')],
        [2.6, completes(2)],
        [3, talks],
      ] as const),
      ...([
        [3.2, interim('And')],
        [3.4, answers(3, 'Known.', 'ok', { known: true })],
      ] as const),
    );
    assert.deepEqual(table.stages, ['welcome by start']);
    table.after([3.8, stops], [4, final('And also')]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by fields']);
  });
});
