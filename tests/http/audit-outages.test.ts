import { assert } from 'chai';
import { auditUseCases } from '../../application/audit/index.ts';
import type { AuditEventRepository } from '../../application/ports/audit-events.ts';
import type { AuditEvent } from '../../domain/audit/event.ts';
import { outage } from '../../domain/errors.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

describe('an audit trail that cannot be written', () => {
  let world: World;

  async function openWith(broken: Partial<AuditEventRepository>): Promise<AgentFixture> {
    const spoilt: Partial<AuditEventRepository> = {};
    world = await openWorld((ports) => ({
      audit: auditUseCases({ ...ports, auditEvents: Object.assign(spoilt, ports.auditEvents) }),
    }));
    const fixture = await openAgentFixture(world);
    Object.assign(spoilt, broken);
    return fixture;
  }
  const away = () => Promise.reject(outage('The document store does not answer'));

  it('blocks audited actions', async () => {
    const ada = await openWith({ add: away });
    assert.equal((await ada.ask('DELETE', `/agents/${ada.agentId}`)).status, 503);
    assert.equal((await ada.ask('GET', `/agents/${ada.agentId}`)).status, 200);
  });

  it('leaves an event unfinished when its outcome cannot be stored', async () => {
    const ada = await openWith({ recordOutcome: away });
    assert.equal((await ada.ask('DELETE', `/agents/${ada.agentId}`)).status, 200);
    const { events } = (await ada.ask('GET', '/audit')).body as { events: AuditEvent[] };
    assert.deepInclude(events[0], { action: 'agent.delete', outcome: 'unfinished' });
    assert.include(
      world.log.map(({ event }) => event),
      'audit.outcome_not_recorded',
    );
  });

  it('leaves an event unfinished when the action fails midway', async () => {
    const ada = await openWith({});
    world.ports.agents.remove = away;
    assert.equal((await ada.ask('DELETE', `/agents/${ada.agentId}`)).status, 503);
    const { events } = (await ada.ask('GET', '/audit')).body as { events: AuditEvent[] };
    assert.deepInclude(events[0], { action: 'agent.delete', outcome: 'unfinished' });
  });
});
