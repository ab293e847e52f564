import type { Filter } from '../../parts/filters.ts';
import type { Call } from './call.ts';

export const STANDINGS = ['live', 'answered', 'missed'] as const;
const TYPES = ['inbound', 'outbound', 'web'] as const;
const SUCCESSES = ['yes', 'no', 'unknown'] as const;

/** What calls are filtered by. Days are those of this browser's time zone; the last one is included. */
export const CALL_PARTS = {
  ...{ number: null, show: STANDINGS, type: TYPES, agent: null, version: null },
  ...{ success: SUCCESSES, from: null, until: null },
} as const;

export type CallFilter = Filter<typeof CALL_PARTS>;

/** Most characters of a number that the API takes. */
const NUMBER_MAX = 40;

/** What the API is asked for a part of a number. Nothing for a text with only what people write between digits. */
export function numberQuery(text: string): { readonly number?: string } {
  const number = text.replaceAll(/[\s().\-/]/g, '').slice(0, NUMBER_MAX);
  return number === '' ? {} : { number };
}

/** Whether the API looks through outcomes and logs to find these calls. */
export const isSearch = ({ success, number, show, type }: CallFilter): boolean =>
  success !== '' && [number, show, type].some((part) => part !== '');

/** What the API is asked for these calls. */
export const callsQuery = ({ number, show, type, agent, version, success, from, until }: CallFilter) => ({
  ...numberQuery(number),
  ...(show !== '' && { standing: show }),
  ...(type !== '' && { call_type: type }),
  ...(agent !== '' && { agent_id: agent }),
  ...(agent !== '' && isVersion(version) && { agent_version: Number(version) }),
  ...(success !== '' && { success }),
  ...momentOf('from', from, 0),
  ...momentOf('to', until, 1),
});

/** Whether this is the number of a version, as the API takes it. */
const isVersion = (text: string): boolean => Number.isSafeInteger(Number(text)) && Number(text) > 0;

/** The start of a day, or of a later one, as the API takes it. Nothing for other texts. */
function momentOf<Name extends string>(name: Name, day: string, later: number): { [N in Name]?: string } {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return {};
  start.setDate(start.getDate() + later);
  return { [name]: start.toISOString() } as { [N in Name]?: string };
}

interface NamedAgent {
  readonly agent_id: string;
  readonly name: string;
}

/** The agents to choose from by name: those that there are, those of these calls, and the chosen one. */
export function agentOptions(agents: readonly NamedAgent[], calls: readonly Call[], chosen: string) {
  const ofCalls = calls.map(({ agent_id, agent_name }) => [agent_id, agent_name ?? agent_id] as const);
  const known = agents.map(({ agent_id, name }) => [agent_id, name] as const);
  const names = new Map([...(chosen === '' ? [] : [[chosen, chosen] as const]), ...ofCalls, ...known]);
  return Array.from(names, ([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

/** Versions that are offered, of agents with more. */
const VERSIONS_MAX = 50;

/** The versions to choose from, the newest first, and the chosen one. */
export function versionOptions(latest: number, chosen: string) {
  const count = Math.min(latest, VERSIONS_MAX);
  const newest = Array.from({ length: count }, (_, at) => String(latest - at));
  const all = chosen === '' || newest.includes(chosen) ? newest : [...newest, chosen];
  return all.map((value) => ({ value, label: value }));
}
