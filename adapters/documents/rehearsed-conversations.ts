import type { RehearsedConversationRepository } from '../../application/ports/rehearsed-conversations.ts';
import type { RehearsedConversation } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

const IN_ORDER = { position: 'asc', side: 'asc' } as const;

/** Conversations of runs of suites as documents. */
export async function documentRehearsedConversations(store: DocumentStore): Promise<RehearsedConversationRepository> {
  const conversations = await store.open<RehearsedConversation>({
    name: 'rehearsed_conversations',
    indexes: [
      { name: 'by_id', fields: ['run_id', 'conversation_id'], unique: true },
      { name: 'by_position', fields: ['org_id', 'run_id', 'position', 'side'] },
    ],
  });
  return {
    add: (conversation) => falseOnUniqueViolation(conversations.insert(conversation), 'by_id'),
    find: (org_id, run_id, conversation_id) => conversations.findOne({ org_id, run_id, conversation_id }),
    async list(org_id, run_id, wanted, page) {
      const found: RehearsedConversation[] = [];
      // One by one: a page of long ones would delay what else the process does.
      for await (const each of conversations.each({ org_id, run_id, ...wanted }, { ...page, sort: IN_ORDER }))
        found.push(each);
      return found;
    },
    count: (org_id, run_id, wanted) => conversations.count({ org_id, run_id, ...wanted }),
    async addRecording(org_id, run_id, conversation_id, bytes) {
      const match = { org_id, run_id, conversation_id, has_recording: false };
      return (await conversations.change(match, { has_recording: true, stored_bytes: bytes })) !== null;
    },
    async removeRecordings(org_id, run_id) {
      const recorded: string[] = [];
      // One by one, as above.
      for await (const { conversation_id } of conversations.each({ org_id, run_id, has_recording: true }))
        recorded.push(conversation_id);
      await conversations.changeAll(
        recorded.map((conversation_id) => ({
          match: { org_id, run_id, conversation_id },
          changes: { has_recording: false, stored_bytes: 0 },
        })),
      );
    },
    removeAll: async (org_id, run_id) => void (await conversations.remove({ org_id, run_id })),
  };
}
