import { assert } from 'chai';
import { statusText } from '../../clients/widget/status-text.ts';
import { MESSAGES, messagesFor, type Messages } from '../../clients/widget/messages/index.ts';
import {
  callEnded,
  callStarted,
  captionChanged,
  INITIAL_STATE,
  recovered,
  warned,
} from '../../clients/widget/widget-state.ts';

const caption = (id: number, text: string) =>
  ({ id, side: 'agent', text, isFinal: true, isInterrupted: false }) as const;

describe('the state of the widget', () => {
  it('keeps captions in their order, and drops those without words', () => {
    const changes = [
      caption(1, 'Hello'),
      caption(2, 'How are'),
      caption(2, 'How are you?'),
      caption(3, 'x'),
      caption(3, ''),
    ];
    const { captions } = changes.reduce(captionChanged, INITIAL_STATE);
    assert.deepEqual(captions, [caption(1, 'Hello'), caption(2, 'How are you?')]);
  });

  it('starts again without what was left of the last call', () => {
    const open = { ...INITIAL_STATE, isOpen: true };
    const before = callEnded(captionChanged(open, caption(1, 'Hello')), { reason: 'busy', wasLive: false });
    assert.deepInclude(before, { phase: 'ended', ending: 'busy' });
    assert.deepEqual(callStarted(before, 'text'), { ...open, phase: 'connecting', mode: 'text' });
  });

  it('returns to the start when the visitor leaves before the call began', () => {
    assert.strictEqual(callEnded(INITIAL_STATE, { reason: 'caller_left', wasLive: false }).phase, 'idle');
    assert.strictEqual(callEnded(INITIAL_STATE, { reason: 'caller_left', wasLive: true }).phase, 'ended');
  });

  it('does not say of a call that never began that it ended', () => {
    for (const reason of ['refused', 'busy', 'no_ticket', 'unreachable', 'closed'] as const) {
      const state = callEnded(INITIAL_STATE, { reason, wasLive: false });
      assert.notEqual(state.ending, 'over', reason);
      for (const texts of Object.values(MESSAGES)) assert.equal(statusText(texts, state), texts.notConnected, reason);
    }
    const over = callEnded(INITIAL_STATE, { reason: 'closed', wasLive: true });
    assert.equal(over.ending, 'over');
    for (const texts of Object.values(MESSAGES)) assert.equal(statusText(texts, over), texts.over);
  });

  it('shows a warning until the call ends', () => {
    const state = warned(INITIAL_STATE, { code: 'microphone_denied' });
    assert.strictEqual(state.alert, 'microphoneDenied');
    assert.isNull(callEnded(state, { reason: 'agent_ended', wasLive: true }).alert);
  });
});

describe('a warning of the widget', () => {
  it('goes when the trouble is over, and another one stays', () => {
    const silent = warned(INITIAL_STATE, { code: 'autoplay_blocked' });
    assert.strictEqual(silent.alert, 'clickForSound');
    assert.isNull(recovered(silent, { code: 'autoplay_blocked' }).alert);
    const deaf = warned(silent, { code: 'microphone_denied' });
    assert.strictEqual(recovered(deaf, { code: 'autoplay_blocked' }).alert, 'microphoneDenied');
  });
});

describe('the texts of the widget', () => {
  it('are complete in twelve languages', () => {
    const { en } = MESSAGES;
    assert.lengthOf(Object.keys(MESSAGES), 12);
    for (const [language, texts] of Object.entries(MESSAGES)) {
      assert.sameMembers(Object.keys(texts), Object.keys(en ?? {}), language);
      const entries = Object.entries(texts) as [keyof Messages, string][];
      for (const [name, text] of entries) assert.isNotEmpty(text.trim(), `${language} ${name}`);
      const same = entries.filter(([name, text]) => text === en?.[name]);
      // `Conversation` and `Privacy` are words of other languages, too.
      if (language !== 'en') assert.isAtMost(same.length, 2, language);
    }
  });

  it('are those of the first known language, in its direction', () => {
    const chosen = (...tags: (string | null)[]) => {
      const { language, direction } = messagesFor(tags);
      return [language, direction];
    };
    assert.deepEqual(chosen('pt-BR', 'de'), ['pt', 'ltr']);
    assert.deepEqual(chosen('zh_Hant'), ['zh', 'ltr']);
    assert.deepEqual(chosen('AR'), ['ar', 'rtl']);
    assert.deepEqual(chosen('', 'sv', 'fr'), ['fr', 'ltr']);
    assert.deepEqual(chosen(null, 'toString', 'xx'), ['en', 'ltr']);
  });
});
