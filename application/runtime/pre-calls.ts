import type { Agent } from '../../domain/agents/agent.ts';
import {
  failedPreCall,
  preCallTool,
  readPreCallAnswer,
  type AgentPreCall,
  type PreCallFacts,
} from '../../domain/agents/pre-call.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import { isLive, type CallPatch } from '../../domain/calls/call-log.ts';
import type { PreCallReport } from '../../domain/calls/pre-call-record.ts';
import { missing, errorMessage } from '../../domain/errors.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { CarrierCall } from '../ports/carrier-dialect.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { ToolCaller } from '../ports/tool-caller.ts';
import { pause, withTimeout } from '../with-timeout.ts';

export interface PreCallPorts {
  readonly controlPlane: Pick<ControlPlane, 'call' | 'toolSecret' | 'updateCall'>;
  readonly toolCaller: Pick<ToolCaller, 'call'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A registered inbound call. */
export interface RingingCall {
  readonly agent: Agent;
  readonly callId: string;
  /** Whether this webhook registered the call. If not, another runtime may be asking already. */
  readonly isNew: boolean;
  readonly carrier: string;
  readonly call: Pick<CarrierCall, 'from' | 'to'>;
}

type Decision = 'connect' | 'reject';

/** Requests of one organisation, and of all, that are awaited at the same time. Further calls proceed without one. */
const ORGANISATION_MAX = 32;
const TOTAL_MAX = 256;

/**
 * The pre-call requests of inbound calls. Each call is asked for once, also when its carrier repeats the webhook, here or
 * at another runtime: the one that registered the call asks, and the others wait. One that gets no answer in time asks itself,
 * because the first may have died. What the server decides is written to the call log, from which the runtime that gets
 * the media socket reads it.
 */
export class PreCalls {
  readonly #ports: PreCallPorts;
  readonly #pending = new Map<string, Promise<Decision>>();
  readonly #awaited = new Map<string, number>();
  #total = 0;

  constructor(ports: PreCallPorts) {
    this.#ports = ports;
  }

  /**
   * Whether to connect the call. Takes a little longer than the timeout of the request at most, and after the death of the
   * runtime that asked `pre_call_elsewhere` more. A request that fails never rejects a call; throws only while the API is
   * unreachable.
   */
  async decide(ringing: RingingCall): Promise<Decision> {
    const preCall = ringing.agent.config.pre_call;
    if (!preCall) return 'connect';
    const { callId } = ringing;
    const decision = this.#pending.get(callId) ?? this.#decideOnce(ringing, preCall);
    this.#pending.set(callId, decision);
    try {
      return await decision;
    } finally {
      this.#pending.delete(callId);
    }
  }

  async #decideOnce(ringing: RingingCall, preCall: AgentPreCall): Promise<Decision> {
    const { clock } = this.#ports;
    const { agent } = ringing;
    const known = await this.#knownDecision(ringing);
    if (known) return known;
    const startedAt = clock.monotonic();
    const report = await this.#limited(agent.org_id, () => this.#ask(ringing, preCall));
    const durationMs = Math.round(clock.monotonic() - startedAt);
    const isRejected = report.outcome === 'rejected' && report.say === null;
    await this.#record(ringing, { ...report, duration_ms: durationMs }, isRejected);
    return isRejected ? 'reject' : 'connect';
  }

  /** The decision in the call log. Waits for it while another runtime may be asking. Null when there is none. */
  async #knownDecision({ agent, callId, isNew }: RingingCall): Promise<Decision | null> {
    const { clock, controlPlane } = this.#ports;
    const end = clock.monotonic() + (isNew ? 0 : TIMEOUTS_MS.pre_call_elsewhere);
    for (;;) {
      const known = await controlPlane.call(agent.org_id, callId);
      if (!known) throw missing('Call');
      if (!isLive(known.status)) return 'reject';
      if (known.pre_call) return 'connect';
      if (clock.monotonic() >= end) return null;
      await pause(clock, TIMEOUTS_MS.pre_call_poll);
    }
  }

  /** Counts the request. Fails it while too many are awaited. */
  async #limited(orgId: string, work: () => Promise<PreCallReport>): Promise<PreCallReport> {
    const awaited = this.#awaited.get(orgId) ?? 0;
    if (awaited >= ORGANISATION_MAX || this.#total >= TOTAL_MAX)
      return failedPreCall('too many pre-call requests are awaited at the same time');
    this.#awaited.set(orgId, awaited + 1);
    this.#total += 1;
    try {
      return await work();
    } finally {
      this.#total -= 1;
      const left = (this.#awaited.get(orgId) ?? 1) - 1;
      if (left > 0) this.#awaited.set(orgId, left);
      else this.#awaited.delete(orgId);
    }
  }

  /** Asks the server. The time includes that of loading secrets. Never rejects. */
  async #ask({ agent, callId, carrier, call }: RingingCall, preCall: AgentPreCall): Promise<PreCallReport> {
    const { clock, controlPlane, toolCaller } = this.#ports;
    const { org_id, agent_id } = agent;
    const tool = preCallTool(preCall);
    const facts: PreCallFacts = {
      ...{ call_id: callId, agent_id, org_id, carrier },
      ...{ from: call.from, to: call.to, direction: 'inbound' },
    };
    const ask = async (signal: AbortSignal): Promise<PreCallReport> => {
      const loaded = await Promise.all(secretNames(tool).map((name) => controlPlane.toolSecret(org_id, name)));
      const secrets = loaded.filter((secret) => secret !== null);
      const request = { tool, arguments: { ...facts }, variables: {}, secrets, callId, run: 0 };
      const answer = await toolCaller.call(request, signal);
      // The cause says what to do, for example about a secret that is not stored.
      return answer.cause === undefined ? readPreCallAnswer(answer) : failedPreCall(answer.cause);
    };
    const timeoutMs = Math.min(preCall.timeout_secs * 1_000, TIMEOUTS_MS.pre_call);
    try {
      return await withTimeout(clock, timeoutMs, ask, () => failedPreCall('no answer in time'));
    } catch (error) {
      return failedPreCall(errorMessage(error));
    }
  }

  /** Writes the decision. Without it, the defaults of the agent apply; a rejection is written or throws. */
  async #record(
    { agent, callId }: RingingCall,
    decided: NonNullable<CallPatch['pre_call']>,
    isRejected: boolean,
  ): Promise<void> {
    const { clock, controlPlane, log } = this.#ports;
    const { org_id, agent_id } = agent;
    const { outcome, reason, duration_ms: durationMs } = decided;
    const about = { org_id, agent_id, call_id: callId, duration_ms: durationMs };
    if (outcome === 'failed') log.warn('pre_call.failed', { ...about, reason });
    else log.info(`pre_call.${outcome}`, about);
    const ended = { status: 'canceled', call_response: 'declined', end_time_utc: clock.now().toISOString() } as const;
    const why = `Rejected by the pre-call request${reason === null ? '' : `: ${reason}`}`;
    try {
      const end = isRejected ? { ...ended, error_message: why } : {};
      await controlPlane.updateCall(org_id, callId, { pre_call: decided, ...end });
    } catch (error) {
      if (isRejected) throw error;
      log.warn('pre_call.not_recorded', { ...about, reason: errorMessage(error) });
    }
  }
}
