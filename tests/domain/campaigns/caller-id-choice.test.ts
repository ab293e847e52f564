import { assert } from 'chai';
import fc from 'fast-check';
import {
  assignCallerIds,
  callerIdCapacity,
  chooseCallerId,
  type OwnNumbers,
} from '../../../domain/campaigns/caller-id-choice.ts';
import { callerIdPool, type CallerIdPoolInput } from '../../../domain/campaigns/caller-id-pool.ts';
import { NEW_CALLER_ID, type CallerIds } from '../../../domain/campaigns/caller-id-state.ts';
import { numberNearness } from '../../../domain/telephony/number-nearness.ts';
import type { NumberRest } from '../../../domain/telephony/number-rest.ts';
import { at } from './example.ts';

const [SAN_FRANCISCO, OAKLAND, NEW_YORK, BERLIN] = ['+14155550100', '+15105550100', '+12125550100', '+493055501000'];
const ALL = [SAN_FRANCISCO, OAKLAND, NEW_YORK, BERLIN];
const pool = (more: CallerIdPoolInput = {}) => callerIdPool({ numbers: ALL, ...more });
const own = (numbers: readonly string[] = ALL): OwnNumbers => new Map(numbers.map((number) => [number, null]));
const contact = (phone_number: string, from_number?: string) => ({ phone_number, ...(from_number && { from_number }) });
const rest = (until: number): NumberRest => ({
  ...{ since: at(0).toISOString(), until: at(until).toISOString(), campaign_id: 'c' },
  ...{ calls: 50, answered: 1, min_answer_rate: 0.1 },
});

/** Assigns numbers to contacts one after another, each in a permit of its own. */
function inTurn(count: number, more: CallerIdPoolInput, to = '+442055501234'): string[] {
  let callerIds: CallerIds = {};
  return Array.from({ length: count }, () => {
    const assigned = assignCallerIds(pool(more), callerIds, own(), [contact(to)], at(0));
    callerIds = assigned!.callerIds;
    return assigned!.numbers[0]!;
  });
}

describe('the caller ID of a dial', () => {
  const candidates = ALL.map((number, turn) => ({ number, turn }));
  for (const [what, called, local_presence, chosen] of [
    ['that of the contact’s area code', contact('+14155551234'), true, SAN_FRANCISCO],
    ['that of the contact’s country, where no area code is the same', contact('+491715551234'), true, BERLIN],
    ['another one of that area code', contact('+15105551234'), true, OAKLAND],
    ['the one whose last dial is longest ago, where none is nearer', contact('+442055501234'), true, SAN_FRANCISCO],
    ['the one whose last dial is longest ago, without local presence', contact('+491715551234'), false, SAN_FRANCISCO],
    ['that of the earlier attempt, whatever is nearer', contact('+14155551234', NEW_YORK), true, NEW_YORK],
    [
      'a near one, when that of the earlier attempt may not be used',
      contact('+14155551234', '+1'),
      true,
      SAN_FRANCISCO,
    ],
  ] as const)
    it(`is ${what}`, () => assert.equal(chooseCallerId({ local_presence }, candidates, called), chosen));

  it('is none when none may be used', () => {
    assert.isNull(chooseCallerId({ local_presence: true }, [], contact('+14155551234', NEW_YORK)));
    assert.isNull(assignCallerIds(pool(), {}, own([]), [contact('+14155551234')], at(0)));
  });

  it('rotates over all numbers that are equally near', () => {
    assert.deepEqual(inTurn(6, { local_presence: false }), [...ALL, SAN_FRANCISCO, OAKLAND]);
    assert.deepEqual(inTurn(4, { numbers: [NEW_YORK, OAKLAND] }, '+13035550100'), [
      NEW_YORK,
      OAKLAND,
      NEW_YORK,
      OAKLAND,
    ]);
  });

  it('is one for each contact of a permit, from different numbers where there is an interval', () => {
    const contacts = ['+14155551234', '+14155551235', '+14155551236'].map((to) => contact(to));
    const assigned = assignCallerIds(pool({ min_interval_seconds: 60 }), {}, own(), contacts, at(0));
    assert.sameMembers([...assigned!.numbers], [SAN_FRANCISCO, OAKLAND, NEW_YORK]);
    assert.deepEqual(assigned!.callerIds[SAN_FRANCISCO], { ...NEW_CALLER_ID, turn: 1, dialled_at: at(0).getTime() });
  });

  it('does not give a new number of a pool more than its share', () => {
    const used = {
      [OAKLAND]: { ...NEW_CALLER_ID, turn: 90, dials: 900 },
      [NEW_YORK]: { ...NEW_CALLER_ID, turn: 91, dials: 900 },
    };
    const numbers = [OAKLAND, NEW_YORK, BERLIN];
    const contacts = Array.from({ length: 6 }, () => contact('+442055501234'));
    const assigned = assignCallerIds(pool({ numbers, local_presence: false }), used, own(), contacts, at(0));
    assert.deepEqual(assigned!.numbers, [BERLIN, OAKLAND, NEW_YORK, BERLIN, OAKLAND, NEW_YORK]);
  });

  it('keeps the state of a hundred numbers: those of the pool, and others called from last', () => {
    const former = Array.from(
      { length: 150 },
      (_, turn) => [`+1${turn}`, { ...NEW_CALLER_ID, turn: turn + 1 }] as const,
    );
    const assigned = assignCallerIds(pool(), Object.fromEntries(former), own(), [contact('+14155551234')], at(0));
    const kept = Object.keys(assigned!.callerIds);
    assert.lengthOf(kept, 100);
    assert.includeMembers(kept, [SAN_FRANCISCO, '+1149', '+151']);
    assert.notIncludeMembers(kept, ['+150']);
  });
});

