import { area } from '../area.ts';
import { readAnalysis, requestAnalysis } from './request-analysis.ts';

/** Use cases of the analysis of calls. */
export const analysisUseCases = area({
  read: readAnalysis,
  request: requestAnalysis,
});
export type AnalysisUseCases = ReturnType<typeof analysisUseCases>;
