import fc from 'fast-check';
import { stageActions, stagesOf } from '../../../application/runtime/stage-settings.ts';
import { known } from '../agents/known-providers.ts';
import { parseStages } from '../../../domain/agents/agent-stages.ts';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { Conversation, ConversationSettings } from '../../../domain/voice/state.ts';

/** What agents that ask for consent ask. */
export const CONSENT_QUESTION = 'May I record this?';

const limit = fc.record({
  maxMs: fc.constantFrom(8_000, 60_000),
  warning: fc.constantFrom(null, { message: 'Soon over.', beforeMs: 5_000 }, { message: '👋', beforeMs: 5_000 }),
  closingMessage: fc.constantFrom('', 'Farewell.', '👋'),
});

const unlimited = fc.record({
  language: fc.constant('en'),
  systemPrompt: fc.constantFrom('', 'Be kind.'),
  greeting: fc.constantFrom('Hello there, caller. Welcome!', ' '),
  interruptionMinWords: fc.constantFrom(0, 1, 3),
  ignoreUntilGreeted: fc.boolean(),
  idleMs: fc.constantFrom(0, 5_000),
  idlePrompt: fc.constantFrom(null, { message: 'Still there?', repeats: 2 }, { message: ' ', repeats: 1 }),
  closingMessage: fc.constantFrom('', 'Goodbye.', '👋'),
  hold: fc.constantFrom(null, { afterMs: 1_000, messages: ['One moment.'] }),
  tools: fc.constant([END_CONVERSATION]),
  endpointing: fc.record({
    mode: fc.constantFrom('timer', 'auto', 'vendor'),
    maxWaitMs: fc.constantFrom(500, 3_000),
    waits: fc.constantFrom([], [{ language: 'en', look: 'open', waitMs: 400 } as const]),
  }),
  actions: fc.constantFrom(
    {},
    {
      find: { hasSideEffects: false, waitingMessage: null },
      book: { hasSideEffects: true, waitingMessage: 'Just a moment.' },
    },
  ),
});

/** Ids of the stages of agents that have any, and one that no agent has. */
const STAGE_IDS: readonly string[] = ['a', 'b', 'c', 'd', 'nowhere'];

const call = (to: string, more: object = {}) => ({ to, on: 'call', description: 'Then.', ...more });

/** Stages with every kind of transition and action, some of them loops. */
const STAGES = parseStages(
  [
    {
      id: 'a',
      fields: [
        { name: 'guests', type: 'integer', description: 'How many.', minimum: 1, maximum: 9, attempts: 2 },
        { name: 'code', description: 'The code.', confirm: true },
      ],
      transitions: [
        ...[call('b'), { to: 'c', on: 'fields', when: [{ field: 'guests', at_least: 5 }] }],
        ...[
          { to: 'b', on: 'fields', when: [{ field: 'code' }] },
          { to: 'b', on: 'silence', seconds: 5 },
        ],
        { to: 'c', on: 'key', key: '1' },
      ],
      on_exit: [{ say: 'Leaving it.' }],
    },
    {
      ...{ id: 'b', context: 'summary' },
      transitions: [{ to: 'a', on: 'fields', when: [{ field: 'guests' }] }, call('a'), call('c')],
      on_enter: [{ say: 'Here I am.' }, { tool: 'find', arguments: { of: '{{guests}}' } }],
    },
    {
      ...{ id: 'c', context: 'fields' },
      tools: [],
      fields: [{ name: 'known', type: 'boolean', description: 'Whether known.', filled_by: 'tool' }],
      transitions: [
        call('a', { when: [{ field: 'known', is: true }] }),
        { to: 'a', on: 'silence', seconds: 5 },
        call('d'),
      ],
      on_enter: [{ tool: 'book' }],
    },
    { id: 'd', on_enter: [{ say: 'Farewell then.' }, { end: true }] },
  ],
  known,
);

/** The settings with these stages. */
const withStages = (settings: ConversationSettings): ConversationSettings => ({
  ...settings,
  ...stagesOf(STAGES, settings.tools, {}),
  actions: { ...settings.actions, ...stageActions(STAGES) },
});

/** Settings of a conversation, with and without tools, hold messages, idle prompts, a time limit and a question for consent. */
export const randomSettings: fc.Arbitrary<ConversationSettings> = fc
  .tuple(unlimited, fc.option(limit), fc.boolean(), fc.boolean())
  .map(([agent, most, asks, hasStages]) => {
    const settings: ConversationSettings = {
      ...{ ...agent, ...(most && { limit: most }) },
      ...(asks && { consent: { question: CONSENT_QUESTION, waitMs: 6_000 } }),
    };
    return hasStages ? withStages(settings) : settings;
  });

/** A call of a tool for stages, of an agent that has some. */
export function stageCall({ stage }: Conversation, pick: (below: number) => number) {
  if (stage === null || pick(2) === 0) return null;
  const calls = [
    { name: 'change_stage', arguments: { stage: STAGE_IDS[pick(STAGE_IDS.length)] } },
    { name: 'set_fields', arguments: { guests: pick(12), ...(pick(2) === 0 && { code: `X${pick(2)}` }) } },
    { name: 'confirm_fields', arguments: { correct: pick(2) === 0 } },
  ];
  return calls[pick(calls.length)];
}
