import { assert } from 'chai';
import { deleteOrganisation } from '../../application/organisations/delete-organisation.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { storedConnection } from '../domain/accounts/sso-examples.ts';
import { openCampaignFixture, type CampaignFixture } from './campaigns/campaign-fixture.ts';
import { ADA } from './telephony-fixture.ts';

const OWNER: Principal = { ...ADA, role: 'super_admin' };

describe('organisation deletion', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => {
    fixture = await openCampaignFixture();
    const createdAt = fixture.ports.clock.now().toISOString();
    const membership = { org_id: ADA.org_id!, email: ADA.email, role: 'super_admin', created_at: createdAt } as const;
    await fixture.ports.memberships.add(membership);
  });
  const remove = (): Promise<void> => deleteOrganisation(fixture.ports)(OWNER, ADA.org_id!);

  it('removes the organisation, its memberships, tool secrets and API keys and keeps all other records', async () => {
    await fixture.launch(3);
    await fixture.pass(1_000);
    const moment = fixture.ports.clock.now().toISOString();
    const times = { created_at: moment, updated_at: moment };
    await fixture.ports.toolSecrets.put({
      org_id: ADA.org_id!,
      name: 'key',
      value: 'enc:v1:',
      hosts: ['a.example'],
      ...times,
    });
    await fixture.ports.apiKeys.add({
      ...{ key_id: 'k1', org_id: ADA.org_id!, name: 'CRM', digest: 'd1', hint: 'abcd', scopes: ['agents.read'] },
      ...{ created_by: ADA.email, created_at: moment, expires_at: null, last_used_at: null },
    });
    await fixture.ports.eventEndpoints.add({
      ...{ endpoint_id: 'e1', org_id: ADA.org_id!, url: 'https://crm.example.com/', description: '', state: 'enabled' },
      ...{ event_types: ['call.ended'], secret: 'enc:v1:', created_by: ADA.email, ...times },
    });
    await fixture.ports.storedSsoConnections.add(storedConnection({ org_id: ADA.org_id! }));
    const { organisations, memberships, tool_secrets, api_keys, event_endpoints, sso_connections, ...before } =
      await fixture.ports.documents.everything();
    assert.isNotEmpty(organisations);
    assert.isNotEmpty(memberships);
    assert.isNotEmpty(tool_secrets);
    assert.isNotEmpty(api_keys);
    assert.isNotEmpty(event_endpoints);
    assert.isNotEmpty(sso_connections);
    for (const name of ['agents', 'calls', 'campaigns', 'queued_runs', 'provider_auths', 'phone_numbers'])
      assert.isNotEmpty(before[name], name);
    await remove();
    assert.deepEqual(await fixture.ports.documents.everything(), {
      ...before,
      ...{ organisations: [], memberships: [], tool_secrets: [], api_keys: [], event_endpoints: [] },
      sso_connections: [],
    });
  });

  it('pauses running campaigns before their next dial', async () => {
    const campaign = await fixture.launch(5, { max_concurrency: 2 });
    await fixture.pass(1_000);
    assert.lengthOf(fixture.carrier.dialled, 2);
    await remove();
    await fixture.end(0, 'answered');
    await fixture.pass(5_000);
    assert.lengthOf(fixture.carrier.dialled, 2);
    const stopped = await fixture.find(campaign);
    assert.deepInclude(stopped, { state: 'paused', total_rows: 5, processed_rows: 1 });
    assert.match(String(stopped.orchestrator_metadata.paused_reason), /Organisation not found/);
    assert.lengthOf(await fixture.runs(campaign), 5);
  });
});
