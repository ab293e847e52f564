import type { AgentConfig } from './agent.ts';

/** How a term is pronounced, as it stands in the form. */
export type Pronunciation = NonNullable<AgentConfig['speech']>['pronunciations'][number];

/** The part of a configuration that holds these entries. Without any, the agent is stored without the section. */
export const withPronunciations = (entries: readonly Pronunciation[]): Pick<AgentConfig, 'speech'> =>
  // JSON leaves out what is undefined.
  ({ speech: entries.length === 0 ? undefined : { pronunciations: [...entries] } }) as Pick<AgentConfig, 'speech'>;
