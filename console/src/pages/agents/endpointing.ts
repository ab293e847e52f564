import type { AgentConfig } from './agent.ts';

/** How the end of the caller's turn is found, as it stands in the form. */
export type EndpointingSettings = NonNullable<AgentConfig['endpointing']>;
export type EndpointingWait = EndpointingSettings['waits'][number];

/** The part of a configuration with this section, or without it. */
export const withEndpointing = (endpointing: EndpointingSettings | undefined): Pick<AgentConfig, 'endpointing'> =>
  // JSON leaves out what is undefined.
  ({ endpointing }) as Pick<AgentConfig, 'endpointing'>;

/** The section with another wait at this position. */
export const withWait = (
  endpointing: EndpointingSettings,
  index: number,
  part: Partial<EndpointingWait>,
): EndpointingSettings => ({
  ...endpointing,
  waits: endpointing.waits.map((each, at) => (at === index ? { ...each, ...part } : each)),
});
