import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentDraft } from '../../domain/agents/agent-draft.ts';
import type { AgentVersion } from '../../domain/agents/agent-version.ts';
import type { CallLog, CallPatch, RanAgent } from '../../domain/calls/call-log.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import type { CallbackResult, WantedCallback } from '../../domain/voice/callback-tool.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';

/** A provider's decrypted credentials for the runtime. */
export interface StoredCredentials {
  /** The decrypted secrets. */
  readonly auth: Readonly<Record<string, unknown>>;
  /** Hosts allowed by an admin, besides the vendor's own. */
  readonly allowed_hosts: readonly string[];
}

/**
 * For calling the API from the runtime, for one organisation at a time. A refusal is a DomainError with the API's
 * message; a missing answer is `unavailable`. Every wait is bounded.
 */
export interface ControlPlane {
  /** The agent, or null when the organisation or the agent does not exist. */
  agent(orgId: string, agentId: string): Promise<Agent | null>;
  /** The draft of an agent, or null. */
  agentDraft(orgId: string, agentId: string): Promise<Pick<AgentDraft, 'config' | 'revision'> | null>;
  /** A version of an agent, or null. */
  agentVersion(orgId: string, agentId: string, version: number): Promise<Pick<AgentVersion, 'config'> | null>;
  /** A provider's stored credentials, or null. */
  credentials(orgId: string, provider: string): Promise<StoredCredentials | null>;
  /** A tool secret in clear, or null. */
  toolSecret(orgId: string, name: string): Promise<NewToolSecret | null>;
  call(orgId: string, callId: string): Promise<CallLog | null>;
  /**
   * Registers a web call and returns its id. Over the organisation's concurrency limit, the share of anonymous calls, or
   * the calls of a network without a ticket: `limited`. A null network is not limited.
   */
  registerWebCall(
    orgId: string,
    agentId: string,
    about: { readonly isAnonymous: boolean; readonly network: string | null },
  ): Promise<{ call_id: string }>;
  /**
   * Registers an inbound call once: the same sid returns the same call. `created` is true for the first request alone,
   * and absent at an API of an earlier version. Over the organisation's concurrency limit, or the share of unsigned
   * calls: `limited`.
   */
  registerInboundCall(
    orgId: string,
    call: {
      readonly agent_id: string;
      readonly provider_call_sid: string;
      readonly from_number: string;
      readonly to_number: string;
      /** Whether the carrier left the webhook unsigned. */
      readonly unsigned: boolean;
    },
  ): Promise<{ call_id: string; created?: boolean }>;
  /**
   * Claims a call for this owner and sets it to `in_progress`. `ran` names the version or draft of the agent that the owner
   * runs. False when another owner has the call or it is over. `limited` when its slot expired and no other is free.
   */
  claimCall(orgId: string, callId: string, owner: string, ran: RanAgent): Promise<boolean>;
  /** Renews this owner's calls and returns the ids of those that are over or have another owner. */
  renewCalls(owner: string, calls: readonly { readonly org_id: string; readonly call_id: string }[]): Promise<string[]>;
  /** Counts telephone calls registered until this time that are not claimed yet: they may be answered at any time. */
  countRinging(registeredUntil: string): Promise<number>;
  /** Reports that a call's runtime died and when it last wrote: the API ends the call. */
  reportLostCall(orgId: string, callId: string, renewedAt: string): Promise<void>;
  /** Updates the call's log and returns it. */
  updateCall(orgId: string, callId: string, patch: CallPatch): Promise<CallLog>;
  /** Schedules a callback of the call, or moves the one that waits. Answers the agreed time, or why there is none. */
  scheduleCallback(orgId: string, callId: string, wanted: WantedCallback): Promise<NonNullable<CallbackResult>>;
  /** Updates the call with this carrier call id. */
  updateCallBySid(orgId: string, sid: string, patch: CallPatch): Promise<CallLog>;
  /** Reports that a call is over, with the disposition on its log. */
  reportCallStatus(orgId: string, callId: string): Promise<void>;
  /**
   * The chunks of these documents that answer a question best, the best first; none when none is close. Aborting the
   * signal cancels the request.
   */
  retrieve(
    orgId: string,
    question: { readonly question: string; readonly document_ids: readonly string[]; readonly top_k: number },
    signal?: AbortSignal,
  ): Promise<readonly Excerpt[]>;
  /** Stores the metrics. A second write for the same call changes nothing. */
  putMetrics(orgId: string, callId: string, metrics: CallMetricsBody): Promise<void>;
}
