import type { Success } from './analysis-answer.ts';
import type { AnalysisStatus } from './call-analysis.ts';

/** The number of analyses with the same agent, status and success. */
export interface AnalysisTally {
  readonly agent_id: string;
  readonly status: AnalysisStatus;
  readonly success: Success | null;
  readonly calls: number;
}

/** How analysed calls turned out. */
export interface OutcomeCounts {
  readonly analysed: number;
  readonly pending: number;
  readonly failed: number;
  /** Of calls with a result, also while they are analysed again. */
  readonly success: Readonly<Record<Success, number>>;
  /** Percent of the calls judged `yes` or `no`, to one decimal. Null without such calls. */
  readonly success_rate: number | null;
}

/** The counts of all agents, and of those with most analyses. */
export interface CallOutcomes extends OutcomeCounts {
  readonly agents: readonly (OutcomeCounts & { readonly agent_id: string; readonly agent_name: string | null })[];
}

const AGENTS_LISTED = 10;

/** Counts the outcomes of an organisation's calls. `names` are those of its present agents. */
export function callOutcomes(tallies: readonly AnalysisTally[], names: ReadonlyMap<string, string>): CallOutcomes {
  const ids = [...new Set(tallies.map(({ agent_id }) => agent_id))];
  const agents = ids.map((agentId) => ({
    agent_id: agentId,
    agent_name: names.get(agentId) ?? null,
    ...countsOf(tallies.filter(({ agent_id }) => agent_id === agentId)),
  }));
  const ranked = agents.toSorted((a, b) => b.analysed - a.analysed || (a.agent_id < b.agent_id ? -1 : 1));
  return { ...countsOf(tallies), agents: ranked.slice(0, AGENTS_LISTED) };
}

function countsOf(tallies: readonly AnalysisTally[]): OutcomeCounts {
  const sum = (of: readonly AnalysisTally[]): number => of.reduce((total, { calls }) => total + calls, 0);
  const withStatus = (wanted: AnalysisStatus): number => sum(tallies.filter(({ status }) => status === wanted));
  const judged = (wanted: Success): number => sum(tallies.filter(({ success }) => success === wanted));
  const [yes, no] = [judged('yes'), judged('no')];
  return {
    analysed: withStatus('done'),
    pending: withStatus('pending'),
    failed: withStatus('failed'),
    success: { yes, no, unknown: judged('unknown') },
    success_rate: yes + no === 0 ? null : Math.round((yes / (yes + no)) * 1_000) / 10,
  };
}
