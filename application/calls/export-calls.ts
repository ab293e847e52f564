import { permit, type Principal } from '../../domain/accounts/principal.ts';
import { argumentNames } from '../../domain/agents/tool-parameters.ts';
import type { CallAnalysis } from '../../domain/calls/call-analysis.ts';
import { exportHeader, exportLine, FIELD_COLUMNS_MAX } from '../../domain/calls/call-export.ts';
import {
  isWantedLog,
  parseAnalysisFilter,
  parseCallFilter,
  type CallQuery,
  type LogFilter,
} from '../../domain/calls/call-filter.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRepository } from '../ports/calls.ts';
import { batches } from '../batches.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

interface Ports extends MemberPorts {
  readonly calls: CallRepository;
  readonly callAnalyses: CallAnalysisRepository;
  readonly agents: Pick<AgentRepository, 'list'>;
}

/** Calls written at once. */
const BATCH = { size: 100 };

/**
 * Exports the wanted calls of an organisation of the principal as CSV, newest first: each with its outcome, and a column for
 * each field that the wanted agents extract at present. Reads calls as the text is consumed.
 */
export const exportCalls =
  ({ calls, callAnalyses, agents, ...members }: Ports) =>
  async (principal: Principal, orgId: string, query: CallQuery): Promise<AsyncIterable<string>> => {
    permit(principal, 'calls.listen');
    await requireMember(members, principal, 'calls.list', orgId);
    const analysed = parseAnalysisFilter(query);
    const wanted = parseCallFilter(query);
    const columns = await fieldNames(agents, orgId, wanted.agent_id);
    const rows = analysed
      ? rowsOfAnalyses(callAnalyses.each(orgId, analysed), wanted, (ids) => calls.findMany(orgId, ids))
      : rowsOfCalls(calls.each(orgId, wanted), (ids) => callAnalyses.findMany(orgId, ids));
    return lines(rows, columns);
  };

/** Names of the fields that these agents extract, in their order, without those above the maximum. */
async function fieldNames(agents: Ports['agents'], orgId: string, agentId: string | undefined): Promise<string[]> {
  const names = new Set<string>();
  for await (const { agent_id, config } of agents.list(orgId)) {
    if (agentId !== undefined && agent_id !== agentId) continue;
    for (const name of argumentNames(config.analysis?.fields ?? {})) names.add(name);
  }
  return [...names].slice(0, FIELD_COLUMNS_MAX);
}

type Row = readonly [call: CallLog, analysis: CallAnalysis | null];

async function* rowsOfCalls(
  calls: AsyncIterable<CallLog>,
  analysesOf: (ids: readonly string[]) => Promise<CallAnalysis[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches(calls, BATCH)) {
    const analyses = await analysesOf(batch.map(({ call_id }) => call_id));
    const known = new Map(analyses.map((analysis) => [analysis.call_id, analysis]));
    yield batch.map((call) => [call, known.get(call.call_id) ?? null]);
  }
}

async function* rowsOfAnalyses(
  analyses: AsyncIterable<CallAnalysis>,
  wanted: LogFilter,
  callsOf: (ids: readonly string[]) => Promise<CallLog[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches(analyses, BATCH)) {
    const calls = new Map((await callsOf(batch.map(({ call_id }) => call_id))).map((call) => [call.call_id, call]));
    yield batch.flatMap((analysis): Row[] => {
      const call = calls.get(analysis.call_id);
      return call && isWantedLog(call, wanted) ? [[call, analysis]] : [];
    });
  }
}

async function* lines(rows: AsyncIterable<readonly Row[]>, columns: readonly string[]): AsyncGenerator<string> {
  yield exportHeader(columns);
  for await (const batch of rows) yield batch.map(([call, analysis]) => exportLine(call, analysis, columns)).join('');
}
