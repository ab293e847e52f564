import { area } from '../area.ts';
import { cancelAnalysisRun, listAnalysisRuns, readAnalysisRun, startAnalysisRun } from './manage-runs.ts';
import { readAnalysis, requestAnalysis } from './request-analysis.ts';

/** Use cases of the analysis of calls. */
export const analysisUseCases = area({
  read: readAnalysis,
  request: requestAnalysis,
  startRun: startAnalysisRun,
  readRun: readAnalysisRun,
  listRuns: listAnalysisRuns,
  cancelRun: cancelAnalysisRun,
});
export type AnalysisUseCases = ReturnType<typeof analysisUseCases>;
