import { assert } from 'chai';
import {
  answers,
  cancelled,
  completes,
  connects,
  ConversationTable,
  elapses,
  generates,
  played,
  starts,
  types,
} from './conversation-table.ts';
import { staged, stagedSettings, GUESTS, twoStages, changesTo, sets } from './conversation-with-stages.ts';

describe('what stages do when they begin and end', () => {
  it('says the words of the first stage after the greeting', () => {
    new ConversationTable(stagedSettings(twoStages({ on_enter: [{ say: 'This is {{shop}}.' }] }))).plays([
      [...([0, connects, 'say 1: Hello.', 'end 1', 'say 2: This is Roma.', 'end 2', 'wait first_audio 15'] as const)],
    ]);
  });

  it('says the words of both, and the model waits for the caller', () => {
    const stages = twoStages({ on_exit: [{ say: 'One moment.' }] }, { on_enter: [{ say: 'For how many?' }] });
    const table = staged(stages).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), ...['say 3: One moment.', 'end 3', 'say 4: For how many?', 'end 4', 'wait first_audio 15']],
      [2.7, starts(3), 'no wait'],
      [3, played(3, 'One moment.'), 'wait first_audio 15'],
      [3.1, starts(4), 'no wait'],
      [4, played(4, 'For how many?'), 'wait no_activity 300'],
    ]);
    assert.equal(table.context.at(-1), 'agent: For how many?');
  });

  it('has the model speak after the last words of the stage before', () => {
    staged(twoStages({ on_exit: [{ say: 'One moment.' }] })).plays([
      [2, types('A table'), 'generate 2: A table', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), 'say 3: One moment.', 'end 3', 'wait first_audio 15'],
      [2.7, starts(3), 'no wait'],
      [3, played(3, 'One moment.'), 'generate 4: [silence]', 'wait model_output 8'],
    ]);
  });

  it('calls a tool with fields, and the model answers after the words', () => {
    const entry = {
      on_enter: [
        { say: 'I look.' },
        { tool: 'look_up', arguments: { size: '{{guests}}', text: 'for {{guests}}', n: 1 } },
      ],
    };
    const table = staged(twoStages({ fields: [GUESTS], transitions: [{ to: 'booking', on: 'fields' }] }, entry)).plays([
      [2, types('For four'), 'generate 2: For four', 'wait model_output 8'],
      [2.5, sets(2, { guests: 4 }), 'wait model_output 8'],
      [
        2.6,
        completes(2),
        ...['say 3: I look.', 'end 3'],
        ...['run 4: look_up {"size":4,"text":"for 4","n":1}', 'wait first_audio 15'],
      ],
      [2.7, starts(3), 'no wait'],
      [3, answers(4, 'Table 7')],
      [3.5, played(3, 'I look.'), 'generate 5: Table 7', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.context.slice(-2), ['agent: I look. [look_up]', 'tool: Table 7']);
  });

  it('transfers the call, and the model answers when no one does', () => {
    const entry = { on_enter: [{ transfer: 'desk', summary: '{{guests}} guests.' }] };
    const table = staged(twoStages({ fields: [GUESTS], transitions: [{ to: 'booking', on: 'fields' }] }, entry));
    table.after([2, types('For four')], [2.5, sets(2, { guests: 4 })]).plays([
      [2.6, completes(2), 'run 3: transfer_call {"target":"desk","summary":"4 guests."}', 'wait tool_answer 35'],
      [9, answers(3, 'No answer.', 'failed'), 'generate 4: No answer.', 'wait model_output 8'],
    ]);
  });

  it('ends the call after the last words', () => {
    staged(twoStages({}, { on_enter: [{ say: 'Goodbye.' }, { end: true }] })).plays([
      [2, types('Bye'), 'generate 2: Bye', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), 'say 3: Goodbye.', 'end 3', 'mute', 'wait last_words 60'],
      [2.7, starts(3), 'wait last_words 60'],
      [3.5, played(3, 'Goodbye.'), 'hang up: agent_ended', 'ended: agent_ended', 'no wait'],
    ]);
  });

  it('ends the call at once without words', () => {
    staged(twoStages({}, { on_enter: [{ end: true }, { say: 'Too late.' }] })).plays([
      [2, types('Bye'), 'generate 2: Bye', 'wait model_output 8'],
      [2.5, changesTo(2, 'booking'), 'wait model_output 8'],
      [2.6, completes(2), 'mute', 'hang up: agent_ended', 'ended: agent_ended', 'no wait'],
    ]);
  });

  it('keeps only what was played of words that the caller interrupts, and answers in the new stage', () => {
    const table = staged(twoStages({}, { on_enter: [{ say: 'For how many guests is it?' }] })).after(
      ...([
        [2, types('A table')],
        [2.5, changesTo(2, 'booking')],
        [2.6, completes(2)],
        [2.7, starts(3)],
      ] as const),
      ...([
        [3, types('For four')],
        [3, cancelled(3, 'For how many')],
      ] as const),
    );
    assert.deepEqual(table.context.slice(-2), ['agent: For how many', 'caller: For four']);
    assert.deepEqual(table.offered.at(-1), ['book', 'end_conversation']);
  });
});

