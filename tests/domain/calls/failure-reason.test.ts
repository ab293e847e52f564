import { assert } from 'chai';
import { failureReason } from '../../../domain/calls/failure-reason.ts';
import { reportedEnd } from '../../../domain/calls/reported-end.ts';
import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';

const NEVER = { start_time_utc: null };
const report = (changes: Partial<CarrierReport>): CarrierReport => ({
  ...{ status: 'failed', response: 'failed', isAnswered: false, cause: null },
  ...changes,
});

describe('the error message of a call that failed at its carrier', () => {
  it('says in words what the disposition means, then what the carrier wrote', () => {
    const messages = [
      report({ response: 'invalid_number', cause: '2000 Invalid Destination Address' }),
      report({ response: 'unreachable', cause: 'SIP 480' }),
      report({ cause: '0 Unknown' }),
      report({}),
    ].map((each) => reportedEnd(NEVER, each).error_message);
    assert.deepEqual(messages, [
      'The number does not exist or cannot be dialled: 2000 Invalid Destination Address',
      'The number could not be reached: SIP 480',
      'The carrier could not complete the call: 0 Unknown',
      'The carrier could not complete the call',
    ]);
  });

  it('does not repeat a carrier that only says that the call failed', () => {
    assert.equal(failureReason('failed', 'failed'), 'The carrier could not complete the call');
  });

  it('is absent for calls that were busy, declined, unanswered or canceled', () => {
    for (const [status, response] of [
      ['busy', 'busy'],
      ['busy', 'declined'],
      ['no_answer', 'no_answer'],
      ['canceled', 'canceled'],
    ] as const)
      assert.notProperty(reportedEnd(NEVER, report({ status, response, cause: 'SIP 486' })), 'error_message');
  });

  it('is the refusal alone if it says nothing about the number', () => {
    assert.equal(failureReason(null, 'Plivo refuses the stored credentials'), 'Plivo refuses the stored credentials');
    assert.equal(
      failureReason('invalid_number', 'Twilio refused the request with 400 (code 21211)'),
      'The number does not exist or cannot be dialled: Twilio refused the request with 400 (code 21211)',
    );
  });
});
