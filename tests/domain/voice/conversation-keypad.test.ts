import { assert } from 'chai';
import { parseKeypad } from '../../../domain/agents/keypad.ts';
import { keypadActions, keypadTools, keysToSend } from '../../../domain/voice/keypad-tools.ts';
import type { ConversationInput } from '../../../domain/voice/state.ts';
import { transcriptLine } from '../../../domain/voice/transcript.ts';
import {
  answers,
  awaitingReply,
  callsAction,
  completes,
  final,
  generates,
  starts,
  talks,
  types,
  type InputAt,
} from './conversation-table.ts';

const KEYPAD = parseKeypad({
  send: true,
  collect: [
    { name: 'card', description: 'The card number', min_digits: 12, max_digits: 19, secret: true },
    { name: 'pin', description: 'The PIN', min_digits: 4, max_digits: 4 },
  ],
})!;
const AGENT = {
  tools: keypadTools(KEYPAD),
  actions: keypadActions(KEYPAD),
  hold: { afterMs: 1_000, messages: ['One moment.'] },
};
const collects = (progress: Extract<ConversationInput, { type: 'digitCollection' }>['progress']): InputAt => {
  return (at) => ({ type: 'digitCollection', progress, at });
};

describe('keypad tools of a conversation', () => {
  it('says nothing while keys are pressed, and after them waits for the other side', () => {
    const table = awaitingReply(AGENT).plays([
      [3.5, callsAction(2, 'c1', 'send_dtmf', { keys: '1' }), 'wait model_output 8'],
      [3.6, completes(2), 'no hold message', 'run 3: send_dtmf {"keys":"1"}', 'wait tool_answer 35'],
      [4, answers(3, 'Pressed 1.'), 'wait no_activity 300'],
    ]);
    assert.deepEqual(table.context.slice(-2), ['agent:  [send_dtmf]', 'tool: Pressed 1.']);
    table.after([5, talks], [6, final('Sales. Who is calling?')]);
    assert.equal(table.context.at(-1), 'tool: Pressed 1.');
  });

  it('answers when keys could not be pressed, and when another tool was called with them', () => {
    awaitingReply(AGENT)
      .after([3.5, callsAction(2, 'c1', 'send_dtmf', { keys: 'x' })], [3.6, completes(2)])
      .plays([
        [
          4,
          answers(3, 'The tool failed', 'failed'),
          'no hold message',
          'generate 4: The tool failed',
          'hold message in 1',
          'wait model_output 8',
        ],
      ]);
    awaitingReply(AGENT)
      .after(
        [3.5, callsAction(2, 'c1', 'send_dtmf', { keys: '1' })],
        [3.5, callsAction(2, 'c2', 'collect_digits', { entry: 'pin' })],
        [3.6, completes(2)],
        [4, answers(3, 'Pressed 1.')],
      )
      .plays([
        [
          5,
          answers(4, 'The caller typed 4711.'),
          'no hold message',
          'generate 5: The caller typed 4711.',
          'hold message in 1',
          'wait model_output 8',
        ],
      ]);
  });

  it('does not answer keys that were pressed after the other side took the turn', () => {
    const table = awaitingReply(AGENT)
      .after([3.5, callsAction(2, 'c1', 'send_dtmf', { keys: '1' })], [3.6, completes(2)])
      .plays([
        [4, types('Hello?'), 'no hold message', 'generate 4: Hello?', 'hold message in 1', 'wait model_output 8'],
      ])
      .plays([[4.2, answers(3, 'Pressed 1.')]]);
    assert.equal(table.context.at(-1), 'caller: Hello?');
  });

  it('lets a key interrupt the agent, without cancelling the collection that it is for', () => {
    awaitingReply(AGENT)
      .after(
        [3.2, generates(2, 'Please type your PIN.')],
        [3.5, callsAction(2, 'c1', 'collect_digits', { entry: 'pin' })],
        [3.6, completes(2)],
        [3.8, starts(3)],
      )
      .plays([
        [4, talks, 'pause', 'wait unconfirmed_speech 3'],
        [4.1, collects('pressed'), 'mute', 'cancel speech 3', 'resume', 'no wait'],
        [4.3, final('Beep')],
        [4.4, collects('pressed')],
        [5, collects('ended'), 'unmute'],
      ]);
  });

  it('does not listen to the caller from the start of a secret collection to its end', () => {
    awaitingReply(AGENT)
      .after([3.5, callsAction(2, 'c1', 'collect_digits', { entry: 'card' })], [3.6, completes(2)])
      .plays([
        [3.7, collects('hidden'), 'mute'],
        [4, talks],
        [4.5, final('four one one one')],
        [9, collects('ended'), 'unmute'],
        [
          9,
          answers(3, 'The caller typed 16 digits.'),
          'no hold message',
          'generate 4: The caller typed 16 digits.',
          'hold message in 1',
          'wait model_output 8',
        ],
      ]);
  });

  it('waits for the tool again after every key', () => {
    awaitingReply(AGENT)
      .after([3.5, callsAction(2, 'c1', 'collect_digits', { entry: 'pin' })], [3.6, completes(2)])
      .plays([
        [13, collects('pressed'), 'mute', 'wait tool_answer 35'],
        [33, collects('pressed'), 'wait tool_answer 35'],
      ]);
  });
});

describe('keypadTools', () => {
  it('describe the entries, and are absent without the section', () => {
    const [send, collect] = keypadTools(KEYPAD);
    assert.equal(send?.name, 'send_dtmf');
    assert.include(
      collect?.description ?? '',
      'card (The card number; 12 to 19 digits, ended with #), pin (The PIN; 4 digits)',
    );
    assert.deepEqual(keypadTools(undefined), []);
    assert.deepEqual(keypadTools(parseKeypad({})!), []);
  });

  it('read the keys of a call as models write them', () => {
    assert.deepEqual(
      ['1', '1w2', '1, 2 - 3', 'W#', '1a', '', 'one', '1'.repeat(33)].map((keys) => keysToSend({ keys })),
      ['1', '1w2', '123', 'w#', '1A', null, null, null],
    );
    assert.isNull(keysToSend({ keys: 1 }));
  });
});

describe('digits in a transcript', () => {
  it('are shown unless they are secret', () => {
    const event = { type: 'digits_collected', at: 0, entry: 'pin', count: 4 } as const;
    assert.equal(transcriptLine({ ...event, keys: '4711' }), '[1970-01-01T00:00:00.000Z] user: [keypad] 4711\n');
    assert.equal(
      transcriptLine({ ...event, keys: null }),
      '[1970-01-01T00:00:00.000Z] user: [keypad] 4 keys (hidden)\n',
    );
  });
});
