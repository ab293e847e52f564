import { assert } from 'chai';
import { answers, callsAction, completes, types, type ConversationTable, type InputAt } from './conversation-table.ts';
import { changesTo, GUESTS, sets, staged } from './conversation-with-stages.ts';

const DAY = { name: 'day', description: 'The day.' };
const BACK = { to: 'details', on: 'call', description: 'They change something.' };

/** Details, which lead to their confirmation, which leads back. */
const details = (more: object = {}, second: object = {}) => [
  { id: 'details', fields: [GUESTS, DAY], transitions: [{ to: 'confirm', on: 'fields' }], ...more },
  { id: 'confirm', on_enter: [{ say: '{{guests}} on {{day}}?' }], transitions: [BACK], ...second },
];

type Rows = readonly (readonly [number, InputAt])[];

/** The caller says something, and the model calls something: its generation has this id. */
const says = (at: number, generation: number, call: (generation: number) => InputAt): Rows => [
  [at, types('Hm')],
  [at + 0.1, call(generation)],
  [at + 0.2, completes(generation)],
];

/** The details are known, and the caller comes back to them. The next generation has the id 5. */
const returned = (more: object = {}, second: object = { on_enter: [] }): ConversationTable =>
  staged(details(more, second)).after(
    ...says(2, 2, (id) => sets(id, { guests: 4, day: 'Friday' })),
    ...says(3, 4, (id) => changesTo(id, 'details', 'c4')),
  );

describe('a stage to which the conversation comes back', () => {
  it('stays until one of the fields of its rule is given again', () => {
    const table = returned();
    assert.deepEqual(table.stages, ['details by start', 'confirm by fields', 'details by call']);
    table.after([3.3, sets(5, { day: 'Sunday' }, 'c5')], [3.4, completes(5)]);
    assert.equal(table.stages.at(-1), 'confirm by fields');
    assert.deepEqual(table.fields, { guests: 'collected 4', day: 'collected Sunday' });
  });

  it('is left when the caller stays with what they said', () => {
    const table = returned().after([3.3, sets(5, { day: 'Friday' }, 'c5')], [3.4, completes(5)]);
    assert.equal(table.stages.at(-1), 'confirm by fields');
  });

  it('is not left by a value that does not fit, and keeps the one from before', () => {
    const table = returned().after([3.3, sets(5, { guests: 99 }, 'c5')], [3.4, completes(5)]);
    assert.equal(table.stages.at(-1), 'details by call');
    assert.deepEqual(table.fields, { guests: 'collected 4', day: 'collected Friday' });
  });

  it('follows a rule on a field that another stage has collected since', () => {
    const paid = { name: 'paid', type: 'boolean', description: 'Whether it is paid.' };
    const table = staged([
      {
        id: 'menu',
        transitions: [
          { to: 'pay', on: 'call', description: 'They pay.' },
          { to: 'bye', on: 'fields', when: [{ field: 'paid', is: true }] },
        ],
      },
      { id: 'pay', fields: [paid], transitions: [{ to: 'menu', on: 'fields' }] },
      { id: 'bye', on_enter: [{ end: true }] },
    ]).after(...says(2, 2, (id) => changesTo(id, 'pay')), [2.3, sets(3, { paid: true }, 'c4')], [2.4, completes(3)]);
    assert.deepEqual(table.stages, ['menu by start', 'pay by call', 'menu by fields', 'bye by fields']);
  });

  it('follows a rule on a failed field when the model tries once more', () => {
    const field = { ...GUESTS, attempts: 1 };
    const transitions = [{ to: 'confirm', on: 'fields', when: [{ field: 'guests', failed: true }] }];
    const table = staged(details({ fields: [field], transitions }, { on_enter: [] }));
    table.after(...says(2, 2, (id) => sets(id, { guests: 99 })), ...says(3, 4, (id) => changesTo(id, 'details', 'c4')));
    assert.equal(table.stages.at(-1), 'details by call');
    table.after([3.3, sets(5, { guests: 4 }, 'c5')], [3.4, completes(5)]);
    assert.equal(table.stages.at(-1), 'confirm by fields');
  });
});

