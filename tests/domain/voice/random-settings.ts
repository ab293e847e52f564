import fc from 'fast-check';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { ConversationSettings } from '../../../domain/voice/state.ts';

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

/** Settings of a conversation, with and without tools, hold messages, idle prompts, a time limit and a question for consent. */
export const randomSettings: fc.Arbitrary<ConversationSettings> = fc
  .tuple(unlimited, fc.option(limit), fc.boolean())
  .map(([agent, most, asks]) => ({
    ...{ ...agent, ...(most && { limit: most }) },
    ...(asks && { consent: { question: CONSENT_QUESTION, waitMs: 6_000 } }),
  }));
