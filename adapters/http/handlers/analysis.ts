import type { AnalysisUseCases } from '../../../application/analysis/index.ts';
import type { CallAnalysis } from '../../../domain/calls/call-analysis.ts';
import { ok, type Handlers } from '../handler.ts';

/** Handlers of the tag `analysis`. */
export const analysisHandlers = (analysis: AnalysisUseCases) =>
  ({
    getCallAnalysis: async ({ principal, path }) => ok(shown(await analysis.read(principal, path('call_id')))),
    requestCallAnalysis: async ({ principal, path }) => ({
      status: 202,
      body: shown(await analysis.request(principal, path('call_id'))),
    }),
  }) satisfies Partial<Handlers>;

/** Without the fields that calls are listed by. */
const shown = ({ success: _success, call_created_at: _created, ...analysis }: CallAnalysis) => analysis;
