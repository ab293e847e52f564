import type { RehearsalUseCases } from '../../../application/rehearsal/index.ts';
import type { PublishedConversation, PublishedRehearsalRun } from '../../../application/rehearsal/publish-run.ts';
import { RECORDING_BYTES_BELOW } from '../../../domain/rehearsal/conversation-recording.ts';
import type { NewRehearsalRun } from '../../../domain/rehearsal/rehearsal-run.ts';
import type { NewRehearsalSuite } from '../../../domain/rehearsal/rehearsal-suite.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { artifactReply } from '../ranges.ts';

/** Handlers of the tag `rehearsals`. */
export const rehearsalHandlers = (rehearsals: RehearsalUseCases) =>
  ({
    listRehearsalSuites: async ({ principal, query }) => {
      const agentId = query('agent_id');
      const wanted = agentId === undefined ? {} : { agent_id: agentId };
      return ok(await rehearsals.listSuites(principal, wanted, pageOf(query)));
    },
    createRehearsalSuite: async ({ principal }, body: Body<NewRehearsalSuite>) =>
      created(await rehearsals.createSuite(principal, body)),
    getRehearsalSuite: async ({ principal, path }) => ok(await rehearsals.readSuite(principal, path('suite_id'))),
    replaceRehearsalSuite: async (
      { principal, path },
      body: Body<NewRehearsalSuite & { readonly expected_revision?: string }>,
    ) => ok(await rehearsals.replaceSuite(principal, path('suite_id'), body)),
    deleteRehearsalSuite: async ({ principal, path }) => {
      await rehearsals.deleteSuite(principal, path('suite_id'));
      return done('Rehearsal suite deleted');
    },
    listRehearsalRuns: async ({ principal, path, query }) =>
      ok(await rehearsals.listRuns(principal, path('suite_id'), pageOf(query))),
    startRehearsalRun: async ({ principal, path }, body: Body<NewRehearsalRun>) => ({
      status: 202,
      body: await rehearsals.startRun(principal, path('suite_id'), body),
    }),
    getRehearsalRun: async ({ principal, path }) => ok(await rehearsals.readRun(principal, path('run_id'))),
    deleteRehearsalRun: async ({ principal, path }) => {
      await rehearsals.deleteRun(principal, path('run_id'));
      return done('Rehearsal run deleted');
    },
    cancelRehearsalRun: async ({ principal, path }) => ok(await rehearsals.cancelRun(principal, path('run_id'))),
    listRehearsalConversations: async ({ principal, path, query }) => {
      const [side, verdict] = [query('side'), query('verdict')];
      const wanted = { ...(side !== undefined && { side }), ...(verdict !== undefined && { verdict }) };
      return ok(await rehearsals.listConversations(principal, path('run_id'), wanted, pageOf(query)));
    },
    getRehearsalConversation: async ({ principal, path }) =>
      ok(await rehearsals.readConversation(principal, path('run_id'), path('conversation_id'))),
    ...publishingHandlers(rehearsals),
    getRehearsalRecording: async ({ principal, path, range }) => {
      const recording = await rehearsals.openRecording(principal, path('run_id'), path('conversation_id'));
      return artifactReply(recording, 'audio/wav', range);
    },
  }) satisfies Partial<Handlers>;

/** Handlers of runs that were held elsewhere. */
const publishingHandlers = (rehearsals: RehearsalUseCases) =>
  ({
    publishRehearsalRun: async ({ principal, path }, body: Body<PublishedRehearsalRun>) =>
      created(await rehearsals.publishRun(principal, path('suite_id'), body)),
    publishRehearsalConversation: async ({ principal, path }, body: Body<PublishedConversation>) =>
      ok(await rehearsals.publishConversation(principal, path('run_id'), path('conversation_id'), body)),
    publishRehearsalRecording: ({ principal, path, file }) =>
      file(RECORDING_BYTES_BELOW, async (coming) =>
        ok(await rehearsals.publishRecording(principal, path('run_id'), path('conversation_id'), coming)),
      ),
    finishRehearsalRun: async ({ principal, path }, body: Body<{ remarks?: string[]; currency?: string }>) =>
      ok(await rehearsals.finishRun(principal, path('run_id'), body)),
  }) satisfies Partial<Handlers>;
