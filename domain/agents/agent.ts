import type { AgentConfigPayload } from './config.ts';

export type AgentStatus = 'active' | 'archived';
export type AgentCategory = 'telephony' | 'websocket';

/** What a telephony provider holds for an agent. */
export interface AgentTelephony {
  readonly provider: string;
  readonly application_id: string;
  readonly answer_url: string;
  readonly hangup_url?: string;
}

/** A configured voice agent of an organisation. */
export interface Agent {
  readonly agent_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly status: AgentStatus;
  readonly agent_category: AgentCategory;
  readonly created_by: string;
  readonly linked_phone_number: string | null;
  readonly telephony: AgentTelephony | null;
  readonly config: AgentConfigPayload;
  readonly created_at: string;
  readonly updated_at: string;
}
