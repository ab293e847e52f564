import { assert } from 'chai';
import * as fc from 'fast-check';
import {
  CALL_RESPONSES,
  CALL_STATUSES,
  isLive,
  webCall,
  type CallLog,
  type CallPatch,
} from '../../../domain/calls/call-log.ts';
import { patchCall } from '../../../domain/calls/call-patch.ts';
import { type StatusUpdate, advanceStatus } from '../../../domain/calls/status-progress.ts';

const START = '2026-03-02T09:00:00.000Z';
const NOW = new Date('2026-03-02T09:01:00.000Z');

const call = (changes: Partial<CallLog> = {}): CallLog => ({
  ...webCall({ call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Ada', custom_variables: {}, now: NOW }),
  ...changes,
});
const talking = call({ status: 'in_progress', start_time_utc: START });

/** The call after these reports in order. */
const after = (reports: readonly CallPatch[], from: CallLog = call()): CallLog =>
  reports.reduce((log, report) => ({ ...log, ...patchCall(log, report, NOW) }), from);

describe('advanceStatus', () => {
  const table: readonly [string, CallLog, StatusUpdate, StatusUpdate][] = [
    ['moves forward', call(), { status: 'ringing' }, { status: 'ringing' }],
    ['may skip statuses', call(), { status: 'completed' }, { status: 'completed' }],
    ['does not move back', talking, { status: 'ringing' }, {}],
    ['keeps the first end', call({ status: 'failed' }), { status: 'completed' }, {}],
    [
      'prefers a specific end to completed without evidence of a pickup',
      call({ status: 'completed' }),
      { status: 'busy', call_response: 'busy' },
      { status: 'busy', call_response: 'busy' },
    ],
    [
      'keeps completed for a connected call',
      call({ status: 'completed', start_time_utc: START }),
      { status: 'no_answer', call_response: 'no_answer' },
      {},
    ],
    [
      'keeps completed for an answered call',
      call({ status: 'completed', call_response: 'answered' }),
      { status: 'busy', call_response: 'busy' },
      {},
    ],
    [
      'keeps completed against an equally specific end',
      call({ status: 'completed' }),
      { status: 'failed', call_response: 'failed' },
      { call_response: 'failed' },
    ],
    [
      'completes a connected call whatever the carrier reports',
      talking,
      { status: 'canceled', call_response: 'canceled' },
      { status: 'completed' },
    ],
    ['lets an answered call fail', talking, { status: 'failed' }, { status: 'failed' }],
    [
      'lets a connected call fail with its disposition',
      talking,
      { status: 'failed', call_response: 'failed' },
      { status: 'failed', call_response: 'failed' },
    ],
    [
      'keeps the AMD result',
      { ...talking, call_response: 'voicemail' },
      { status: 'completed', call_response: 'answered' },
      { status: 'completed' },
    ],
    ['keeps answered', call({ call_response: 'answered' }), { call_response: 'voicemail' }, {}],
    [
      'replaces failed by a specific disposition',
      call({ status: 'failed', call_response: 'failed' }),
      { status: 'failed', call_response: 'unreachable' },
      { call_response: 'unreachable' },
    ],
    [
      'accepts late evidence of an answer',
      call({ status: 'failed', call_response: 'failed' }),
      { status: 'completed', call_response: 'answered' },
      { call_response: 'answered' },
    ],
    [
      'rejects answered after busy',
      call({ status: 'busy', call_response: 'busy' }),
      { status: 'completed', call_response: 'answered' },
      {},
    ],
    ['keeps the first of two equal dispositions', call({ call_response: 'busy' }), { call_response: 'no_answer' }, {}],
    ['changes nothing for an empty report', talking, {}, {}],
  ];
  for (const [promise, before, report, changes] of table)
    it(promise, () => assert.deepEqual(advanceStatus(before, report), changes));
});

const anyReport: fc.Arbitrary<CallPatch> = fc.record(
  { status: fc.constantFrom(...CALL_STATUSES), call_response: fc.constantFrom(...CALL_RESPONSES) },
  { requiredKeys: [] },
);
const anyReports = fc.array(anyReport, { maxLength: 12 });

describe('advanceStatus with any reports in any order', () => {
  const rank = ({ status }: CallLog): number => Math.min(CALL_STATUSES.indexOf(status), 3);

  it('does not move a call back or reopen it', () => {
    fc.assert(
      fc.property(anyReports, anyReport, (reports, next) => {
        const before = after(reports);
        const then = after([next], before);
        assert.isAtLeast(rank(then), rank(before));
        if (!isLive(before.status) && then.status !== before.status) {
          assert.equal(before.status, 'completed');
          assert.include(['busy', 'no_answer'], then.status);
        }
      }),
    );
  });

  it('keeps who picked up a call', () => {
    fc.assert(
      fc.property(anyReports, anyReports, (reports, more) => {
        const before = after(reports);
        const { call_response, start_time_utc } = before;
        const then = after(more, before);
        if (call_response === 'answered' || call_response === 'voicemail')
          assert.equal(then.call_response, call_response);
        assert.equal(then.start_time_utc, start_time_utc ?? then.start_time_utc);
      }),
    );
  });

  it('does not contradict itself about a pickup', () => {
    fc.assert(
      fc.property(anyReports, (reports) => {
        const { status, call_response, start_time_utc } = after(reports);
        if (!['busy', 'no_answer', 'canceled'].includes(status)) return;
        assert.notInclude(['answered', 'voicemail'], call_response);
        assert.isNull(start_time_utc);
      }),
    );
  });

  it('ignores a repeated report', () => {
    fc.assert(
      fc.property(anyReports, anyReport, (reports, report) => {
        const once = after([...reports, report]);
        const { updated_at } = after([report], once);
        assert.deepEqual(after([report], once), { ...once, updated_at });
      }),
    );
  });
});

describe('advanceStatus with consistent reports', () => {
  /** Reports per case, and the result once all have arrived. */
  const calls: Readonly<Record<string, readonly [readonly CallPatch[], Partial<CallLog>]>> = {
    'that was answered': [
      [{ status: 'ringing' }, { status: 'in_progress' }, { status: 'completed', call_response: 'answered' }],
      { status: 'completed', call_response: 'answered' },
    ],
    'reported as completed by its carrier and as answered elsewhere': [
      [{ status: 'in_progress' }, { status: 'completed' }, { status: 'completed', call_response: 'answered' }],
      { status: 'completed', call_response: 'answered' },
    ],
    'to a busy number': [
      [{ status: 'ringing' }, { status: 'completed' }, { status: 'busy', call_response: 'busy' }],
      { status: 'busy', call_response: 'busy' },
    ],
    'that was declined': [
      [{ status: 'ringing' }, { status: 'busy', call_response: 'declined' }, { status: 'completed' }],
      { status: 'busy', call_response: 'declined' },
    ],
    'that was not answered': [
      [{ status: 'ringing' }, { status: 'completed' }, { status: 'no_answer', call_response: 'no_answer' }],
      { status: 'no_answer', call_response: 'no_answer' },
    ],
    'that failed for a reason': [
      [
        { status: 'failed', call_response: 'failed' },
        { status: 'failed', call_response: 'invalid_number' },
      ],
      { status: 'failed', call_response: 'invalid_number' },
    ],
    'that a machine answered': [
      [
        { status: 'ringing' },
        { status: 'in_progress' },
        { call_response: 'voicemail' },
        { status: 'completed', call_response: 'voicemail' },
      ],
      { status: 'completed', call_response: 'voicemail' },
    ],
  };

  for (const [kind, [reports, end]] of Object.entries(calls))
    it(`reaches one result in any order with repetitions: a call ${kind}`, () => {
      const anyOrder = fc
        .tuple(
          fc.shuffledSubarray([...reports], { minLength: reports.length }),
          fc.array(fc.constantFrom(...reports), { maxLength: 8 }),
          fc.infiniteStream(fc.nat()),
        )
        .map(([all, again, places]) =>
          again.reduce<CallPatch[]>((order, report) => {
            const place = places.next().value % (order.length + 1);
            return order.toSpliced(place, 0, report);
          }, all),
        );
      fc.assert(fc.property(anyOrder, (order) => assert.include(after(order), end)));
    });
});
