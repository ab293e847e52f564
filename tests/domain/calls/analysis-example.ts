import type { AnalysisResult, CallAnalysis } from '../../../domain/calls/call-analysis.ts';

/** A pending analysis of call `c1`. */
export const callAnalysis = (more: Partial<CallAnalysis> = {}): CallAnalysis => ({
  call_id: 'c1',
  org_id: 'o1',
  agent_id: 'a1',
  status: 'pending',
  error_message: null,
  result: null,
  success: null,
  call_created_at: '2026-01-01T11:00:00.000Z',
  run_id: null,
  requested_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  ...more,
});

/** A result without parts. */
export const analysisResult = (more: Partial<AnalysisResult> = {}): AnalysisResult => ({
  ...{ provider: 'test_llm', model: 'm1', agent_updated_at: '2026-01-01T00:00:00.000Z', transcript_cut: false },
  ...{ usage: null, analysed_at: '2026-01-01T12:00:00.000Z' },
  ...more,
});
