import { callResponseOf, patchCall } from '../../domain/calls/call-patch.ts';
import { isLive, type CallLogStatus, type CallResponse } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CallLeases } from '../ports/call-leases.ts';
import type { CallOutcomeListener } from '../ports/call-outcome-listener.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import { changeCall } from './change-call.ts';

/** A runtime's report that a call is over. Without a disposition the one on the log counts. */
export interface StatusReport {
  readonly org_id: string;
  readonly call_id: string;
  readonly call_response?: string | null;
}

interface Ports {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly callOutcomeListener: CallOutcomeListener;
  readonly clock: Clock;
}

/** The final status by disposition. */
const STATUS_BY_DISPOSITION: Readonly<Record<CallResponse, CallLogStatus>> = {
  answered: 'completed',
  voicemail: 'completed',
  busy: 'busy',
  declined: 'busy',
  no_answer: 'no_answer',
  unreachable: 'failed',
  invalid_number: 'failed',
  failed: 'failed',
  canceled: 'canceled',
};

/** Records that a call is over and notifies the outcome listener. A call without a disposition stays live. */
export const reportStatus =
  ({ calls, leases, callOutcomeListener, clock }: Ports) =>
  async ({ org_id, call_id, call_response }: StatusReport): Promise<void> => {
    const seen = await calls.find(org_id, call_id);
    if (!seen) throw missing('Call');
    const reported = typeof call_response === 'string' ? callResponseOf(call_response) : seen.call_response;
    if (reported === null && isLive(seen.status)) return;
    const call = await changeCall(calls, org_id, call_id, (current) =>
      reported === null
        ? {}
        : patchCall(current, { call_response: reported, status: STATUS_BY_DISPOSITION[reported] }, clock.now()),
    );
    await leases.release(org_id, call_id);
    await callOutcomeListener.ended(call);
  };
