import { assert } from 'chai';
import fc from 'fast-check';
import { loadContract } from '../../../adapters/http/contract.ts';
import { CALLER_ID_POOL_BOUNDS, callerIdPool } from '../../../domain/campaigns/caller-id-pool.ts';
import {
  callerIdReports,
  NEW_CALLER_ID,
  restsAt,
  withOutcomes,
  type CallerIds,
  type CallerIdState,
} from '../../../domain/campaigns/caller-id-state.ts';
import { mergeMetadata } from '../../../domain/campaigns/settings.ts';
import type { RunOutcome } from '../../../domain/campaigns/run-outcome.ts';
import { laterRest } from '../../../domain/telephony/number-rest.ts';
import { at } from './example.ts';

const NUMBER = '+14155550100';
const HOUR = 3_600;
const JUDGE = { min_answer_rate: 0.2, min_calls: 10, rest_hours: 24 };
const outcomesOf = (results: string): { number: string; outcome: RunOutcome }[] =>
  [...results].map((result) => ({ number: NUMBER, outcome: result === '1' ? 'answered' : 'no_answer' }));
const count = (
  callerIds: CallerIds,
  results: string,
  seconds = 0,
  judge: typeof JUDGE | undefined = JUDGE,
): CallerIds => withOutcomes(callerIds, outcomesOf(results), judge, { campaignId: 'c1', now: at(seconds) });
const stateOf = (callerIds: CallerIds): CallerIdState => callerIds[NUMBER]!;

describe('the calls from a number of a caller ID pool', () => {
  it('are counted, those that are answered by a person too', () => {
    assert.deepInclude(stateOf(count({}, '01101')), { dials: 5, answered: 3, recent: '01101' });
  });

  it('do not count when they say nothing about it', () => {
    for (const outcome of ['canceled', 'unknown', 'invalid_number', 'suppressed', 'no_consent'] as const)
      assert.deepEqual(withOutcomes({}, [{ number: NUMBER, outcome }], JUDGE, { campaignId: 'c1', now: at(0) }), {});
    for (const outcome of ['busy', 'declined', 'voicemail', 'unreachable', 'failed', 'no_answer'] as const) {
      const counted = withOutcomes({}, [{ number: NUMBER, outcome }], JUDGE, { campaignId: 'c1', now: at(0) });
      assert.deepInclude(stateOf(counted), { dials: 1, answered: 0 }, outcome);
    }
  });

  it('are judged once there are enough of them, and by the newest', () => {
    assert.isEmpty([...restsAt(count({}, '000000000'), at(0))]);
    assert.isEmpty([...restsAt(count({}, '1100000000'), at(0))]);
    const rests = restsAt(count({}, '11000000000'), at(0));
    assert.deepEqual(
      [...rests],
      [
        [
          NUMBER,
          {
            ...{ since: at(0).toISOString(), until: at(24 * HOUR).toISOString() },
            ...{ calls: 10, answered: 1, min_answer_rate: 0.2, campaign_id: 'c1' },
          },
        ],
      ],
    );
    assert.isEmpty([...restsAt(count({}, '11000000000'), at(24 * HOUR))]);
  });

  it('made before a rest and ended during it count, and cause no other rest', () => {
    const resting = count(count({}, '0000000000'), '0'.repeat(30), 60);
    assert.deepInclude(stateOf(resting), { dials: 40, recent: '' });
    assert.equal(stateOf(resting).rest?.since, at(0).toISOString());
    const after = count(resting, '000000000', 25 * HOUR);
    assert.isEmpty([...restsAt(after, at(25 * HOUR))]);
    assert.equal(stateOf(count(after, '0', 26 * HOUR)).rest?.since, at(26 * HOUR).toISOString());
  });

  it('are counted and not judged without a pool, or with one whose numbers do not rest', () => {
    const counted = count({}, '0'.repeat(20), 0, { ...JUDGE, min_answer_rate: null as never });
    assert.deepInclude(stateOf(counted), { dials: 20, recent: '0'.repeat(10) });
    assert.isEmpty([...restsAt(counted, at(0))]);
    assert.deepInclude(stateOf(withOutcomes({}, outcomesOf('00'), undefined, { campaignId: 'c1', now: at(0) })), {
      ...{ dials: 2, answered: 0, recent: '' },
    });
  });

  it('are counted alike in one step and in several, and a number rests as the newest calls since its last rest say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9 * HOUR })), { maxLength: 80 }),
        (calls) => {
          let [callerIds, now, recent, resting]: [CallerIds, number, boolean[], number] = [{}, 0, [], 0];
          for (const [isAnswered, gap] of calls) {
            now += gap;
            callerIds = count(callerIds, isAnswered ? '1' : '0', now);
            if (now >= resting) {
              recent = [...recent, isAnswered].slice(-10);
              if (recent.length === 10 && recent.filter(Boolean).length < 2) [recent, resting] = [[], now + 24 * HOUR];
            }
            assert.equal(restsAt(callerIds, at(now)).has(NUMBER), now < resting);
          }
          const answered = calls.filter(([isAnswered]) => isAnswered).length;
          if (calls.length > 0) assert.deepInclude(stateOf(callerIds), { dials: calls.length, answered });
          const results = calls.map(([isAnswered]) => (isAnswered ? '1' : '0'));
          const [whole, parts] = [count({}, results.join('')), results.reduce((all, each) => count(all, each), {})];
          assert.deepEqual(whole, parts);
        },
      ),
    );
  });
});

