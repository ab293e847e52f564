import { area } from '../area.ts';
import {
  cancelRehearsalRun,
  deleteRehearsalRun,
  listRehearsalRuns,
  readRehearsalRun,
  startRehearsalRun,
} from './manage-rehearsal-runs.ts';
import {
  createRehearsalSuite,
  deleteRehearsalSuite,
  listRehearsalSuites,
  readRehearsalSuite,
  replaceRehearsalSuite,
} from './manage-rehearsal-suites.ts';
import { finishRehearsalRun, publishRehearsalConversation, publishRehearsalRun } from './publish-run.ts';
import { publishRehearsalRecording } from './publish-recording.ts';
import { listRehearsalConversations, openRehearsalRecording, readRehearsalConversation } from './read-conversations.ts';

/** Use cases of suites of simulated callers. */
export const rehearsalUseCases = area({
  listSuites: listRehearsalSuites,
  readSuite: readRehearsalSuite,
  createSuite: createRehearsalSuite,
  replaceSuite: replaceRehearsalSuite,
  deleteSuite: deleteRehearsalSuite,
  startRun: startRehearsalRun,
  readRun: readRehearsalRun,
  listRuns: listRehearsalRuns,
  cancelRun: cancelRehearsalRun,
  deleteRun: deleteRehearsalRun,
  listConversations: listRehearsalConversations,
  readConversation: readRehearsalConversation,
  openRecording: openRehearsalRecording,
  publishRun: publishRehearsalRun,
  publishConversation: publishRehearsalConversation,
  publishRecording: publishRehearsalRecording,
  finishRun: finishRehearsalRun,
});
export type RehearsalUseCases = ReturnType<typeof rehearsalUseCases>;
