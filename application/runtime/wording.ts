import type { Agent } from '../../domain/agents/agent.ts';
import { pronunciationsIn } from '../../domain/voice/pronunciation.ts';
import { substitutions } from '../../domain/voice/substitutions.ts';
import type { NormaliserCache } from './normaliser-cache.ts';

/** What the voices of a language say in other words than those written: the agent's terms, and everything. */
export function wordingOf({ normalisers }: { normalisers: NormaliserCache }, { config }: Pick<Agent, 'config'>) {
  const { pronunciations: entries = [], normalisation } = config.speech ?? {};
  const pronunciations = (language: string) => pronunciationsIn(entries, language);
  return {
    pronunciations,
    substitutions: (language: string) =>
      substitutions(pronunciations(language), normalisers.of(language), normalisation),
  };
}
