import type { ClaimWorker } from '../application/claim-worker.ts';
import type { AbandonedUploads } from '../application/ports/abandoned-uploads.ts';
import type { RehearsalEngine } from '../application/ports/rehearsal-engine.ts';
import type { RehearsalRecordings } from '../application/ports/rehearsal-recordings.ts';
import type { RehearsalRunRepository } from '../application/ports/rehearsal-runs.ts';
import type { RehearsalSuiteRepository } from '../application/ports/rehearsal-suites.ts';
import type { RehearsedConversationRepository } from '../application/ports/rehearsed-conversations.ts';
import type { SuiteReader } from '../application/ports/suite-reader.ts';
import type { FairSuiteReader } from '../application/rehearsal/fair-suite-reader.ts';
import type { RehearsalUseCases } from '../application/rehearsal/index.ts';

/** The dependencies that hold suites of simulated callers. */
export interface RehearsalDependencies {
  rehearsalSuites: RehearsalSuiteRepository;
  rehearsalRuns: RehearsalRunRepository;
  rehearsedConversations: RehearsedConversationRepository;
  rehearsalRecordings: RehearsalRecordings;
  abandonedUploads: AbandonedUploads;
  rehearsalEngine: RehearsalEngine;
  rehearsalWorker: ClaimWorker;
  suiteReader: SuiteReader;
  fairSuiteReader: FairSuiteReader;
  rehearsalUseCases: RehearsalUseCases;
}
