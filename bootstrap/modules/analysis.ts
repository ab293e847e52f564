import { ContainerModule } from 'inversify';
import { documentAnalysisRuns } from '../../adapters/documents/analysis-runs.ts';
import { documentCallAnalyses } from '../../adapters/documents/call-analyses.ts';
import { analysisUseCases } from '../../application/analysis/index.ts';
import { analysisRunWorker } from '../../application/analysis/analysis-run-worker.ts';
import { analysisWorker } from '../../application/analysis/analysis-worker.ts';
import { queueEndedCall } from '../../application/analysis/request-analysis.ts';
import { openOrganisationModels } from '../../application/credentials/organisation-models.ts';
import { provide } from '../dependencies.ts';

/** The analysis of ended calls. */
export const analysisModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('callAnalyses', ({ documents }) => documentCallAnalyses(documents), 'documents');
    has('organisationModels', openOrganisationModels, 'providers', 'providerAuths', 'vendors', 'cipher', 'log');
    has(
      'analysisWorker',
      analysisWorker,
      'callAnalyses',
      'calls',
      'callRecords',
      'costs',
      'callerSuppressor',
      'agents',
      'organisations',
      'objects',
      'organisationModels',
      'argumentSchemas',
      'eventRecorder',
      'ids',
      'clock',
      'log',
    );
    runs(has);
    has(
      'analysisUseCases',
      analysisUseCases,
      'analysisRuns',
      'callAnalyses',
      'calls',
      'callRecords',
      'agents',
      'analysisWorker',
      'analysisRunWorker',
      'quotas',
      'ids',
      'clock',
      'log',
    );
    listen(has);
  });

/** Analyses follow the ends of calls. */
function listen(has: ReturnType<typeof provide>): void {
  has(
    'callOutcomeListener',
    ({ campaignEngine, ...ports }) => {
      const queue = queueEndedCall(ports);
      return {
        async ended(call) {
          await campaignEngine.ended(call);
          await queue(call);
        },
        dialUnconfirmed: (call, certainty) => campaignEngine.dialUnconfirmed(call, certainty),
      };
    },
    'campaignEngine',
    'callAnalyses',
    'calls',
    'callRecords',
    'agents',
    'analysisWorker',
    'clock',
  );
}

/** The runs that analyse old calls. */
function runs(has: ReturnType<typeof provide>): void {
  has('analysisRuns', ({ documents }) => documentAnalysisRuns(documents), 'documents');
  has(
    'analysisRunWorker',
    analysisRunWorker,
    'analysisRuns',
    'callAnalyses',
    'calls',
    'callRecords',
    'agents',
    'analysisWorker',
    'ids',
    'clock',
    'log',
  );
}
