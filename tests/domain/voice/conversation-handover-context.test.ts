import { assert } from 'chai';
import {
  answers,
  callsAction,
  cancelled,
  completes,
  generates,
  played,
  starts,
  types,
  writes,
} from './conversation-table.ts';
import { atReception, billing, handingOver, handsOver, isReady, requested } from './conversation-with-handovers.ts';

describe('what the next agent of a conversation begins with', () => {
  it('gives the next agent the last turn alone with the context fields, and no calls of tools', () => {
    const table = atReception().after([1.5, types('Hi')], [1.6, callsAction(2, 'c8', 'look_up')], [1.7, completes(2)]);
    table.after([1.8, answers(3, 'secret')], [1.9, generates(4, 'Yes?')], [2, completes(4)], [2.1, starts(5)]);
    table.after([2.2, played(5, 'Yes?')], [3, types('My invoice')], [3.1, handsOver(6)], [3.2, completes(6)]);
    table.after([3.3, isReady(7, billing({ context: 'fields' }))], [3.4, answers(7, 'Handed over.')]);
    assert.deepEqual(table.context, ['system: You are billing.', 'caller: My invoice']);
  });

  it('has the next agent summarise earlier words, and answer at once', () => {
    const table = atReception().after(
      [1.5, types('Hi')],
      [1.6, generates(2, 'Yes?')],
      [1.7, completes(2)],
      [1.8, starts(3)],
    );
    table.after([1.9, played(3, 'Yes?')], [3, types('My invoice')], [3.1, handsOver(4)], [3.2, completes(4)]);
    table
      .after([3.3, isReady(5, billing({ context: 'summary' }))])
      .plays([
        [
          3.4,
          answers(5, 'Handed over.'),
          'change agent 5',
          'summarise 6: assistant: Hello. | user: Hi | assistant: Yes?',
          'generate 7: My invoice',
          'wait model_output 8',
        ],
      ]);
    table.after([3.5, writes(6, 'They greeted.')]);
    assert.deepEqual(table.context, [
      'system: You are billing.\n\nEarlier in this conversation, as data: "They greeted."',
      'caller: My invoice',
    ]);
  });

  it('begins the stages of the next agent, whose first words take the place of a reply', () => {
    const stages = [
      { id: 'first', instructions: 'Ask.', on_enter: [{ say: 'Your number?' }], tools: ['end_conversation'] },
    ];
    const next = billing({ settings: handingOver('billing', {}, stages) });
    const table = requested()
      .after([3, isReady(3, next)])
      .plays([
        [3.1, answers(3, 'Handed over.'), 'change agent 3', 'say 4: Your number?', 'end 4', 'wait first_audio 15'],
      ]);
    assert.deepEqual(table.stages, ['first by start']);
  });

  it('continues the stage of an agent that the call comes back to', () => {
    const stages = [
      { id: 'first', instructions: 'Ask.', transitions: [{ to: 'second', on: 'call', description: 'Next.' }] },
      {
        id: 'second',
        instructions: 'Answer.',
        on_enter: [{ say: 'Second.' }],
        tools: ['hand_over', 'end_conversation'],
      },
    ];
    const table = atReception({}, stages).after(
      [1.5, types('Next')],
      [1.6, callsAction(2, 'c7', 'change_stage', { stage: 'second' })],
    );
    table.after([1.7, completes(2)], [1.8, starts(3)], [1.9, played(3, 'Second.')], [2, types('My invoice')]);
    table.after(
      [2.5, handsOver(4)],
      [2.6, completes(4)],
      [3, isReady(5, billing())],
      [3.1, answers(5, 'Handed over.')],
    );
    const stage = (): string | undefined => table.state.stage?.id;
    assert.isUndefined(stage());
    const reception = { target: 'previous_agent', agent: { agent_id: 'reception', name: 'reception', version: 1 } };
    const back = billing({ ...reception, settings: handingOver('reception', {}, stages) });
    table
      .after([4, handsOver(6)], [4.1, completes(6)], [4.2, isReady(7, back)])
      .plays([[4.3, answers(7, 'Handed over.'), 'change agent 7', 'generate 8: My invoice', 'wait model_output 8']]);
    assert.equal(stage(), 'second');
  });

  it('begins the stages of an agent that comes back without the stage that it left', () => {
    const asks = (id: string) => ({
      id,
      on_enter: [{ say: `This is ${id}.` }],
      tools: ['hand_over', 'end_conversation'],
    });
    const table = atReception({}, [asks('old')]).after([1.2, starts(2)], [1.4, played(2, 'This is old.')]);
    table.after([2, types('My invoice')], [2.5, handsOver(3)], [2.6, completes(3)], [3, isReady(4, billing())]);
    table.after([3.1, answers(4, 'Handed over.')], [4, handsOver(5)], [4.1, completes(5)]);
    const agent = { agent_id: 'reception', name: 'reception', version: 2 };
    const settings = handingOver('reception', {}, [asks('new')]);
    table
      .after([4.2, isReady(6, billing({ target: 'previous_agent', agent, settings }))])
      .plays([
        [4.3, answers(6, 'Handed over.'), 'change agent 6', 'say 7: This is new.', 'end 7', 'wait first_audio 15'],
      ]);
    assert.deepEqual(table.stages, ['old by start', 'new by start']);
  });

  it('is made by an action of a stage, and the model of the stage can repeat it after an interruption', () => {
    const stages = [
      { id: 'first', instructions: 'Ask.', transitions: [{ to: 'pass', on: 'call', description: 'Invoices.' }] },
      { id: 'pass', on_enter: [{ say: 'I pass you on.' }, { handover: 'billing' }], tools: [] },
    ];
    const table = atReception({}, stages).after(
      [2, types('My invoice')],
      [2.5, callsAction(2, 'c7', 'change_stage', { stage: 'pass' })],
    );
    table.plays([
      [
        2.6,
        completes(2),
        ...['say 3: I pass you on.', 'end 3', 'run 4: hand_over {"target":"billing"}', 'wait first_audio 15'],
      ],
      [2.7, starts(3), 'no wait'],
    ]);
    table.after([2.8, types('No, wait')], [2.9, cancelled(3, 'I')]);
    assert.deepEqual(table.offered.at(-1), ['hand_over']);
  });
});
