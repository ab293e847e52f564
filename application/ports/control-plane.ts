import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';

/** A provider's credentials as the runtime uses them. */
export interface StoredCredentials {
  /** The decrypted secrets. */
  readonly auth: Readonly<Record<string, unknown>>;
  /** Hosts that an admin lets them be sent to, besides those of the vendor. */
  readonly allowed_hosts: readonly string[];
}

/**
 * What the runtime asks of the API, one organisation at a time. A refusal of the API is a DomainError with its text;
 * no answer at all is `unavailable`. Every wait is bounded.
 */
export interface ControlPlane {
  /** The agent, or null when the organisation or the agent does not exist. */
  agent(orgId: string, agentId: string): Promise<Agent | null>;
  /** What is stored for a provider, or null when nothing is. */
  credentials(orgId: string, provider: string): Promise<StoredCredentials | null>;
  call(orgId: string, callId: string): Promise<CallLog | null>;
  /** Registers a web call and answers its id. Over the organisation's limit, or the share of anonymous calls: `limited`. */
  registerWebCall(
    orgId: string,
    agentId: string,
    about: { readonly isAnonymous: boolean },
  ): Promise<{ call_id: string }>;
  /**
   * Registers an inbound call once, however often it is asked for: the same sid answers the same call. Over the
   * organisation's limit, or the share of unsigned calls: `limited`.
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
  ): Promise<{ call_id: string }>;
  /**
   * Takes a call to be carried by this owner, and marks it `in_progress`: false when another owner carries it or it is
   * over. `limited` when its slot was freed meanwhile and no other is.
   */
  claimCall(orgId: string, callId: string, owner: string): Promise<boolean>;
  /** Keeps what this owner carries, and answers the ids of the calls that are over or another's by now. */
  renewCalls(owner: string, calls: readonly { readonly org_id: string; readonly call_id: string }[]): Promise<string[]>;
  /** How many telephone calls that were registered until this moment nobody carries yet: they may be answered any time. */
  countRinging(registeredUntil: string): Promise<number>;
  /** Says that a call's process is no more, and when that wrote of it for the last time: the API ends the call. */
  reportLostCall(orgId: string, callId: string, heardAt: string): Promise<void>;
  /** Changes the call's log, and answers it as it is then. */
  updateCall(orgId: string, callId: string, patch: CallPatch): Promise<CallLog>;
  /** The same for the call that its carrier knows by this id. */
  updateCallBySid(orgId: string, sid: string, patch: CallPatch): Promise<CallLog>;
  /** Reports that a call is over, with the disposition on its log. */
  reportCallStatus(orgId: string, callId: string): Promise<void>;
  /**
   * The passages of these documents that are nearest to a question, the nearest first. When the signal aborts, the
   * question is taken back.
   */
  retrieve(
    orgId: string,
    question: { readonly question: string; readonly document_ids: readonly string[]; readonly top_k: number },
    signal?: AbortSignal,
  ): Promise<readonly Excerpt[]>;
  /** Stores the metrics; a second write for the same call changes nothing. */
  putMetrics(orgId: string, callId: string, metrics: CallMetricsBody): Promise<void>;
}
