import type {
  ConversationDetail,
  RehearsalSideId,
  RehearsedConversation,
} from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';

/** A moment of a fixed day. */
export const momentAt = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

/** A queued run that was started at this second. */
export const rehearsalRun = (run_id: string, second = 0, changes: Partial<RehearsalRun> = {}): RehearsalRun => ({
  ...{ run_id, org_id: 'o1', suite_id: 's', suite_title: 'Tables', agent_id: 'desk', state: 'queued', origin: 'api' },
  ...{ level: 'text', runs: 1, seed: 1, only: [], cost_limit: null, comparison: null, conversations_total: 3 },
  ...{ conversations_done: 0, error: null, remarks: [], created_by: 'ada@example.com', created_at: momentAt(second) },
  ...{ sides: [{ side: 'a', title: 'Desk', version: 1, is_draft: false, summary: null }] },
  ...{ started_at: null, finished_at: null, ...changes },
});

/** A conversation of the run `r`. */
export const exampleConversation = (
  side: RehearsalSideId,
  position: number,
  changes: Partial<RehearsedConversation> = {},
): RehearsedConversation => ({
  ...{ org_id: 'o1', run_id: 'r', conversation_id: `${side}${position}`, side, position, title: 'a table' },
  ...{ persona: 'ada', run: 1, seed: 7, verdict: 'passed', problems: [], ended: 'agent_ended', stopped: null },
  ...{ length_ms: 9_000, turns: 3, latencies_ms: [900], amount: 1_500, unpriced: [], words_digest: 'w' },
  ...{ has_recording: false, stored_bytes: 0, ...changes },
});

/** What was said and done in it. */
export const EXAMPLE_DETAIL: ConversationDetail = {
  error: null,
  captions: [{ speaker: 'agent', text: 'For how many?', start_ms: 200, end_ms: 1_400 }],
  checks: [{ name: 'says many', ok: true, detail: '' }],
  judged: [],
  calls: null,
  stages: [],
  fields: null,
};

/** A run that is published. */
export const PUBLISHED_RUN = { level: 'text', runs: 1, seed: 1, sides: [{ title: 'Desk' }], conversations_total: 1 };

/** A conversation that is published. */
export const EMPTY_CONVERSATION = {
  ...{ title: 'a table', persona: null, run: 1, seed: 1, verdict: 'passed', ended: 'agent_ended', stopped: null },
  ...{ length_ms: 9_000, turns: 2, cost: '0.012', error: null, captions: [], checks: [], judged: [], calls: null },
  ...{ stages: [], fields: null, latencies_ms: [900] },
};
