import { allow, may, permit, type Principal } from '../../domain/accounts/principal.ts';
import {
  hasLogFilter,
  isWantedLog,
  parseAnalysisFilter,
  parseCallFilter,
  type AnalysisFilter,
  type CallQuery,
} from '../../domain/calls/call-filter.ts';
import type { CallAnalysis } from '../../domain/calls/call-analysis.ts';
import { withoutWords, type CallLog } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRepository } from '../ports/calls.ts';
import { batches } from '../batches.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

interface Ports {
  readonly calls: CallRepository;
  readonly callAnalyses: CallAnalysisRepository;
}

/** A call with what is known of its analysis. */
export interface ListedCall extends CallLog {
  /** Present once its analysis was requested. */
  readonly outcome?: Pick<CallAnalysis, 'status' | 'success'>;
}

/** Finds one call of the active organisation, with what was said in it for those who may listen. */
export const findCall =
  ({ calls, callAnalyses }: Ports) =>
  async (principal: Principal, callId: string): Promise<ListedCall> => {
    const { org_id } = allow(principal, 'calls.read');
    const call = await calls.find(org_id, callId);
    if (!call) throw missing('Call');
    const [found = call] = withOutcomes([call], await callAnalyses.findMany(org_id, [callId]));
    return may(principal, 'calls.listen') ? found : withoutWords(found);
  };

/** One page of calls with the total. */
export interface CallPage {
  readonly calls: readonly ListedCall[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

type Page = Pick<CallPage, 'limit' | 'offset'>;

/**
 * Lists one page of the wanted calls of any organisation of the principal, newest first, without what was answered in
 * them. Who may not read what was said
 * in calls may not look for it by a field either.
 */
export const listCalls =
  ({ calls, callAnalyses, ...members }: MemberPorts & Ports) =>
  async (principal: Principal, orgId: string, page: Page, query: CallQuery = {}): Promise<CallPage> => {
    if (query.field !== undefined) permit(principal, 'calls.listen');
    await requireMember(members, principal, 'calls.list', orgId);
    const [wanted, analysed] = [parseCallFilter(query), parseAnalysisFilter(query)];
    if (analysed) return { ...page, ...(await analysedCalls({ calls, callAnalyses }, orgId, page, analysed)) };
    const [found, total] = await Promise.all([calls.list(orgId, page, wanted), calls.count(orgId, wanted)]);
    const analyses = await callAnalyses.findMany(orgId, idsOf(found));
    return { calls: withOutcomes(found, analyses).map(withoutWords), ...page, total };
  };

/** Analyses that are read to find calls by their logs. */
const SEARCHED_MAX = 5_000;

/** A call that is erased at the same time is not listed. */
async function analysedCalls(
  { calls, callAnalyses }: Ports,
  orgId: string,
  page: Page,
  wanted: AnalysisFilter,
): Promise<Pick<CallPage, 'calls' | 'total'>> {
  const logsOf = async (analyses: readonly CallAnalysis[]): Promise<readonly CallLog[]> => {
    const found = new Map((await calls.findMany(orgId, idsOf(analyses))).map((call) => [call.call_id, call]));
    const ordered = analyses.flatMap(({ call_id }) => found.get(call_id) ?? []);
    return withOutcomes(ordered, analyses).map(withoutWords);
  };
  if (!hasLogFilter(wanted)) {
    const { analyses, total } = await callAnalyses.page(orgId, wanted, page);
    return { calls: await logsOf(analyses), total };
  }
  const found: CallLog[] = [];
  for await (const batch of batches(callAnalyses.each(orgId, wanted), { size: 100, most: SEARCHED_MAX }))
    for (const call of await logsOf(batch)) if (isWantedLog(call, wanted)) found.push(call);
  return { calls: found.slice(page.offset, page.offset + page.limit), total: found.length };
}

const idsOf = (items: readonly { readonly call_id: string }[]): string[] => items.map(({ call_id }) => call_id);

function withOutcomes(calls: readonly CallLog[], analyses: readonly CallAnalysis[]): ListedCall[] {
  const known = new Map(analyses.map(({ call_id, status, success }) => [call_id, { status, success }]));
  return calls.map((call) => {
    const outcome = known.get(call.call_id);
    return outcome ? { ...call, outcome } : call;
  });
}