describe('the capacity of a caller ID pool', () => {
  const callerIds = (...seconds: readonly number[]): CallerIds =>
    Object.fromEntries(
      seconds.map((second, turn) => [
        ALL[turn]!,
        { ...NEW_CALLER_ID, turn: turn + 1, dialled_at: at(second).getTime() },
      ]),
    );

  it('has no limit without an interval, and with one a dial of each number that is free', () => {
    assert.deepEqual(callerIdCapacity(pool(), callerIds(0, 0), own(), at(0)), { dials: Infinity });
    const paced = pool({ min_interval_seconds: 60 });
    assert.deepEqual(callerIdCapacity(paced, callerIds(0, 1), own(), at(59)), { dials: 2 });
    assert.deepEqual(callerIdCapacity(paced, callerIds(0, 1), own(), at(60)), { dials: 3 });
  });

  it('is none until the first interval or rest is over', () => {
    const paced = pool({ min_interval_seconds: 60, min_answer_rate: 0.1, numbers: [SAN_FRANCISCO, OAKLAND] });
    assert.deepEqual(callerIdCapacity(paced, callerIds(0, 5), own(), at(6)), { waitMs: 54_000 });
    const resting = { ...callerIds(0, 5), [SAN_FRANCISCO]: { ...NEW_CALLER_ID, rest: rest(90) } };
    assert.deepEqual(callerIdCapacity(paced, resting, own(), at(6)), { waitMs: 59_000 });
    const known: OwnNumbers = new Map([
      [SAN_FRANCISCO, null],
      [OAKLAND, rest(80)],
    ]);
    assert.deepEqual(callerIdCapacity(paced, resting, known, at(6)), { waitMs: 74_000 });
    assert.deepEqual(callerIdCapacity(paced, resting, known, at(80)), { dials: 1 });
  });

  it('does not regard rests when numbers do not rest in this campaign', () => {
    const resting: OwnNumbers = new Map([[BERLIN, rest(90)]]);
    assert.deepEqual(callerIdCapacity(pool(), {}, resting, at(0)), { dials: Infinity });
  });

  it('waits for an event when the organisation has none of the numbers', () => {
    assert.deepEqual(callerIdCapacity(pool(), {}, own([]), at(0)), { waitMs: Infinity });
  });

  it('is not held up by a dial in the future, before which the clock was set back', () => {
    assert.deepEqual(
      callerIdCapacity(pool({ min_interval_seconds: 60, numbers: [SAN_FRANCISCO] }), callerIds(500), own(), at(0)),
      { dials: 1 },
    );
  });
});

