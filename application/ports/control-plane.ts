import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';

/**
 * What the runtime asks of the API, one organisation at a time. A refusal of the API is a DomainError with its text;
 * no answer at all is `unavailable`. Every wait is bounded.
 */
export interface ControlPlane {
  /** The agent, or null when the organisation or the agent does not exist. */
  agent(orgId: string, agentId: string): Promise<Agent | null>;
  /** The decrypted secrets stored for a provider, or null when there are none. */
  credentials(orgId: string, provider: string): Promise<Readonly<Record<string, unknown>> | null>;
  call(orgId: string, callId: string): Promise<CallLog | null>;
  /** Registers a web call and answers its id. Over the organisation's ceiling: `limited`. */
  registerWebCall(orgId: string, agentId: string): Promise<{ call_id: string }>;
  updateCall(orgId: string, callId: string, patch: CallPatch): Promise<void>;
  /** Stores the metrics; a second write for the same call changes nothing. */
  putMetrics(orgId: string, callId: string, metrics: CallMetricsBody): Promise<void>;
}
