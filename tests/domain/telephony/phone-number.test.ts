import { assert } from 'chai';
import fc from 'fast-check';
import { attached, detached, isBound, newNumber } from '../../../domain/telephony/phone-number.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const LATER = new Date('2026-03-02T10:00:00.000Z');
const number = newNumber({ phone_number: '+15550100001', provider: 'plivo', org_id: 'o1' }, NOW);

describe('phone number', () => {
  it('starts unlinked without a link action', () => {
    assert.isFalse(isBound(number));
    assert.deepEqual(number, {
      phone_number: '+15550100001',
      provider: 'plivo',
      org_id: 'o1',
      agent_id: null,
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
      last_link_action: null,
      last_link_agent_id: null,
      last_link_by_email: null,
      last_link_at: null,
    });
  });

  it('records the last link action with agent, user and time', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.date({ min: NOW, noInvalidDate: true })));
    fc.assert(
      fc.property(steps, (changes) => {
        let current = number;
        for (const [agent, now] of changes) {
          const stamp = { byEmail: `${agent}@example.com`, now };
          const next = isBound(current) ? detached(current, stamp) : attached(current, agent, stamp);
          assert.deepEqual(next, {
            ...number,
            agent_id: isBound(current) ? null : agent,
            updated_at: now.toISOString(),
            last_link_action: isBound(current) ? 'detached' : 'attached',
            last_link_agent_id: isBound(current) ? current.agent_id : agent,
            last_link_by_email: `${agent}@example.com`,
            last_link_at: now.toISOString(),
          });
          current = next;
        }
      }),
    );
  });

  it('keeps its creation time', () => {
    const bound = attached(number, 'a', { byEmail: 'ada@example.com', now: LATER });
    assert.equal(detached(bound, { byEmail: 'eve@example.com', now: LATER }).created_at, NOW.toISOString());
  });
});
