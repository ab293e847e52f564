import { ContainerModule } from 'inversify';
import { documentRehearsalRuns } from '../../adapters/documents/rehearsal-runs.ts';
import { documentRehearsalSuites } from '../../adapters/documents/rehearsal-suites.ts';
import { documentRehearsedConversations } from '../../adapters/documents/rehearsed-conversations.ts';
import { eventLoopQueue } from '../../adapters/lib/event-loop-queue.ts';
import { suiteThread } from '../../adapters/suite-reader/suite-thread.ts';
import { rehearsalParts } from '../../adapters/system/rehearsal-parts.ts';
import { fairSuiteReader } from '../../application/rehearsal/fair-suite-reader.ts';
import { abandonedRecordings, rehearsalRecordings } from '../../application/rehearsal/remove-recordings.ts';
import { rehearsalUseCases } from '../../application/rehearsal/index.ts';
import { rehearsalWorker } from '../../application/rehearsal/rehearsal-worker.ts';
import { organisationRehearsals } from '../../application/runtime/rehearsal/organisation-rehearsals.ts';
import { provide } from '../dependencies.ts';

/** Suites of simulated callers, which are held in the background. */
export const rehearsalsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('rehearsalSuites', ({ documents }) => documentRehearsalSuites(documents), 'documents');
    has('rehearsalRuns', ({ documents }) => documentRehearsalRuns(documents), 'documents');
    has('rehearsedConversations', ({ documents }) => documentRehearsedConversations(documents), 'documents');
    has(
      'rehearsalRecordings',
      rehearsalRecordings,
      ...(['rehearsalRuns', 'rehearsedConversations', 'objects', 'quotas'] as const),
    );
    has('abandonedUploads', abandonedRecordings, 'rehearsalRuns', 'objects');
    has('suiteReader', () => suiteThread());
    has('fairSuiteReader', fairSuiteReader, 'suiteReader');
    has(
      'rehearsalEngine',
      (ports) => organisationRehearsals({ ...ports, ...fairParts(ports) }),
      ...(['organisationModels', 'providers', 'argumentSchemas', 'prices', 'clock', 'log'] as const),
    );
    has(
      'rehearsalWorker',
      rehearsalWorker,
      ...(['rehearsalRuns', 'rehearsedConversations', 'rehearsalEngine', 'suiteReader', 'objects', 'quotas'] as const),
      ...(['prices', 'budgets', 'ids', 'clock', 'log'] as const),
    );
    has(
      'rehearsalUseCases',
      rehearsalUseCases,
      ...(['rehearsalSuites', 'rehearsalRuns', 'rehearsedConversations', 'rehearsalEngine'] as const),
      ...([
        'fairSuiteReader',
        'rehearsalWorker',
        'agents',
        'agentVersions',
        'agentDrafts',
        'objects',
        'quotas',
        'prices',
        'budgets',
      ] as const),
      ...(['ids', 'clock', 'log'] as const),
    );
  });

/** Virtual time waits for its turn among the requests of organisations. */
function fairParts({ clock }: { readonly clock: Parameters<typeof rehearsalParts>[0] }) {
  const { settled, ...parts } = rehearsalParts(clock);
  return {
    ...parts,
    async settled(): Promise<void> {
      await settled();
      await eventLoopQueue.next(fairParts);
    },
  };
}
