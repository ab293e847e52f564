import { assert } from 'chai';
import fc from 'fast-check';
import type { ConversationInput } from '../../../domain/voice/state.ts';
import { EffectChecker } from './effect-checker.ts';
import { advance, TOOL_AGENT, type InputBody } from './tool-schedules.ts';

const SCHEDULES = 10_000;

/** What the tools may answer next, some of it twice. */
function toolInputs({ tools: { running, runs } }: EffectChecker, one: number): InputBody[] {
  const run = running[one % Math.max(1, running.length)] ?? [...runs.keys()].at(-1);
  if (run === undefined) return [];
  const outcome = one % 3 === 0 ? 'failed' : 'ok';
  const answers: InputBody = { type: 'toolAnswered', run, content: `answer-${run}.`, outcome };
  return [answers, answers];
}

/** Plays random schedules. Answers how many there were, and how many calls with side effects were sent and answered. */
function play(open: () => EffectChecker): { schedules: number; sent: number; answered: number } {
  const totals = { schedules: 0, sent: 0, answered: 0 };
  const fates = fc.array(fc.nat(), { minLength: 20, maxLength: 80, size: 'max' });
  const schedules = fc.property(fates, (moves) => {
    const checker = open();
    checker.take({ type: 'connected', at: 0 });
    for (const fate of moves) if (checker.state.phase !== 'ended') advance(checker, fate, toolInputs);
    const acted = [...checker.tools.runs.values()].filter(({ hasSideEffects }) => hasSideEffects);
    totals.schedules += 1;
    totals.sent += acted.length;
    totals.answered += acted.filter(({ answer }) => answer !== null).length;
  });
  fc.assert(schedules, { numRuns: SCHEDULES, endOnFailure: true });
  return totals;
}

describe('tool calls under random interruptions and failures', () => {
  it('sends a tool call with side effects once and loses no answer', function () {
    this.timeout(600_000);
    const { schedules, sent, answered } = play(() => new EffectChecker(TOOL_AGENT));
    assert.isAbove(sent, schedules / 2);
    assert.isAbove(answered, schedules / 4);
  });

  it('finds tool calls that a policy without knowledge of side effects repeats', () => {
    const ignorant = { ...TOOL_AGENT, actions: { book: { hasSideEffects: false, waitingMessage: null } } };
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
    assert.throws(() => play(() => new LossyChecker(TOOL_AGENT)), /Property failed/);
  });
});