/** A pool, what is known of its numbers, and contacts at growing times. */
const histories = fc.record({
  numbers: fc.uniqueArray(fc.constantFrom(...ALL, '+14085550100', '+14155550199'), { minLength: 1 }),
  lost: fc.array(fc.constantFrom(...ALL)),
  resting: fc.array(fc.tuple(fc.constantFrom(...ALL), fc.integer({ min: 0, max: 200 }))),
  local_presence: fc.boolean(),
  min_interval_seconds: fc.constantFrom(0, 0, 7, 60),
  dials: fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 30 }),
      to: fc.constantFrom('+14155551234', '+14085551234', '+12125551234', '+493055501234', '+442055501234'),
      from: fc.option(fc.constantFrom(...ALL), { nil: undefined }),
    }),
    { maxLength: 15 },
  ),
});

describe('caller IDs over time', () => {
  it('are usable, known to the contact if they can be, else nearest, and never sooner than the interval', () => {
    fc.assert(
      fc.property(histories, ({ dials, lost, resting, ...settings }) => {
        const wanted = pool({ ...settings, min_answer_rate: 0.1 });
        const rests = new Map(resting.map(([number, until]) => [number, rest(until)]));
        const numbers: OwnNumbers = new Map(
          wanted.numbers
            .filter((number) => !lost.includes(number))
            .map((number) => [number, rests.get(number) ?? null]),
        );
        let [callerIds, now]: [CallerIds, number] = [{}, 0];
        const last = new Map<string, number>();
        for (const { gap, to, from } of dials) {
          now += gap;
          const isFree = (number: string): boolean =>
            numbers.has(number) &&
            !((numbers.get(number)?.until ?? '') > at(now).toISOString()) &&
            now - (last.get(number) ?? -Infinity) >= wanted.min_interval_seconds;
          const free = wanted.numbers.filter(isFree);
          const capacity = callerIdCapacity(wanted, callerIds, numbers, at(now));
          const assigned = assignCallerIds(wanted, callerIds, numbers, [contact(to, from)], at(now));
          if (!assigned) {
            assert.isEmpty(free);
            assert.property(capacity, 'waitMs');
            continue;
          }
          const [number] = assigned.numbers;
          assert.include(free, number);
          assert.property(capacity, 'dials');
          const nearest = Math.max(...free.map((other) => numberNearness(other, to)));
          const longestAgo = Math.min(...free.map((other) => last.get(other) ?? -1));
          if (from !== undefined && free.includes(from)) assert.equal(number, from);
          else if (wanted.local_presence) assert.equal(numberNearness(number!, to), nearest);
          else assert.equal(last.get(number!) ?? -1, longestAgo);
          last.set(number!, now);
          callerIds = assigned.callerIds;
        }
      }),
    );
  });

  it('are there for as many contacts at once as the capacity says, and for no more', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 8 }), ({ dials, ...settings }, count) => {
        const wanted = pool({ numbers: settings.numbers, min_interval_seconds: settings.min_interval_seconds });
        const numbers = own(wanted.numbers);
        const before = assignCallerIds(
          wanted,
          {},
          numbers,
          dials.slice(0, 1).map(({ to }) => contact(to)),
          at(0),
        );
        const contacts = Array.from({ length: count }, () => contact('+442055501234'));
        const capacity = callerIdCapacity(wanted, before!.callerIds, numbers, at(1));
        const assigned = assignCallerIds(wanted, before!.callerIds, numbers, contacts, at(1));
        assert.equal(assigned !== null, 'dials' in capacity && capacity.dials >= count);
      }),
    );
  });
});
