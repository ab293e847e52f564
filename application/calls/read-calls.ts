import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

/** Finds one call of the active organisation. */
export const findCall =
  ({ calls }: { calls: CallRepository }) =>
  async (principal: Principal, callId: string): Promise<CallLog> => {
    const call = await calls.find(allow(principal, 'calls.read').org_id, callId);
    if (!call) throw missing('Call');
    return call;
  };

/** One page of calls with the total. */
export interface CallPage {
  readonly calls: readonly CallLog[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Lists one page of the calls of any organisation of the principal, newest first. */
export const listCalls =
  ({ calls, ...ports }: MemberPorts & { calls: CallRepository }) =>
  async (principal: Principal, orgId: string, page: { limit: number; offset: number }): Promise<CallPage> => {
    await requireMember(ports, principal, 'calls.list', orgId);
    const [found, total] = await Promise.all([calls.list(orgId, page), calls.count(orgId)]);
    return { calls: found, ...page, total };
  };
