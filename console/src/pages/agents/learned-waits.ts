import type { components } from '../../api.ts';
import type { EndpointingSettings } from './endpointing.ts';

/** What the API learned from an agent's calls. */
export type ProposedWaits = components['schemas']['ProposedWaits'];

/** Endpointing with the proposed waits in place of the present ones. Without a section, turns still end by the timer. */
export function withProposedWaits(
  endpointing: EndpointingSettings | undefined,
  { waits: proposed }: Pick<ProposedWaits, 'waits'>,
): EndpointingSettings {
  const before = endpointing ?? { mode: 'timer', max_wait_ms: 3_000, waits: [] };
  const kept = before.waits.filter(
    ({ language, look }) => !proposed.some((wait) => wait.language === language && wait.look === look),
  );
  return {
    ...before,
    waits: [...kept, ...proposed.map(({ language, look, wait_ms }) => ({ language, look, wait_ms }))],
  };
}
