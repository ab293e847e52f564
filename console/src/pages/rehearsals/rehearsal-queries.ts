import { answered, api } from '../../api.ts';
import { unlessMissing } from '../../parts/unless-missing.ts';
import type { Conversation, ConversationSummary, Run, Suite } from './rehearsal.ts';

/** Conversations that one request answers. */
const AT_ONCE = 100;

export const readSuite = (suite_id: string): Promise<Suite> =>
  answered(api.GET('/api/v1/rehearsal-suites/{suite_id}', { params: { path: { suite_id } } }));

export const readRun = (run_id: string): Promise<Run> =>
  answered(api.GET('/api/v1/rehearsal-runs/{run_id}', { params: { path: { run_id } } }));

/** The conversations of a run: all of them, or while it is held the first ones. */
export async function readConversations(runId: string, isWhole: boolean): Promise<readonly ConversationSummary[]> {
  const all: ConversationSummary[] = [];
  for (;;) {
    const query = { limit: AT_ONCE, offset: all.length };
    const params = { path: { run_id: runId }, query };
    const page = await answered(api.GET('/api/v1/rehearsal-runs/{run_id}/conversations', { params }));
    all.push(...page.conversations);
    if (!isWhole || page.conversations.length === 0 || all.length >= page.total) return all;
  }
}

/** A conversation of a run. Null: it was not held. */
export const readConversation = (run_id: string, conversation_id: string): Promise<Conversation | null> =>
  answered(
    api.GET('/api/v1/rehearsal-runs/{run_id}/conversations/{conversation_id}', {
      params: { path: { run_id, conversation_id } },
    }),
  ).catch(unlessMissing);
