import type { CarrierMediaSession } from '../../../application/runtime/open-carrier-call.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { FakeChannel } from './fake-channel.ts';
import { webhookWith, type WebhookContent } from './fake-carrier.ts';
import { AGENT, webCallWorld } from './web-call-world.ts';

export const TELEPHONE_AGENT: Agent = {
  ...AGENT,
  agent_category: 'telephony',
  telephony: { provider: 'acme', application_id: 'app', answer_url: '', hangup_url: '' },
};

/** A runtime whose agent is called by telephone, through a carrier that is a fake. */
export function telephoneWorld() {
  const world = webCallWorld();
  world.agents.set('a1', TELEPHONE_AGENT);
  const { runtime, clock } = world;
  const webhook = (fields: WebhookContent, { callId = null as string | null, agentId = 'a1', orgId = 'o1' } = {}) => ({
    ...{ orgId, agentId, callId, request: webhookWith(fields) },
  });
  return {
    ...world,
    webhook,
    outbound: (changes: Partial<CallLog> = {}): string =>
      world.register({ call_type: 'outbound', telephony_provider: 'acme', provider_call_sid: 'sid-1', ...changes }),
    /** The carrier opens the socket of a call; what becomes of it is answered as it stands. */
    connect: (callId: string, line?: CarrierMediaSession | null) => {
      const channel = new FakeChannel(clock, { inputRate: 8_000, outputRate: 8_000, sendAheadMs: 200 });
      const result: { outcome: 'live' | 'over' | Error } = { outcome: 'live' };
      const ticket = { provider: 'acme', org_id: 'o1', agent_id: 'a1', call_id: callId };
      const opened =
        line === undefined ? { channel, sid: 'stream-sid' } : (line ?? { problem: 'The media stream did not start' });
      runtime.openCarrierCall({ ticket, pendingMedia: Promise.resolve(opened) }).then(
        () => (result.outcome = 'over'),
        (error: Error) => (result.outcome = error),
      );
      return { channel, result };
    },
  };
}
