import type { AgentConfig } from './agent.ts';

/** An agent that calls can be handed over to, as the API answers it. */
export type HandoverTarget = NonNullable<AgentConfig['handover']>['targets'][number];

/** A new target, without a name. */
export const blankHandover = (): HandoverTarget => ({
  ...{ name: '', agent_id: '', description: '', context: 'all', fields: [], may_return: false },
});

/** The configuration with these targets: without the section when there are none. */
export const withHandover = (targets: readonly HandoverTarget[]): Pick<AgentConfig, 'handover'> =>
  ({ handover: targets.length === 0 ? undefined : { targets: [...targets] } }) as Pick<AgentConfig, 'handover'>;
