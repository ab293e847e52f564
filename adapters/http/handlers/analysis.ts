import type { AnalysisUseCases } from '../../../application/analysis/index.ts';
import { analysisView } from '../../../domain/calls/call-analysis.ts';
import { ok, type Handlers } from '../handler.ts';

/** Handlers of the tag `analysis`. */
export const analysisHandlers = (analysis: AnalysisUseCases) =>
  ({
    getCallAnalysis: async ({ principal, path }) => ok(analysisView(await analysis.read(principal, path('call_id')))),
    requestCallAnalysis: async ({ principal, path }) => ({
      status: 202,
      body: analysisView(await analysis.request(principal, path('call_id'))),
    }),
  }) satisfies Partial<Handlers>;
