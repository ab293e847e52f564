/** What must be known of an agent to call it. */
export interface Callee {
  readonly org_id: string;
  readonly agent_id: string;
}

/** Where the runtime takes calls to an agent. */
export function socketUrl(runtimeUrl: string, { org_id, agent_id }: Callee): string {
  const path = `agent/${encodeURIComponent(org_id)}/${encodeURIComponent(agent_id)}`;
  return new URL(path, `${runtimeUrl.replace(/\/+$/u, '')}/`).href;
}
