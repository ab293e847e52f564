import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { callCostReport, type CallCostReport } from '../../domain/costs/call-cost.ts';
import { missing, notYetAvailable } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CallCostRepository } from '../ports/costs.ts';

/** Reads what a call cost. It is known once its conversation has ended and was delivered. */
export const readCost =
  ({ calls, callCosts }: { calls: CallRepository; callCosts: CallCostRepository }) =>
  async (principal: Principal, callId: string): Promise<CallCostReport> => {
    const { org_id } = allow(principal, 'costs.read');
    const [first, ...others] = await callCosts.list(org_id, callId);
    if (first) return callCostReport(first, others);
    if (!(await calls.find(org_id, callId))) throw missing('Call');
    throw notYetAvailable('The cost of the call is not recorded: it is once its conversation has ended');
  };
