import type { AgentConfigPayload } from './config.ts';

/** A configuration of an agent that no call runs but those that try it. */
export interface AgentDraft {
  readonly org_id: string;
  readonly agent_id: string;
  readonly config: AgentConfigPayload;
  /** The version that was published when the draft was begun. */
  readonly base_version: number;
  /** Another one after each change, and never the same again. */
  readonly revision: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
}
