import { invalid } from '../errors.ts';
import type { Success } from './analysis-answer.ts';
import type { CallAnalysis } from './call-analysis.ts';
import { parseCallFilter, type CallFilter } from './call-filter.ts';
import { isAnalysable } from './call-analysis.ts';
import type { CallLog } from './call-log.ts';
import type { AnalysisTally } from './outcome-counts.ts';

export type AnalysisRunState = 'running' | 'done' | 'canceled';

/** The analysis of many old calls, oldest first. */
export interface AnalysisRun {
  readonly run_id: string;
  readonly org_id: string;
  readonly state: AnalysisRunState;
  /** Only calls of this agent. Null: of all agents with an analysis section. */
  readonly agent_id: string | null;
  /** Only calls registered from then on. Null: from the first one. */
  readonly from: string | null;
  /** Only calls registered before. */
  readonly to: string;
  /** Whether calls with a result are analysed again. */
  readonly repeat: boolean;
  /** Only calls whose result has this. Null: all. */
  readonly success: Success | null;
  /** Most calls that are analysed. */
  readonly max_calls: number;
  readonly created_by: string;
  readonly created_at: string;
  /** When it was done or canceled. */
  readonly finished_at: string | null;
  /** Calls read so far, and those among them whose analysis was requested. */
  readonly calls_read: number;
  readonly calls_requested: number;
  /** Calls of the span when the run began. */
  readonly calls_total: number;
  /** Whether no further call will be requested. */
  readonly is_read: boolean;
  /** When the last call read was registered, and the calls read that were registered then. Null before the first. */
  readonly cursor: RunCursor | null;
}

export interface RunCursor {
  readonly at: string;
  readonly ids: readonly string[];
}

/** A request for a run. */
export interface NewAnalysisRun {
  readonly agent_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly repeat?: boolean;
  readonly success?: Success;
  readonly max_calls?: number;
}

/** Each call costs money. */
const CALLS_MAX = { standard: 1_000, most: 10_000 };

interface Facts {
  readonly run_id: string;
  readonly org_id: string;
  readonly created_by: string;
  readonly now: Date;
}

/** A run that has not read a call. Its number of calls is counted afterwards. */
export function newAnalysisRun(request: NewAnalysisRun, { now, ...facts }: Facts): AnalysisRun {
  const { success = null, max_calls: most = CALLS_MAX.standard } = request;
  if (!Number.isInteger(most) || most < 1 || most > CALLS_MAX.most)
    throw invalid(`max_calls must be a whole number from 1 to ${CALLS_MAX.most}`);
  return {
    ...facts,
    ...spanOf(request, now),
    ...{ state: 'running', agent_id: request.agent_id ?? null, success, max_calls: most },
    repeat: repeats(request),
    ...{ created_at: now.toISOString(), finished_at: null },
    ...{ calls_read: 0, calls_requested: 0, calls_total: 0, is_read: false, cursor: null },
  };
}

function spanOf(request: NewAnalysisRun, now: Date): Pick<AnalysisRun, 'from' | 'to'> {
  const { from = null, below: to = now.toISOString() } = parseCallFilter(request);
  if (from !== null && from >= to) throw invalid('from must be before to');
  return { from, to };
}

function repeats({ success, repeat }: NewAnalysisRun): boolean {
  if (success !== undefined && repeat === false)
    throw invalid('repeat must not be false with success: calls with a result are analysed again');
  return repeat ?? success !== undefined;
}

/** The calls that a run has still to read, with those registered at the time of the last one read. */
export const unreadCalls = ({ agent_id, from, to, cursor }: AnalysisRun): CallFilter => ({
  ...(agent_id !== null && { agent_id }),
  ...((cursor?.at ?? from) !== null && { from: cursor?.at ?? from ?? '' }),
  below: to,
});

/** Whether the run analyses a call. `analysis` is the one that the call has. */
export function isWanted(run: AnalysisRun, call: CallLog, analysis: CallAnalysis | null): boolean {
  if (!isAnalysable(call) || analysis?.status === 'pending' || analysis?.run_id === run.run_id) return false;
  if (run.success !== null) return analysis?.success === run.success;
  return run.repeat || !analysis?.result;
}

/** The position after this call. */
export const cursorAfter = (cursor: RunCursor | null, { call_id, created_at }: CallLog): RunCursor => ({
  at: created_at,
  ids: cursor?.at === created_at ? [...cursor.ids, call_id] : [call_id],
});

/** Changes when a run ends. It no longer names calls, which may be erased. */
export const runEnd = (state: 'done' | 'canceled', now: Date): Partial<AnalysisRun> => ({
  state,
  finished_at: now.toISOString(),
  cursor: null,
});

/** How far the requested analyses are. */
export interface RunProgress {
  readonly pending: number;
  readonly done: number;
  readonly failed: number;
}

export function runProgress(tallies: readonly AnalysisTally[]): RunProgress {
  const counted = (wanted: AnalysisTally['status']): number =>
    tallies.reduce((sum, { status, calls }) => (status === wanted ? sum + calls : sum), 0);
  return { pending: counted('pending'), done: counted('done'), failed: counted('failed') };
}

/** A run as its organisation sees it. */
export type AnalysisRunView = Omit<AnalysisRun, 'org_id' | 'is_read' | 'cursor'> & { readonly progress: RunProgress };

export const runView = (
  { org_id: _organisation, is_read: _read, cursor: _cursor, ...run }: AnalysisRun,
  tallies: readonly AnalysisTally[],
): AnalysisRunView => ({ ...run, progress: runProgress(tallies) });

/**
 * Analyses of a run that wait at the same time. Few, so that calls that have just ended do not wait long, and that
 * a canceled run stops soon.
 */
export const RUN_AHEAD = 20;

/** Time until a run is looked at again while its analyses are pending, in ms. */
export const RUN_PAUSE_MS = 1_000;
