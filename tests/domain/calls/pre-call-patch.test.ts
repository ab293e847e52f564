import { assert } from 'chai';
import { inboundCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { callPatch, patchCall } from '../../../domain/calls/call-patch.ts';
import { DomainError } from '../../../domain/errors.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const APPLIED = { outcome: 'applied', reason: null, say: null, duration_ms: 120 } as const;

const inbound = (changes: Partial<CallLog> = {}): CallLog => ({
  ...inboundCall({
    ...{ call_id: 'c1', org_id: 'o1', agent_id: 'a1', agent_name: 'Ada', now: NOW },
    ...{ from_number: '+15550001', to_number: '+15550002', telephony_provider: 'plivo', provider_call_sid: 's' },
  }),
  custom_variables: { name: 'Ada', city: 'Rome' },
  ...changes,
});
const LATER = new Date(NOW.getTime() + 1_000);
const patched = (call: CallLog) => patchCall(call, { pre_call: { ...APPLIED, variables: { city: 'Paris' } } }, LATER);
const unchanged = { updated_at: LATER.toISOString() };

describe('the report of a pre-call request', () => {
  it('adds its variables to those of the call', () => {
    const changes = { pre_call: APPLIED, custom_variables: { name: 'Ada', city: 'Paris' } };
    assert.deepEqual(patched(inbound()), { ...unchanged, ...changes });
  });

  it('counts once, before the call begins, and for inbound calls only', () => {
    for (const changes of [
      { pre_call: { ...APPLIED, outcome: 'failed' } },
      { start_time_utc: '2026-03-02T09:00:00.000Z' },
      { call_type: 'web' },
    ] as const)
      assert.deepEqual(patched(inbound(changes)), unchanged);
  });

  it('has variables of bounded size', () => {
    const report = (variables: object) => () => callPatch({ pre_call: { ...APPLIED, variables: { ...variables } } });
    assert.doesNotThrow(report({ name: 'Ada' }));
    assert.throws(report({ name: 'a'.repeat(200_000) }), DomainError, 'custom_variables must have at most');
  });
});
