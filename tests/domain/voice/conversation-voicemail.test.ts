import { assert } from 'chai';
import { final, greeted, interim, played, starts, generates, completes, stops, talks } from './conversation-table.ts';

const AGENT = { hangsUpOnVoicemail: true };
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
