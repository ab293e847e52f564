import { known } from '../agents/known-providers.ts';
import { stageActions, stagesOf } from '../../../application/runtime/stage-settings.ts';
import { parseStages } from '../../../domain/agents/agent-stages.ts';
import { parseHandover } from '../../../domain/agents/handover.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { NextAgent as Next } from '../../../domain/voice/handover-state.ts';
import { HAND_OVER, handoverTool } from '../../../domain/voice/handover-tool.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';
import {
  callsAction,
  completes,
  ConversationTable,
  connects,
  played,
  starts,
  types,
  type InputAt,
} from './conversation-table.ts';

type NextAgent = Next<ConversationSettings>;

const AGENT = { version: 1 };

const tool = (name: string) => ({ name, description: '', parameters: {} });

/** Settings of an agent that can hand over to `billing` and `sales`, which says words before. */
export function handingOver(name: string, more: Partial<ConversationSettings> = {}, stages: unknown = []) {
  const handover = parseHandover({
    targets: [
      { name: 'billing', agent_id: 'b', description: 'Invoices.' },
      { name: 'sales', agent_id: 's', description: 'Orders.', say: 'One moment.' },
    ],
  })!;
  const parsed = parseStages(stages, known);
  const tools = [tool('look_up'), tool('book'), handoverTool(handover), END_CONVERSATION];
  const settings: ConversationSettings = {
    ...{ language: 'en', systemPrompt: `You are ${name}.`, greeting: 'Hello.', interruptionMinWords: 0 },
    ...{ ignoreUntilGreeted: false, idleMs: 0, idlePrompt: null, closingMessage: '', hold: null },
    tools,
    actions: {
      look_up: { hasSideEffects: false, waitingMessage: null },
      book: { hasSideEffects: true, waitingMessage: null },
      [HAND_OVER]: { hasSideEffects: false, waitingMessage: '', announcements: { sales: 'One moment.' } },
      ...stageActions(parsed),
    },
    ...stagesOf(parsed, tools, {}),
    agent: { agent_id: name, name, ...AGENT },
    ...more,
  };
  return settings;
}

/** A conversation of the agent `reception` whose greeting was played. */
export const atReception = (more: Partial<ConversationSettings> = {}, stages: unknown = []): ConversationTable =>
  new ConversationTable(handingOver('reception', more, stages)).after(
    ...([
      [0, connects],
      [0.5, starts(1)],
      [1, played(1, 'Hello.')],
    ] as const),
  );

/** The agent `billing`, ready to take over. */
export const billing = (more: Partial<NextAgent> = {}, settings: Partial<ConversationSettings> = {}): NextAgent => ({
  target: 'billing',
  agent: { agent_id: 'b', name: 'billing', version: 4 },
  settings: handingOver('billing', settings),
  context: 'all',
  ...more,
});

/** The other agent is there. */
export const isFound = (run: number): InputAt => {
  return (at) => ({ type: 'agentFound', run, at });
};

/** An agent is ready to take over. */
export const isReady = (run: number, next: NextAgent): InputAt => {
  return (at) => ({ type: 'agentReady', run, next, at });
};

export const handsOver = (generation: number, target = 'billing', id = 'h1'): InputAt =>
  callsAction(generation, id, HAND_OVER, { target });

/** Reception is to help with an invoice and hands over without words, by the run 3. */
export const requested = (table = atReception()): ConversationTable =>
  table.after([2, types('My invoice')], [2.5, handsOver(2)], [2.6, completes(2)]);

/** Reception announces a handover to the sales by the speech 4, and the other agent is not ready yet. */
export const atAnnouncement = (): ConversationTable =>
  atReception()
    .after([2, types('A pizza')], [2.5, handsOver(2, 'sales')], [2.6, completes(2)])
    .after([2.65, isFound(3)], [2.7, starts(4)]);
