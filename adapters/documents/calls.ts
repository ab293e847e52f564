import type { CallRepository } from '../../application/ports/calls.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Engine } from './collection.ts';
import { oneOf, within } from './match.ts';

/** Call logs as documents, one per call. */
export async function documentCalls(engine: Engine): Promise<CallRepository> {
  const calls = await engine.open<CallLog>({
    name: 'calls',
    indexes: [
      { name: 'by_id', fields: ['call_id'], unique: true },
      { name: 'by_status', fields: ['org_id', 'status', 'created_at'] },
      { name: 'by_provider_sid', fields: ['provider_call_sid'], sparse: true },
    ],
  });

  return {
    add: (call) => calls.insert(call),
    find: (orgId, callId) => calls.findOne({ org_id: orgId, call_id: callId }),
    update: (orgId, callId, seen, changes) => calls.change({ org_id: orgId, call_id: callId, status: seen }, changes),
    async countLive(orgId, since) {
      // In this order a call that moves on in between is counted twice, never missed: a ceiling stays a ceiling.
      const waiting = await calls.count({ org_id: orgId, status: 'initiated', created_at: within({ from: since }) });
      const going = await calls.count({ org_id: orgId, status: oneOf(['ringing', 'in_progress']) });
      return waiting + going;
    },
  };
}
