import { assert } from 'chai';
import * as fc from 'fast-check';
import { CUT_OFF_COST_MS, LEARNED_FROM_MIN, learnWaits } from '../../../domain/agents/learned-waits.ts';
import type { CallerPause } from '../../../domain/calls/call-metrics.ts';

const pause = (look: CallerPause['look'], pause_ms: number | null): CallerPause => ({
  ...{ language: 'en', look, endpointing_ms: 300, pause_ms },
});
const calls = (count: number, pauses: readonly CallerPause[]): readonly (readonly CallerPause[])[] =>
  Array.from({ length: count }, () => pauses);
const waitsOf = (...args: Parameters<typeof learnWaits>) =>
  learnWaits(...args).waits.map(({ look, wait_ms }) => [look, wait_ms]);

describe('learning of waits', () => {
  it('proposes longer waits where callers pause within numbers, and shows the effect on other calls', () => {
    const dictated = [pause('digits', 1_500), pause('digits', 1_450), pause('digits', null)];
    const { waits, effect, ...counts } = learnWaits(calls(30, dictated), undefined);
    assert.deepEqual(counts, { calls: 30, held_out_calls: 10 });
    assert.deepEqual(waits, [
      { language: 'en', look: 'digits', wait_ms: 1_200, current_ms: 900, ends: 20, pauses_within_turns: 40 },
    ]);
    assert.deepEqual(effect, {
      current: { pauses_within_turns: 20, cut_offs: 20, ends: 10, avg_wait_ms: 900 },
      proposed: { pauses_within_turns: 20, cut_offs: 0, ends: 10, avg_wait_ms: 1_200 },
    });
  });

  it('proposes shorter waits where words that look unfinished are the end', () => {
    assert.deepEqual(waitsOf(calls(30, [pause('incomplete', null), pause('incomplete', 500)]), undefined), [
      ['incomplete', 200],
    ]);
  });

  it('compares with the waits of the agent', () => {
    const endpointing = {
      ...({ mode: 'timer', max_wait_ms: 3_000 } as const),
      waits: [{ language: 'en', look: 'digits', wait_ms: 1_200 } as const],
    };
    assert.isEmpty(waitsOf(calls(30, [pause('digits', 1_500), pause('digits', null)]), endpointing));
  });

  it('proposes nothing for few pauses, for little gain, or for what other calls refute', () => {
    const few = calls(
      1,
      [...Array<CallerPause>(LEARNED_FROM_MIN - 1)].map(() => pause('digits', 1_500)),
    );
    assert.isEmpty(waitsOf(few, undefined));
    const rare = [...Array.from({ length: 20 }, () => pause('open', null)), pause('open', 400)];
    assert.isEmpty(waitsOf(calls(30, rare), undefined));
    const learned = Array.from({ length: 20 }, () => pause('open', 1_000));
    const refuting = Array.from({ length: 20 }, () => pause('open', null));
    assert.isEmpty(waitsOf([learned, learned, refuting], undefined));
  });

  it('costs no more on the calls that are held out', () => {
    const looks = fc.constantFrom<CallerPause['look']>('digits', 'open', 'incomplete');
    const anyPause = fc.record({
      ...{ language: fc.constantFrom('en', 'de'), look: looks, endpointing_ms: fc.constantFrom(300, 500) },
      pause_ms: fc.option(fc.integer({ min: 300, max: 4_000 })),
    });
    const anyCalls = fc.array(fc.array(anyPause, { maxLength: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(anyCalls, (pauses) => {
        const { current, proposed } = learnWaits(pauses, undefined).effect;
        const costOf = ({ cut_offs, ends, avg_wait_ms }: typeof current): number =>
          cut_offs * CUT_OFF_COST_MS + ends * avg_wait_ms;
        // The averages are rounded.
        assert.isAtMost(costOf(proposed), costOf(current) + current.ends);
      }),
    );
  });
});
