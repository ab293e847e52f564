import type { AnalysisUseCases } from '../../../application/analysis/index.ts';
import { analysisView } from '../../../domain/calls/call-analysis.ts';
import type { NewAnalysisRun } from '../../../domain/calls/analysis-run.ts';
import { ok, type Body, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

/** Handlers of the tag `analysis`. */
export const analysisHandlers = (analysis: AnalysisUseCases) =>
  ({
    getCallAnalysis: async ({ principal, path }) => ok(analysisView(await analysis.read(principal, path('call_id')))),
    requestCallAnalysis: async ({ principal, path }) => ({
      status: 202,
      body: analysisView(await analysis.request(principal, path('call_id'))),
    }),
    startAnalysisRun: async ({ principal }, body: Body<NewAnalysisRun>) => ({
      status: 202,
      body: await analysis.startRun(principal, body),
    }),
    listAnalysisRuns: async ({ principal, query }) => ok(await analysis.listRuns(principal, pageOf(query))),
    getAnalysisRun: async ({ principal, path }) => ok(await analysis.readRun(principal, path('run_id'))),
    cancelAnalysisRun: async ({ principal, path }) => ok(await analysis.cancelRun(principal, path('run_id'))),
  }) satisfies Partial<Handlers>;
