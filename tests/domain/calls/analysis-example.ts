import type { CallAnalysis } from '../../../domain/calls/call-analysis.ts';

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
  requested_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  ...more,
});
