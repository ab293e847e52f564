import { assert } from 'chai';
import type { InputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayedEvents, replayInputs, type Replay } from '../../../domain/voice/replay.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import {
  cancelled,
  completes,
  connects,
  disconnects,
  elapses,
  final,
  generates,
  played,
  starts,
  stops,
  talks,
} from './conversation-table.ts';
import { loggedCall } from './logged-calls.ts';

/** A greeting, an answered question, and a caller who hangs up. */
const CALL = [
  [0, connects],
  [0.1, starts(1)],
  [1, played(1, 'Hello.')],
  [2, talks],
  [3, stops],
  [3.2, final('When are you open?')],
  [4, generates(2, 'At nine.')],
  [4.1, completes(2)],
  [4.2, starts(3)],
  [5, played(3, 'At nine.')],
  [20, disconnects('caller_left')],
] as const;

/** What the settings would have changed of a call that had those of `log`. */
const withOther = (log: InputLog, other: Partial<ConversationSettings>): Replay =>
  replayInputs(log, { ...log.head.settings, ...other });

const kinds = ({ notes, change }: Replay): string[] => [...notes.map(({ kind }) => kind), change?.kind ?? 'same end'];

describe('a replay', () => {
  it('has the effects of the call, with unchanged code', () => {
    const replay = replayInputs(loggedCall(CALL));
    assert.isTrue(isIdentical(replay));
    assert.deepInclude(replay, { inputs: 11, ms: 20_000, turns: 1 });
  });

  it('stops at the first input whose effects are others than those that were stored, and shows both', () => {
    const log = loggedCall(CALL);
    const inputs = log.inputs.map((step, at) => (at === 5 ? { ...step, effects: ['hangUp'], digest: 'x' } : step));
    const { change, inputs: replayed } = replayInputs({ ...log, inputs });
    assert.equal(replayed, 5);
    assert.deepInclude(change, { kind: 'effects', number: 6, at: 3_200, turn: 1, stored: ['hangUp'] });
    assert.isTrue(change?.now.some((effect) => effect.includes('When are you open?')));
  });

  it('finds an effect more, and one less, at the input that has it', () => {
    const log = loggedCall(CALL);
    for (const [at, step] of log.inputs.entries()) {
      const spoiled = { ...step, effects: [...step.effects, 'hangUp'] };
      const inputs = log.inputs.map((each) => (each === step ? spoiled : each));
      assert.equal(replayInputs({ ...log, inputs }).change?.number, at + 1);
    }
  });

  it('continues after other contents of the same effects, of which only a digest is stored', () => {
    const log = loggedCall(CALL);
    const inputs = log.inputs.map((step, at) => (at === 0 ? { ...step, digest: 'x' } : step));
    assert.deepEqual(kinds(replayInputs({ ...log, inputs })), ['detail', 'same end']);
  });

  it('shows other words, and where the model is given another context', () => {
    const log = loggedCall(CALL, { systemPrompt: 'Be kind, and answer briefly.' });
    const replay = withOther(log, { greeting: 'Good day.', systemPrompt: 'Be kind, and answer at length.' });
    assert.deepEqual(kinds(replay), ['words', 'question', 'same end']);
    const [words, question] = replay.notes;
    assert.deepInclude(words, { number: 1, turn: 0, stored: ['say "Hello."'], now: ['say "Good day."'] });
    assert.deepInclude(question, { number: 6, turn: 1 });
    assert.include(question?.now.join(), 'at length.');
    assert.include(question?.stored.join(), 'briefly.');
  });

  it('finds a timer that would have elapsed before the next input', () => {
    const replay = withOther(loggedCall(CALL), { idleMs: 5_000 });
    assert.deepEqual(kinds(replay), ['timers', 'due']);
    assert.deepInclude(replay.change, { number: 11, turn: 1, now: ['timerElapsed idle 10000 ms before'] });
  });

  it('takes no notice of a timer that no input waits for', () => {
    assert.deepEqual(kinds(withOther(loggedCall(CALL), { idleMs: 60_000 })), ['timers', 'same end']);
  });

  it('finds a timer that would not have elapsed yet', () => {
    const rows = [...CALL.slice(0, 10), [10, elapses('idle')] as const, [10, disconnects('caller_left')] as const];
    const replay = withOther(loggedCall(rows, { idleMs: 5_000 }), { idleMs: 8_000 });
    assert.deepEqual(kinds(replay), ['timers', 'not_due']);
    assert.deepInclude(replay.change, { number: 11, stored: ['timerElapsed idle'], now: ['3000 ms later'] });
  });

  it('stops where the conversation acts otherwise', () => {
    const rows = [
      ...CALL.slice(0, 9),
      [4.5, talks] as const,
      [5.2, final('mind')] as const,
      [5.3, cancelled(3, 'At')] as const,
      [9, disconnects('caller_left')] as const,
    ];
    const replay = withOther(loggedCall(rows), { interruptionMinWords: 3 });
    assert.deepInclude(replay.change, { kind: 'effects', number: 10 });
    assert.include(replay.change?.stored.join(), 'pauseOutput');
    assert.notInclude(replay.change?.now.join(), 'pauseOutput');
  });

  it('has nothing to say about the same settings, nor beyond the inputs that it is limited to', () => {
    const log = loggedCall(CALL);
    assert.isTrue(isIdentical(withOther(log, {})));
    assert.equal(replayInputs(log, { ...log.head.settings, idleMs: 5_000 }, 10).change, null);
  });

  it('has the events of the conversation', () => {
    const types = replayedEvents(loggedCall(CALL)).map(({ type }) => type);
    assert.includeMembers(types, ['connected', 'turn_ended', 'agent_speech_ended', 'ended']);
  });
});