describe('what a tool found out about a stage', () => {
  const verified = { name: 'verified', type: 'boolean', description: 'Whether verified.', filled_by: 'tool' };
  const TO_STATUS = { to: 'status', on: 'call', description: 'On.', when: [{ field: 'verified', is: true }] };
  const stages = (transitions: object[] = [TO_STATUS]) => [
    { id: 'identify', fields: [GUESTS, verified], transitions },
    { id: 'status', transitions: [{ to: 'identify', on: 'call', description: 'Another one.' }] },
  ];
  /** A caller who is verified. */
  const known = (transitions?: object[]): ConversationTable =>
    staged(stages(transitions)).after(
      ...says(2, 2, (id) => sets(id, { guests: 4 })),
      ...says(3, 4, (id) => callsAction(id, 'c5', 'look_up')),
      [3.5, answers(5, 'Yes.', 'ok', { verified: true })],
    );

  it('is discarded when the caller gives another value', () => {
    const table = known();
    assert.deepEqual(table.fields, { guests: 'collected 4', verified: 'collected true' });
    table.after([4, sets(6, { guests: 5 }, 'c6')], [4.1, changesTo(6, 'status', 'c7')], [4.2, completes(6)]);
    assert.deepEqual(table.fields, { guests: 'collected 5', verified: 'missing null' });
    assert.deepEqual(table.stages, ['identify by start']);
    assert.equal(table.context.at(-1), 'tool: Not changed: verified is not known.');
  });

  it('stays when the caller repeats the value', () => {
    const table = known().after([4, sets(6, { guests: 4 }, 'c6')], [4.2, completes(6)]);
    assert.deepEqual(table.fields, { guests: 'collected 4', verified: 'collected true' });
  });

  it('is discarded when the conversation comes back to the stage', () => {
    const table = known([{ to: 'status', on: 'fields', when: [{ field: 'verified', is: true }] }]);
    assert.equal(table.stages.at(-1), 'status by fields');
    table.after([4, changesTo(6, 'identify', 'c6')], [4.2, completes(6)]);
    assert.deepEqual(table.fields, { guests: 'collected 4', verified: 'missing null' });
    assert.equal(table.stages.at(-1), 'identify by call');
  });

  it('is not taken from a tool that was called before the caller gave the value', () => {
    const table = staged(stages()).after(
      ...says(2, 2, (id) => sets(id, { guests: 4 })),
      ...says(3, 4, (id) => callsAction(id, 'c5', 'book')),
      ...says(4, 6, (id) => sets(id, { guests: 5 }, 'c6')),
    );
    table.after([5, answers(5, 'Yes.', 'ok', { verified: true })]);
    assert.deepEqual(table.fields, { guests: 'collected 5' });
  });

  it('is taken from a tool of the response that recorded the value', () => {
    const table = staged(stages()).after(
      [2, types('Hm')],
      [2.1, callsAction(2, 'c5', 'look_up')],
      [2.2, sets(2, { guests: 4 })],
      [2.3, completes(2)],
      [3, answers(3, 'Yes.', 'ok', { verified: true })],
    );
    assert.deepEqual(table.fields, { guests: 'collected 4', verified: 'collected true' });
  });
});

describe('the rules of a stage', () => {
  it('wait for the tools that the stage calls when it begins', () => {
    const free = { name: 'free', type: 'boolean', description: 'Whether it is free.', filled_by: 'tool' };
    const ways = [true, false].map((is) => ({
      ...{ to: is ? 'yes' : 'details', on: 'fields', when: [{ field: 'free', is }] },
    }));
    const table = staged([
      { id: 'details', fields: [GUESTS], transitions: [{ to: 'check', on: 'fields' }] },
      { id: 'check', fields: [free], on_enter: [{ tool: 'look_up' }], transitions: ways },
      { id: 'yes', on_enter: [{ say: 'It is free.' }], transitions: [{ to: 'details', on: 'key', key: '1' }] },
    ]).after(...says(2, 2, (id) => sets(id, { guests: 4 })), [3, answers(3, 'No.', 'ok', { free: false })]);
    assert.deepEqual(table.stages, ['details by start', 'check by fields', 'details by fields']);
    table.after([4, sets(4, { guests: 2 }, 'c5')], [4.1, completes(4)]);
    assert.equal(table.stages.at(-1), 'check by fields');
    table.after([5, answers(5, 'Yes.', 'ok', { free: true })]);
    assert.equal(table.stages.at(-1), 'yes by fields');
  });

  it('apply where a call cannot do what the stage does when it begins, and the model reads that', () => {
    const stages = [
      { id: 'start', fields: [GUESTS], transitions: [{ to: 'desk', on: 'fields' }] },
      { id: 'desk', on_enter: [{ transfer: 'desk' }], transitions: [{ to: 'start', on: 'key', key: '1' }] },
    ];
    const actions = { set_fields: { hasSideEffects: false, waitingMessage: '' } };
    const table = staged(stages, { actions }).after(...says(2, 2, (id) => sets(id, { guests: 4 })));
    assert.equal(table.context.at(-1), 'tool: Not done: it is not possible in this call.');
    assert.lengthOf(table.offered, 2);
  });
});
