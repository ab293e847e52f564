import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { awaitingReply, callsAction, completes, type ConversationTable } from './conversation-table.ts';

const tool = (name: string) => ({ name, description: '', parameters: {} });

/** An agent with a tool that reads and one that acts. */
export const TOOL_AGENT: Partial<ConversationSettings> = {
  tools: [tool('find_table'), tool('book_table'), tool('end_conversation')],
  actions: {
    find_table: { hasSideEffects: false, waitingMessage: null },
    book_table: { hasSideEffects: true, waitingMessage: 'Booking.' },
  },
};

/** Generation 2 called the tool: run 3. */
export const runningTool = (name: string, settings: Partial<ConversationSettings> = {}): ConversationTable =>
  awaitingReply({ ...TOOL_AGENT, ...settings }).after([3.5, callsAction(2, 'c1', name)], [3.6, completes(2)]);
