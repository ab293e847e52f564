import type { Clock } from '../../../application/ports/clock.ts';
import type { ControlPlane } from '../../../application/ports/control-plane.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import { isLive, webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { patchCall } from '../../../domain/calls/call-patch.ts';
import { missing } from '../../../domain/errors.ts';

/** The API of the organisation `o1`, with these agents. Its calls are in memory and change by the rules of the domain. */
export function memoryControlPlane(
  clock: Clock,
  agents: { get(agentId: string): Agent | undefined },
  nextId: () => string = () => crypto.randomUUID(),
) {
  const calls = new Map<string, CallLog>();
  /** The owners of the calls that are claimed. */
  const claims = new Map<string, string>();
  const register = ({ agent_id = 'a1', ...changes }: Partial<CallLog> = {}): string => {
    const facts = { call_id: nextId(), org_id: 'o1', agent_id, agent_name: 'Desk', custom_variables: {} };
    const call = { ...webCall({ ...facts, now: clock.now() }), ...changes };
    calls.set(call.call_id, call);
    return call.call_id;
  };
  const bySid = (sid: string): CallLog | undefined =>
    [...calls.values()].find(({ provider_call_sid }) => provider_call_sid === sid);
  const controlPlane: ControlPlane = {
    agent: async (orgId, agentId) => (orgId === 'o1' ? (agents.get(agentId) ?? null) : null),
    agentDraft: async () => null,
    agentVersion: async () => null,
    toolSecret: async () => null,
    credentials: async () => ({ auth: { api_key: 'k' }, allowed_hosts: [] }),
    call: async (_orgId, callId) => calls.get(callId) ?? null,
    registerWebCall: async (_orgId, agent_id, { isAnonymous }) => ({
      call_id: register({ agent_id, ...(isAnonymous && { unverified: 'anonymous', without_speech: true }) }),
    }),
    async registerInboundCall(_orgId, { unsigned, ...call }) {
      const known = bySid(call.provider_call_sid);
      if (known) return { call_id: known.call_id, created: false };
      const provider = agents.get(call.agent_id)?.telephony?.provider ?? null;
      const kind = unsigned && ({ unverified: 'unsigned' } as const);
      const facts = { ...call, ...kind, call_type: 'inbound', telephony_provider: provider } as const;
      return { call_id: register(facts), created: true };
    },
    async claimCall(_orgId, callId, owner) {
      const call = calls.get(callId);
      if (!call) throw missing('Call');
      if (!isLive(call.status) || (claims.get(callId) ?? owner) !== owner) return false;
      claims.set(callId, owner);
      calls.set(callId, { ...call, ...patchCall(call, { status: 'in_progress' }, clock.now()) });
      return true;
    },
    renewCalls: async () => [],
    countRinging: async () => 0,
    reportLostCall: async () => undefined,
    retrieve: async () => [],
    scheduleCallback: async () => ({ refusal: 'not in this test' }),
    async updateCall(_orgId, callId, patch) {
      const call = calls.get(callId);
      if (!call) throw missing('Call');
      // The API also puts the number on the list.
      const request = patch.do_not_call && { do_not_call: patch.do_not_call };
      const updated = { ...call, ...patchCall(call, patch, clock.now()), ...request };
      calls.set(callId, updated);
      return updated;
    },
    async updateCallBySid(orgId, sid, patch) {
      const call = bySid(sid);
      if (!call) throw missing('Call');
      return controlPlane.updateCall(orgId, call.call_id, patch);
    },
    reportCallStatus: async () => undefined,
    putMetrics: async () => undefined,
  };
  return { calls, claims, register, bySid, controlPlane };
}