describe('events that change the stage', () => {
  const onKey = { to: 'booking', on: 'key', key: '1' };
  const onSilence = { to: 'booking', on: 'silence', seconds: 7 };

  it('are a key pressed alone, to which the new stage answers', () => {
    const table = staged(twoStages({ transitions: [onKey] })).plays([
      [2, types('[keypad] 12'), 'generate 2: [keypad] 12', 'wait model_output 8'],
      [3, types('[keypad] 1'), 'cancel generation 2', 'generate 3: [keypad] 12 [keypad] 1', 'wait model_output 8'],
    ]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by key']);
    assert.deepEqual(table.offered.at(-1), ['book', 'end_conversation']);
  });

  it('are a silence, which takes the place of idle prompts', () => {
    const table = staged(twoStages({ transitions: [onSilence] }), { idleMs: 5_000 }).plays([
      [2, types('Hm'), 'generate 2: Hm', 'wait model_output 8'],
      [2.3, generates(2, 'Yes?'), 'wait model_output 8'],
      [2.4, completes(2), 'say 3: Yes?', 'end 3', 'wait first_audio 15'],
      [2.5, starts(3), 'no wait'],
      [3, played(3, 'Yes?'), 'wait stage_silence 7'],
      [10, elapses('stage_silence'), 'generate 4: [silence]', 'wait model_output 8'],
      [10.5, generates(4, 'Hello?'), 'wait model_output 8'],
      [10.6, completes(4), 'say 5: Hello?', 'end 5', 'wait first_audio 15'],
      [10.7, starts(5), 'no wait'],
      [11, played(5, 'Hello?'), 'wait idle 5'],
    ]);
    assert.deepEqual(table.stages, ['welcome by start', 'booking by silence']);
  });

  it('end after five silences in a row', () => {
    const back = { to: 'welcome', on: 'silence', seconds: 7 };
    const table = staged(
      [
        { id: 'welcome', transitions: [onSilence], on_enter: [{ say: 'One?' }] },
        { id: 'booking', transitions: [back], on_enter: [{ say: 'Two?' }] },
      ],
      { idleMs: 5_000 },
    );
    let speech = 2;
    table.after([1, starts(speech)], [2, played(speech, 'One?')]);
    for (let at = 10; at < 100; at += 10) {
      table.after([at, elapses('stage_silence')]);
      speech += 1;
      table.after([at + 1, starts(speech)], [at + 2, played(speech, '?')]);
    }
    assert.equal(table.stages.length, 6);
    table.plays([[200, elapses('idle'), 'hang up: idle', 'ended: idle']]);
  });
});
