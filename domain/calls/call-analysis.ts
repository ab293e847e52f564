import type { AnalysisAnswer, Success } from './analysis-answer.ts';
import { isLive, type CallLog } from './call-log.ts';

export type AnalysisStatus = 'pending' | 'done' | 'failed';

/** Tokens that a vendor reports. */
export interface AnalysisUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** What was found out about a call, and by what. */
export interface AnalysisResult extends AnalysisAnswer {
  readonly provider: string;
  readonly model: string | null;
  /** When the configuration was stored that asked for it. */
  readonly agent_updated_at: string;
  /** Whether the model read only the beginning and the end of the transcript. */
  readonly transcript_cut: boolean;
  /** Tokens of this result, invalid answers included. Null when the vendor does not report them. */
  readonly usage: AnalysisUsage | null;
  readonly analysed_at: string;
}

/** The analysis of a call: one per call. */
export interface CallAnalysis {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  /** As the log of the call has it. */
  readonly agent_version?: number | null;
  readonly agent_draft?: string;
  readonly status: AnalysisStatus;
  /** Why it failed, as a sentence for users. */
  readonly error_message: string | null;
  /** The last result. It stays while the call is analysed again. */
  readonly result: AnalysisResult | null;
  /** That of the result, where the call is listed by it. */
  readonly success: Success | null;
  /** When the call was registered. */
  readonly call_created_at: string;
  /** The run that requested it last. Null when no run did. */
  readonly run_id: string | null;
  readonly requested_at: string;
  readonly updated_at: string;
}

/** An analysis as the API shows it, without the fields that calls are listed by. */
export const analysisView = ({
  success: _success,
  call_created_at: _created,
  agent_draft: _draft,
  run_id: _run,
  ...analysis
}: CallAnalysis) => analysis;

/** Whether a call can be analysed: it has ended and its transcript is stored. */
export const isAnalysable = ({ status, transcript_url }: CallLog): boolean =>
  !isLive(status) && transcript_url !== null;

/** The analysis of a call that was not analysed before, requested by this run or by none. */
export const newAnalysis = (
  { call_id, org_id, agent_id, agent_version, agent_draft, created_at }: CallLog,
  now: Date,
  runId: string | null = null,
): CallAnalysis => ({
  ...{ call_id, org_id, agent_id, run_id: runId },
  ...(agent_version !== undefined && { agent_version }),
  ...(agent_draft !== undefined && { agent_draft }),
  status: 'pending',
  error_message: null,
  result: null,
  success: null,
  call_created_at: created_at,
  requested_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Changes when the call is to be analysed again, requested by this run or by none. */
export const toPending = (now: Date, runId: string | null = null): Partial<CallAnalysis> => ({
  run_id: runId,
  status: 'pending',
  error_message: null,
  requested_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Changes when the call was analysed. */
export const toDone = (result: AnalysisResult): Partial<CallAnalysis> => ({
  status: 'done',
  error_message: null,
  result,
  success: result.success ?? null,
  updated_at: result.analysed_at,
});

/** Changes when the analysis failed permanently. */
export const toFailed = (why: string, now: Date): Partial<CallAnalysis> => ({
  status: 'failed',
  error_message: why,
  updated_at: now.toISOString(),
});

/** Delays between attempts, in ms, for vendors to recover. */
const RETRY_DELAYS_MS: readonly number[] = [10_000, 60_000, 300_000];

/** Whether another attempt follows this many. Each costs money. */
export const mayAnalyseAgain = (attempts: number): boolean => attempts <= RETRY_DELAYS_MS.length;

/** Delay after this many attempts, in ms. */
export const analyseAgainAfterMs = (attempts: number): number => RETRY_DELAYS_MS[attempts - 1] ?? 0;

/** Analyses of an organisation in progress at the same time, in all processes. */
export const ANALYSES_AT_ONCE = 4;

/** Time for one attempt, in ms: opening the model, its answer, and a repeated one. */
export const ATTEMPT_MS = 120_000;
