import type { AnalysisUseCases } from '../application/analysis/index.ts';
import type { ClaimWorker } from '../application/claim-worker.ts';
import type { AnalysisRunRepository } from '../application/ports/analysis-runs.ts';
import type { CallAnalysisRepository } from '../application/ports/call-analyses.ts';

/** The dependencies that analyse ended calls. */
export interface AnalysisDependencies {
  callAnalyses: CallAnalysisRepository;
  analysisRuns: AnalysisRunRepository;
  analysisWorker: ClaimWorker;
  analysisRunWorker: ClaimWorker;
  analysisUseCases: AnalysisUseCases;
}
