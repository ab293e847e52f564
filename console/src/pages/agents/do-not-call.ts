import type { AgentConfig } from './agent.ts';

export type DoNotCall = NonNullable<AgentConfig['do_not_call']>;

/** The configuration with these ways to ask not to be called again: without the section when there is none. */
export const withDoNotCall = ({ tool, key = '' }: DoNotCall): Pick<AgentConfig, 'do_not_call'> =>
  ({
    do_not_call: !tool && key.trim() === '' ? undefined : { tool, ...(key.trim() !== '' && { key: key.trim() }) },
  }) as Pick<AgentConfig, 'do_not_call'>;
