import { stageActions, stagesOf } from '../../../application/runtime/stage-settings.ts';
import { parseStages } from '../../../domain/agents/agent-stages.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import { known } from '../agents/known-providers.ts';
import { callsAction, ConversationTable, connects, played, starts, type InputAt } from './conversation-table.ts';

const tool = (name: string) => ({ name, description: '', parameters: {} });

/** Settings of a conversation with these stages, as a configuration has them, and with the tools look_up, book and end_conversation. */
export function stagedSettings(
  stages: unknown,
  more: Partial<ConversationSettings> = {},
): Partial<ConversationSettings> {
  const parsed = parseStages(stages, known);
  const tools = [tool('look_up'), tool('book'), END_CONVERSATION];
  return {
    ...{ systemPrompt: 'Be kind.', tools },
    actions: {
      look_up: { hasSideEffects: false, waitingMessage: null },
      book: { hasSideEffects: true, waitingMessage: null },
      transfer_call: { hasSideEffects: true, waitingMessage: null },
      ...stageActions(parsed),
    },
    ...stagesOf(parsed, tools, { shop: 'Roma' }),
    ...more,
  };
}

/** A conversation with these stages whose greeting was played. */
export const staged = (stages: unknown, more: Partial<ConversationSettings> = {}): ConversationTable =>
  new ConversationTable(stagedSettings(stages, more)).after([0, connects], [0.5, starts(1)], [1, played(1, 'Hello.')]);

export const GUESTS = {
  name: 'guests',
  type: 'integer',
  description: 'How many.',
  minimum: 1,
  maximum: 12,
  attempts: 2,
};
export const TO_BOOKING = { to: 'booking', on: 'call', description: 'They want a table.' };
export const TO_STAFF = { to: 'desk', on: 'call', description: 'They want a person.' };

/** Two stages, of which the first leads to the second by a call. */
export const twoStages = (first: object = {}, second: object = {}) => [
  { id: 'welcome', instructions: 'Ask what they want at {{shop}}.', transitions: [TO_BOOKING], ...first },
  { id: 'booking', instructions: 'Book a table.', tools: ['book', 'end_conversation'], ...second },
];

export const changesTo = (generation: number, stage: unknown, id = 'c1'): InputAt =>
  callsAction(generation, id, 'change_stage', { stage });
export const sets = (generation: number, values: Record<string, unknown>, id = 'c2'): InputAt =>
  callsAction(generation, id, 'set_fields', values);
export const confirms = (generation: number, correct: unknown, id = 'c3'): InputAt =>
  callsAction(generation, id, 'confirm_fields', { correct });
