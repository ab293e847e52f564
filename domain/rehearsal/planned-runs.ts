import type { PlannedConversation, Suite } from './suite.ts';

/** A conversation that is to be held. */
export interface PlannedRun {
  readonly conversation: PlannedConversation;
  readonly persona: string | null;
  readonly run: number;
}

/** Each conversation whose title has one of these words, with each of its personas, as often as wanted. */
export const plannedRuns = ({ conversations }: Suite, runs: number, only: readonly string[]): PlannedRun[] =>
  conversations
    .filter(({ title }) => only.length === 0 || only.some((words) => title.includes(words)))
    .flatMap((conversation) => {
      const { persona = null, personas = [persona] } = conversation;
      return personas.flatMap((name) =>
        Array.from({ length: runs }, (_, at) => ({ conversation, persona: name, run: at + 1 })),
      );
    });
