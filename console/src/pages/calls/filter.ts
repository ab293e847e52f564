import { isLive, type Call } from './call.ts';

export const SHOWN = ['all', 'live', 'answered', 'missed'] as const;

export const SUCCESSES = ['yes', 'no', 'unknown'] as const;

/** Which calls are wanted. An empty word stands for all of its kind. */
export interface CallFilter {
  readonly show: (typeof SHOWN)[number];
  readonly type: string;
  readonly agent: string;
  /** A version of the agent. The API filters by it. */
  readonly version: string;
  /** How calls were judged. The API filters by it. */
  readonly success: Success | '';
}

type Success = (typeof SUCCESSES)[number];

type Query = Readonly<Record<string, string | undefined>>;

/** The filter that an address asks for. */
export function readFilter({ show, type = '', agent = '', version = '', success }: Query): CallFilter {
  return {
    ...{ show: SHOWN.find((each) => each === show) ?? 'all', type, agent },
    version: agent !== '' && Number.isSafeInteger(Number(version)) && Number(version) > 0 ? version : '',
    success: SUCCESSES.find((each) => each === success) ?? '',
  };
}

/** The query of an address that asks for this filter, with its question mark. */
export function filterQuery({ show, type, agent, version, success }: CallFilter): string {
  const query = new URLSearchParams();
  if (show !== 'all') query.set('show', show);
  if (type !== '') query.set('type', type);
  if (agent !== '') query.set('agent', agent);
  if (agent !== '' && version !== '') query.set('version', version);
  if (success !== '') query.set('success', success);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Whether everything is wanted. */
export const isEverything = (filter: CallFilter): boolean => filterQuery(filter) === '';

/** Whether this call is wanted. */
export function isWanted({ show, type, agent, version }: CallFilter, call: Call): boolean {
  const isOf = (wanted: string, own: unknown): boolean => wanted === '' || String(own) === wanted;
  if (![isOf(type, call.call_type), isOf(agent, call.agent_id), isOf(version, call.agent_version)].every(Boolean))
    return false;
  if (show === 'all') return true;
  if (show === 'live' || isLive(call)) return show === 'live' && isLive(call);
  return (call.call_response === 'answered') === (show === 'answered');
}

/** The agents of these calls, by name. */
export function agentsOf(calls: readonly Call[]): readonly { readonly value: string; readonly label: string }[] {
  const names = new Map(calls.map(({ agent_id, agent_name }) => [agent_id, agent_name ?? agent_id]));
  return Array.from(names, ([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

/** The versions of an agent that these calls ran, the newest first. */
export const versionsOf = (calls: readonly Call[], agent: string): readonly number[] => {
  const own = calls.filter(({ agent_id }) => agent_id === agent);
  return [...new Set(own.flatMap(({ agent_version: version }) => version ?? []))].toSorted((a, b) => b - a);
};
