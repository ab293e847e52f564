import type { RehearsedConversation } from '../../domain/rehearsal/rehearsed-conversation.ts';

/** Which conversations are wanted. */
export type ConversationFilter = Partial<Pick<RehearsedConversation, 'side' | 'verdict'>>;

/** For storing the conversations of runs of suites. */
export interface RehearsedConversationRepository {
  /** Stores a conversation, or returns false when the run has one of this id, also under a race. */
  add(conversation: RehearsedConversation): Promise<boolean>;
  find(orgId: string, runId: string, conversationId: string): Promise<RehearsedConversation | null>;
  /** One page of the wanted conversations, by position, side `a` before `b`. */
  list(
    orgId: string,
    runId: string,
    wanted: ConversationFilter,
    page?: { readonly limit: number; readonly offset: number },
  ): Promise<RehearsedConversation[]>;
  count(orgId: string, runId: string, wanted: ConversationFilter): Promise<number>;
  /** Replaces the given fields: the changed conversation, or null when it is absent. */
  change(
    orgId: string,
    runId: string,
    conversationId: string,
    changes: Partial<RehearsedConversation>,
  ): Promise<RehearsedConversation | null>;
  /** Removes all of a run. */
  removeAll(orgId: string, runId: string): Promise<void>;
}
