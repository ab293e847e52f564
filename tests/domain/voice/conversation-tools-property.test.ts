import { assert } from 'chai';
import fc from 'fast-check';
import type { ConversationInput, ConversationSettings } from '../../../domain/voice/state.ts';
import { EffectChecker } from './effect-checker.ts';

/** An input without its time. */
type InputBody = ConversationInput extends infer E ? (E extends ConversationInput ? Omit<E, 'at'> : never) : never;

const SCHEDULES = 10_000;

const AGENT: ConversationSettings = {
  language: 'en',
  systemPrompt: 'Be kind.',
  greeting: 'Hello.',
  interruptionMinWords: 0,
  ignoreUntilGreeted: false,
  idleMs: 8_000,
  idlePrompt: { message: 'Still there?', repeats: 2 },
  closingMessage: 'Goodbye.',
  hold: { afterMs: 1_000, messages: ['One moment.'] },
  tools: ['find', 'book'].map((name) => ({ name, description: '', parameters: {} })),
  actions: {
    find: { hasSideEffects: false, waitingMessage: null },
    book: { hasSideEffects: true, waitingMessage: 'Just a moment.' },
  },
};

/** What the caller may do next. */
function callerInputs({ steps, isHoldMessageScheduled }: EffectChecker, one: number): InputBody[] {
  const inputs: InputBody[] = [{ type: 'textReceived', text: `w${steps}` }, { type: 'connected' }];
  if (one % 40 === 0) inputs.push({ type: 'disconnected', reason: 'caller_left' });
  if (one % 7 === 0) inputs.push({ type: 'transcriptionFailed', message: 'down', retryable: true });
  if (isHoldMessageScheduled) inputs.push({ type: 'holdMessageDue', message: 'One moment.' });
  return inputs;
}

/** What the model may do next: it calls tools more often than a real one. */
function modelInputs({ steps, generation }: EffectChecker, one: number): InputBody[] {
  if (generation === null) return [];
  const call = { id: `c${steps}`, name: one % 3 === 0 ? 'find' : 'book', arguments: { of: one % 2 } };
  const calls: InputBody = { type: 'toolCalled', generation, call };
  const completes: InputBody = { type: 'generationCompleted', generation };
  const speaks: InputBody = { type: 'generationText', generation, text: `Of question${generation}. ` };
  const fails: InputBody = { type: 'generationFailed', generation, message: 'down' };
  return [calls, calls, calls, completes, completes, completes, speaks, ...(one % 5 === 0 ? [fails] : [])];
}

/** What the speech player may report next. */
function playerInputs({ live }: EffectChecker): InputBody[] {
  const [[speech, { started, ended, texts }] = [0, { started: false, ended: false, texts: [''] }]] = live;
  const starts: InputBody = { type: 'speechStarted', speech };
  const completes: InputBody = { type: 'speechCompleted', speech, playedText: texts.join(' ') };
  if (started && ended) return [completes, completes, completes];
  return speech > 0 && !started ? [starts, starts] : [];
}

/** What the tools may answer next, some of it twice. */
function toolInputs({ tools: { running, runs } }: EffectChecker, one: number): InputBody[] {
  const run = running[one % Math.max(1, running.length)] ?? [...runs.keys()].at(-1);
  if (run === undefined) return [];
  const answers: InputBody = { type: 'toolAnswered', run, content: `answer-${run}.`, outcome: 'ok' };
  return [answers, answers];
}

/** Spreads small numbers. */
const scramble = (fate: number): number => Math.imul(fate ^ (fate >>> 15) ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 4;

function advance(checker: EffectChecker, seed: number): void {
  const fate = scramble(seed);
  const later = checker.at + ([0, 0, 100, 100, 400, 400, 2_000, 9_000][fate % 8] ?? 0);
  if (checker.armed && checker.armed.due <= later)
    return checker.take({ type: 'timerElapsed', timer: checker.armed.timer, at: checker.armed.due });
  const one = Math.floor(fate / 8);
  const inputs = [
    ...[...callerInputs(checker, one), ...modelInputs(checker, one)],
    ...[...playerInputs(checker), ...toolInputs(checker, one)],
  ];
  checker.take({ ...inputs[Math.floor(one / 40) % inputs.length]!, at: later });
  for (const [speech, { texts, cancelled }] of checker.live)
    if (cancelled) checker.take({ type: 'speechCancelled', speech, playedText: texts[0] ?? '', at: later });
}

/** Plays random schedules. Answers how many calls with side effects were sent and answered. */
function play(open: () => EffectChecker): { sent: number; answered: number } {
  const totals = { sent: 0, answered: 0 };
  const fates = fc.array(fc.nat(), { minLength: 20, maxLength: 80, size: 'max' });
  const schedules = fc.property(fates, (moves) => {
    const checker = open();
    checker.take({ type: 'connected', at: 0 });
    for (const fate of moves) if (checker.state.phase !== 'ended') advance(checker, fate);
    const acted = [...checker.tools.runs.values()].filter(({ hasSideEffects }) => hasSideEffects);
    totals.sent += acted.length;
    totals.answered += acted.filter(({ answer }) => answer !== null).length;
  });
  fc.assert(schedules, { numRuns: SCHEDULES, endOnFailure: true });
  return totals;
}

describe('tool calls under random interruptions and failures', () => {
  it('sends a tool call with side effects once and loses no answer', function () {
    this.timeout(120_000);
    const { sent, answered } = play(() => new EffectChecker(AGENT));
    assert.isAbove(sent, SCHEDULES / 2);
    assert.isAbove(answered, SCHEDULES / 4);
  });

  it('finds tool calls that a policy without knowledge of side effects repeats', () => {
    const ignorant = { ...AGENT, actions: { book: { hasSideEffects: false, waitingMessage: null } } };
    assert.throws(() => play(() => new EffectChecker(ignorant, new Set(['book']))), /Property failed/);
  });

  it('finds the loss of a tool answer that never reaches the policy', () => {
    class LossyChecker extends EffectChecker {
      override take(event: ConversationInput): void {
        super.take(event.type === 'toolAnswered' && this.loses(event) ? { ...event, run: -1 } : event);
      }

      /** Every third answer. The call counts as answered. */
      private loses({ run, content }: ConversationInput & { type: 'toolAnswered' }): boolean {
        const sent = this.tools.runs.get(run);
        if (run % 3 !== 0 || !sent || sent.cancelled) return false;
        sent.answer = content;
        return true;
      }
    }
    assert.throws(() => play(() => new LossyChecker(AGENT)), /Property failed/);
  });
});
