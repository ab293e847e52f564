import { assert } from 'chai';
import fc from 'fast-check';
import {
  cancelled,
  completes,
  connects,
  ConversationTable,
  disconnects,
  elapses,
  final,
  generates,
  greeted,
  interim,
  played,
  speechFails,
  starts,
  stops,
  talks,
  type InputAt,
} from './conversation-table.ts';

const AGENT = { voicemail: { message: '' } };
const MAILBOX = 'Please leave a message after the tone.';

describe('first words of a mailbox', () => {
  it('end the call as voicemail at once, also while they continue', () => {
    const table = greeted(AGENT).after([2, talks], [3, interim(MAILBOX)]);
    assert.deepInclude(table.events.at(-1), { type: 'ended', reason: 'voicemail' });
  });

  it('are found over two utterances of a turn', () => {
    const table = greeted(AGENT).after(
      [2, talks],
      [2.8, stops],
      [2.9, final('Please leave a message')],
      [3, talks],
      [3.5, interim('after the tone')],
    );
    assert.deepInclude(table.events.at(-1), { type: 'ended', reason: 'voicemail' });
  });

  it('change nothing without the setting, from people, and after two turns', () => {
    const ends = (settings: object, ...words: readonly string[]) =>
      words
        .reduce(
          (table, text, nth) =>
            table.after(
              [10 * nth + 2, talks],
              [10 * nth + 2.8, stops],
              [10 * nth + 3, final(text)],
              [10 * nth + 4, generates(2 + 2 * nth, 'Yes.')],
              [10 * nth + 4, completes(2 + 2 * nth)],
              [10 * nth + 5, starts(3 + 2 * nth)],
              [10 * nth + 6, played(3 + 2 * nth, 'Yes.')],
            ),
          greeted(settings),
        )
        .events.some(({ type }) => type === 'ended');
    assert.isFalse(ends({}, MAILBOX));
    assert.isFalse(ends(AGENT, 'Hello, who is this?'));
    assert.isTrue(ends(AGENT, 'Hello?', MAILBOX));
    assert.isFalse(ends(AGENT, 'Hello?', 'Yes, this is Ann.', MAILBOX));
  });
});

describe('an agent that leaves messages', () => {
  const LEAVES = { voicemail: { message: 'Call us back.' } };
  const sounds =
    (change: 'sound' | 'beep' | 'quiet'): InputAt =>
    (at) => ({ type: 'soundChanged', change, at });
  const reported =
    (greetingEnded = false): InputAt =>
    (at) => ({ type: 'machineReported', greetingEnded, at });
  /** A mailbox answered after the greeting of the agent, whose speech has number 1: the message has number 2. */
  const answered = () => greeted(LEAVES).after([2, talks], [3, interim(MAILBOX)]);
  const end = ({ events }: ConversationTable) => {
    const last = events.at(-1);
    return last?.type === 'ended' ? [last.reason, last.voicemail_message] : null;
  };

  it('reports the mailbox when it answers, before it hangs up where it has no message', () => {
    greeted(LEAVES)
      .after([2, talks])
      .plays([[3, interim(MAILBOX), 'report voicemail', 'mute', 'wait mailbox_greeting 60']]);
    greeted(AGENT)
      .after([2, talks])
      .plays([[3, interim(MAILBOX), 'report voicemail', 'hang up: voicemail', 'ended: voicemail', 'no wait']]);
  });

  it('waits for the beep, says its message without being interrupted, and hangs up when it was played', () => {
    const table = answered();
    assert.isNull(end(table));
    assert.deepInclude(table.events.at(-1), { type: 'caller_muted', on: true });
    table.plays([
      [4, sounds('sound')],
      [5, sounds('beep'), 'say 2: Call us back.', 'end 2', 'wait last_words 60'],
    ]);
    table.after([5.2, starts(2)], [5.4, talks], [5.5, interim('Hello?')], [5.6, sounds('sound')]);
    assert.isNull(end(table));
    assert.deepEqual(end(table.after([7, played(2, 'Call us back.')])), ['voicemail', 'left']);
  });

  it('stops what it says when the carrier reports a machine, and begins at once where the beep was before', () => {
    const greeting = () => new ConversationTable(LEAVES).after([0, connects], [0.5, starts(1)]);
    const waiting = greeting().after([1, reported()], [1, cancelled(1, 'Hel')]);
    assert.isNull(end(waiting), 'the end of the greeting of the agent does not end the call');
    const late = greeting().after([1, sounds('beep')], [2, reported()], [2, cancelled(1, 'Hel')], [3, starts(2)]);
    assert.deepEqual(end(late.after([5, played(2, 'Call us back.')])), ['voicemail', 'left']);
  });

  const beginnings: readonly (readonly [string, readonly (readonly [number, InputAt])[]])[] = [
    ['silence after the greeting', [[6, sounds('quiet')]]],
    ['the carrier’s report of its end', [[6, reported(true)]]],
  ];
  for (const [name, rows] of beginnings)
    it(`begins after ${name}, and once more after a beep`, () => {
      const table = answered().after(...rows, [6.5, starts(2)]);
      table.after([7, sounds('beep')], [7, cancelled(2, 'Call')], [7.2, starts(3)], [8, sounds('beep')]);
      assert.isNull(end(table));
      assert.deepEqual(end(table.after([9, played(3, 'Call us back.')])), ['voicemail', 'left']);
    });

  it('tells how much of its message was left', () => {
    assert.deepEqual(end(answered().after([5, disconnects('caller_left')])), ['voicemail', 'not_left']);
    assert.deepEqual(end(answered().after([63, elapses('mailbox_greeting')])), ['voicemail', 'not_left']);
    const partly = () => answered().after([5, sounds('beep')], [5.2, starts(2)]);
    const cut = partly().after([6, disconnects('caller_left')], [6, cancelled(2, 'Call us')]);
    assert.deepEqual(end(cut), ['voicemail', 'partial']);
    assert.deepEqual(end(partly().after([6, speechFails(2, '')])), ['voicemail', 'not_left']);
  });

  it('says only its message when the carrier reports the machine before the conversation starts', () => {
    const table = new ConversationTable(LEAVES).after(
      [0, reported()],
      [1, connects],
      [5, sounds('beep')],
      [5.2, starts(1)],
    );
    assert.deepEqual(end(table.after([7, played(1, 'Call us back.')])), ['voicemail', 'left']);
  });

  it('takes an assistant that screens calls for none, whatever the carrier reports', () => {
    const screening = 'record your name and reason for calling';
    const table = greeted(LEAVES).after([2, talks], [3, final(screening)], [3.5, reported()]);
    assert.isFalse(table.events.some(({ type }) => type === 'ended'));
    assert.isFalse(table.events.some(({ type }) => type === 'caller_muted'));
  });

  it('ends every call that a mailbox answered, as voicemail and with a result', () => {
    const happening = fc.constantFrom(
      ...[
        sounds('sound'),
        sounds('beep'),
        sounds('quiet'),
        reported(),
        reported(true),
        talks,
        stops,
        interim('Hello?'),
      ],
      ...[starts(2), starts(3), played(2, 'Call us back.'), cancelled(2, 'Call'), played(3, 'Call us back.')],
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 30 }), (all) => {
        const table = answered().after(...all.map((each, nth) => [4 + nth / 10, each] as const));
        table.after([70, elapses('mailbox_greeting')], [140, elapses('last_words')]);
        table.after([141, cancelled(2, 'Call')], [141, cancelled(3, 'Call')]);
        const [reason, message] = end(table) ?? [];
        return reason === 'voicemail' && message !== undefined;
      }),
    );
  });
});
