import { assert } from 'chai';
import { deleteOrganisation } from '../../application/organisations/delete-organisation.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { openCampaignDesk, type CampaignDesk } from '../support/campaign-desk.ts';
import { ADA } from '../support/telephony-desk.ts';

const OWNER: Principal = { ...ADA, role: 'super_admin' };

describe('deleting an organisation', () => {
  let desk: CampaignDesk;
  beforeEach(async () => {
    desk = await openCampaignDesk();
    const createdAt = desk.ports.clock.now().toISOString();
    const membership = { org_id: ADA.org_id!, email: ADA.email, role: 'super_admin', created_at: createdAt } as const;
    await desk.ports.memberships.add(membership);
  });
  afterEach(() => desk.ports.close());
  const remove = (): Promise<void> => deleteOrganisation(desk.ports)(OWNER, ADA.org_id!);

  it('removes the organisation and its memberships, and leaves every other record as it was', async () => {
    await desk.launch(3);
    await desk.pass(1_000);
    const { organisations, memberships, ...before } = await desk.ports.documents.everything();
    assert.isNotEmpty(organisations);
    assert.isNotEmpty(memberships);
    for (const name of ['agents', 'calls', 'campaigns', 'queued_runs', 'provider_auths', 'phone_numbers'])
      assert.isNotEmpty(before[name], name);
    await remove();
    assert.deepEqual(await desk.ports.documents.everything(), { ...before, organisations: [], memberships: [] });
  });

  it('pauses its running campaigns before their next dial', async () => {
    const campaign = await desk.launch(5, { max_concurrency: 2 });
    await desk.pass(1_000);
    assert.lengthOf(desk.carrier.dialled, 2);
    await remove();
    await desk.end(0, 'answered');
    await desk.pass(5_000);
    assert.lengthOf(desk.carrier.dialled, 2);
    const stopped = await desk.find(campaign);
    assert.deepInclude(stopped, { state: 'paused', total_rows: 5, processed_rows: 1 });
    assert.match(String(stopped.orchestrator_metadata.paused_reason), /Organisation not found/);
    assert.lengthOf(await desk.runs(campaign), 5);
  });
});
