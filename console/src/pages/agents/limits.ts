import type { AgentConfig } from './agent.ts';

/** Time limits of calls, as they stand in the form. */
export type Limits = NonNullable<AgentConfig['limits']>;

/**
 * The part of a configuration with these changes to its limits. Without any limit, the agent is stored without the
 * section; what means nothing without another field is left out with it.
 */
export function withLimits(
  before: Limits | undefined,
  changes: { readonly [Name in keyof Limits]?: Limits[Name] | null },
): Pick<AgentConfig, 'limits'> {
  const given = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null && value !== '');
  const limits = Object.fromEntries(given) as Limits;
  if (limits.warning === undefined) delete limits.warning_seconds_before;
  // JSON leaves out what is undefined.
  return { limits: Object.keys(limits).length === 0 ? undefined : limits } as Pick<AgentConfig, 'limits'>;
}
