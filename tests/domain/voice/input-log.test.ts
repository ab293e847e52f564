import { assert } from 'chai';
import fc from 'fast-check';
import { ConversationDriver } from '../../../domain/voice/conversation-driver.ts';
import { endLine, headLine, inputLine, readInputLog, UNKNOWN_ORIGIN } from '../../../domain/voice/input-log.ts';
import { connects, disconnects, final, PLAIN, starts, stops, talks } from './conversation-table.ts';
import { logText } from './logged-calls.ts';
import { randomSettings } from './random-settings.ts';

const CALL = [
  [0, connects],
  [0.1, starts(1)],
  [2, talks],
  [3, stops],
  [3.2, final('When are you open?')],
  [9, disconnects('caller_left')],
] as const;

describe('the inputs of a conversation as they are stored', () => {
  it('are read as they were, with the names of their effects', () => {
    const log = readInputLog(logText(CALL));
    assert.equal(log?.end, 'complete');
    assert.deepEqual(
      log?.inputs.map(({ input }) => input),
      CALL.map(([seconds, input]) => input(seconds * 1000)),
    );
    const [{ effects, digest } = { effects: [], digest: null }] = log?.inputs ?? [];
    assert.includeMembers([...effects], ['emit:connected', 'say', 'endSpeech']);
    assert.match(digest ?? '', /^[0-9a-z]+$/);
  });

  it('have the settings that the policy was given, maps of stages included', () => {
    fc.assert(
      fc.property(randomSettings, (settings) => {
        const log = readInputLog(headLine(UNKNOWN_ORIGIN, settings) + endLine('complete'));
        assert.deepEqual(log?.head.settings, settings);
      }),
      { numRuns: 20 },
    );
  });

  it('count up to the first line that is not whole, wherever a crash cut them', () => {
    const text = logText(CALL);
    const head = text.indexOf('\n') + 1;
    for (let at = head; at < text.length - 1; at += 7) {
      const log = readInputLog(text.slice(0, at));
      const whole = text.slice(head, at).split('\n').length - 1;
      assert.isAtMost((log?.inputs.length ?? 0) - whole, 1);
      assert.isAtLeast(log?.inputs.length ?? 0, Math.min(whole, CALL.length));
      assert.equal(log?.end, 'interrupted');
    }
  });

  it('are null if they are something else, or of another version', () => {
    const text = logText(CALL);
    for (const other of ['', '{}', 'call_id=1\n---\n', text.replace('"version":1', '"version":2'), text.slice(0, 40)])
      assert.isNull(readInputLog(other));
  });

  it('say when further inputs were not stored', () => {
    assert.equal(readInputLog(headLine(UNKNOWN_ORIGIN, PLAIN) + endLine('full'))?.end, 'full');
  });

  it('have the same digest of effects whatever the order of their fields', () => {
    const input = connects(0);
    const effects = new ConversationDriver(PLAIN).take(input);
    const turned = effects.map((effect) => Object.fromEntries(Object.entries(effect).toReversed()) as typeof effect);
    assert.equal(inputLine(input, effects), inputLine(input, turned));
    assert.notEqual(inputLine(input, effects), inputLine(input, effects.slice(1)));
  });
});