describe('the report of caller IDs', () => {
  const rest = stateOf(count({}, '0000000000')).rest!;
  const known = (resting: typeof rest | null = null) => new Map([[NUMBER, { isUsable: true, resting }]]);
  const pool = callerIdPool({ numbers: ['+12125550100', NUMBER], min_answer_rate: 0.2 });

  it('has the pool in its order, then numbers that were called from before', () => {
    const callerIds = {
      '+1999': { ...NEW_CALLER_ID, dials: 3, answered: 1 },
      '+1998': NEW_CALLER_ID,
      ...count({}, '01'),
    };
    const reports = callerIdReports(pool, callerIds, known(), at(0));
    assert.deepEqual(
      reports.map(({ phone_number, in_pool, is_usable, answer_rate }) => [
        phone_number,
        in_pool,
        is_usable,
        answer_rate,
      ]),
      [
        ['+12125550100', true, false, null],
        [NUMBER, true, true, 0.5],
        ['+1999', false, false, 0.333],
      ],
    );
    assert.isEmpty(callerIdReports(undefined, {}, new Map(), at(0)));
    const [former] = callerIdReports(undefined, count({}, '0000000000'), known(), at(0));
    assert.deepInclude(former, { phone_number: NUMBER, in_pool: false, dials: 10, resting: null });
  });

  it('says until when a number rests, the longer one of its own and another campaign’s', () => {
    const other = { ...rest, until: at(48 * HOUR).toISOString(), campaign_id: 'c2' };
    const callerIds = count({}, '0000000000');
    const restIn = (resting: typeof rest | null, seconds = 0) =>
      callerIdReports(pool, callerIds, known(resting), at(seconds))[1]!.resting;
    assert.deepEqual(restIn(null), rest);
    assert.deepEqual(restIn(other), other);
    assert.deepEqual(restIn(other, 30 * HOUR), other);
    assert.isNull(restIn(other, 48 * HOUR));
    assert.isNull(callerIdReports({ ...pool, min_answer_rate: null }, callerIds, known(other), at(0))[1]!.resting);
    assert.deepEqual(laterRest(undefined, rest), rest);
    assert.isNull(laterRest(null, undefined));
  });
});

describe('the settings of a caller ID pool', () => {
  const rules = { limit: 10, isZone: () => true };
  const numbers = [NUMBER];

  it('have defaults, are merged by field, and are removed by null', () => {
    const before = mergeMetadata({}, { caller_id_pool: { numbers, min_calls: 20 } }, rules);
    const pool = { numbers, local_presence: true, min_answer_rate: null, min_calls: 20 };
    assert.deepEqual(before.caller_id_pool, { ...pool, rest_hours: 24, min_interval_seconds: 0 });
    const after = mergeMetadata(before, { caller_id_pool: { local_presence: false, min_answer_rate: 0.1 } }, rules);
    assert.deepInclude(after.caller_id_pool, { numbers, local_presence: false, min_answer_rate: 0.1, min_calls: 20 });
    assert.deepEqual(mergeMetadata(after, {}, rules).caller_id_pool, after.caller_id_pool);
    assert.notProperty(mergeMetadata(after, { caller_id_pool: null }, rules), 'caller_id_pool');
    assert.throws(
      () => mergeMetadata({}, { caller_id_pool: { min_calls: 20 } }, rules),
      'caller_id_pool.numbers is required',
    );
  });

  it('have the same bounds in the contract', () => {
    const contract = JSON.stringify(loadContract('/api/v1'));
    const { numbers: list, ...others } = CALLER_ID_POOL_BOUNDS;
    assert.include(contract, `"numbers":{"type":"array","minItems":${list.minimum},"maxItems":${list.maximum},`);
    for (const [name, { minimum, maximum }] of Object.entries(others))
      assert.match(contract, new RegExp(`"${name}":\\{"type":[^{}]+,"minimum":${minimum},"maximum":${maximum},`), name);
  });
});
