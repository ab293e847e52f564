import { assert } from 'chai';
import type { CallPatch } from '../../../domain/calls/call-log.ts';
import { reportedEnd } from '../../../domain/calls/reported-end.ts';
import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';

const START = '2026-03-02T09:00:00.000Z';
const NEVER_CONNECTED = 'The call was picked up but never connected to its agent';
const failed = { status: 'failed', call_response: 'failed' } as const;

describe('reportedEnd', () => {
  const table: readonly [string, string | null, Partial<CarrierReport>, CallPatch][] = [
    ['is the status and the disposition of the report', null, { status: 'busy', response: 'busy' }, busy()],
    ['has no disposition when the carrier reports none', null, {}, { status: 'completed' }],
    ['is answered for a connected call', START, {}, { status: 'completed', call_response: 'answered' }],
    ['keeps the disposition of a connected call', START, { response: 'voicemail', isAnswered: true }, voicemail()],
    ['is voicemail when a machine picked up', null, { response: 'voicemail', isAnswered: true }, voicemail()],
    [
      'is a failure when a person picked up',
      null,
      { response: 'answered' },
      { ...failed, error_message: NEVER_CONNECTED },
    ],
    ['is a failure when anyone picked up', null, { isAnswered: true }, { ...failed, error_message: NEVER_CONNECTED }],
    [
      'gives the cause of a failure to connect',
      null,
      { response: 'answered', isAnswered: true, cause: '4010 End Of XML Instructions' },
      { ...failed, error_message: `${NEVER_CONNECTED}: 4010 End Of XML Instructions` },
    ],
  ];
  for (const [promise, start_time_utc, changes, expected] of table)
    it(promise, () => {
      const report = { status: 'completed', response: null, isAnswered: false, cause: null, ...changes } as const;
      assert.deepEqual(reportedEnd({ start_time_utc }, report), expected);
    });
});

function busy(): CallPatch {
  return { status: 'busy', call_response: 'busy' };
}

function voicemail(): CallPatch {
  return { status: 'completed', call_response: 'voicemail' };
}
