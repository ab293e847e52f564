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
  /** The conversation has a recording of this many bytes: false when it is absent or has one, also under a race. */
  addRecording(orgId: string, runId: string, conversationId: string, bytes: number): Promise<boolean>;
  /** The conversations of a run have no recordings any more. */
  removeRecordings(orgId: string, runId: string): Promise<void>;
  /** Removes all of a run. */
  removeAll(orgId: string, runId: string): Promise<void>;
}
