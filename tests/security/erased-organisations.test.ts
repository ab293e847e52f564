import { assert } from 'chai';
import { COLLECTIONS_OF_CALLS } from '../../adapters/documents/call-records.ts';
import { COLLECTIONS_OF_ORGANISATIONS } from '../../adapters/documents/organisation-records.ts';
import { inboundCall } from '../../domain/calls/call-log.ts';
import { openPortsInFiles } from '../support/world.ts';
import { openErasureFixture, type ErasureFixture } from './erasure-fixture.ts';
import { KEPT, MARKED, NUMBER, OTHER, plantedData } from './planted-data.ts';
import { filesWith, vacuum } from './stored-bytes.ts';

describe('erasure of an organisation', () => {
  let erasing: ErasureFixture;

  it('leaves nothing of it in any store but its erasure and the audit trail, and nothing of others is touched', async () => {
    erasing = await openErasureFixture();
    const eve = plantedData(erasing.ports, { email: 'eve@example.com', org_id: crypto.randomUUID() });
    await eve.plantOrganisation();
    const others = await eve.placesOf(MARKED, KEPT);
    await erasing.plantOrganisation();
    const before = await erasing.placesOf(erasing.ada.org_id);
    assert.includeMembers(before, [
      ...COLLECTIONS_OF_ORGANISATIONS,
      ...COLLECTIONS_OF_CALLS,
      'campaigns',
      'knowledge_documents',
      'text_documents',
      'text_postings',
    ]);
    assert.include(await erasing.placesOf(MARKED), 'vectors');
    const { erasure_id } = await erasing.requestWhole();
    const done = await erasing.run(erasure_id);
    assert.equal(done.status, 'done');
    assert.deepInclude(done.erased, { calls: 3, campaigns: 1, documents: 1 });
    assert.deepEqual(await erasing.placesOf(erasing.ada.org_id), ['audit_events', 'erasures', 'stored_use']);
    assert.deepEqual(await eve.placesOf(MARKED, KEPT), others);
  });

  it('keeps credentials until live calls have ended, and starts no further ones', async () => {
    erasing = await openErasureFixture();
    await erasing.plantOrganisation();
    const live = inboundCall({
      ...erasing.facts('live'),
      from_number: NUMBER,
      to_number: OTHER,
      provider_call_sid: 's',
    });
    await erasing.ports.calls.add({ ...live, status: 'in_progress' });
    const { erasure_id } = await erasing.requestWhole();
    assert.deepInclude(await erasing.run(erasure_id), { status: 'pending', waiting: 1 });
    const left = await erasing.placesOf(erasing.ada.org_id);
    assert.includeMembers(left, ['provider_auths', 'calls']);
    assert.notInclude(left, 'agents');
    const start = erasing.ports.callUseCases.registerWeb(erasing.ada, { agent_id: 'agent' });
    assert.equal(await start.catch((error: Error) => error.message), 'Agent not found');
    const seen = (await erasing.ports.calls.find(erasing.ada.org_id, 'live'))!;
    await erasing.ports.calls.update(erasing.ada.org_id, 'live', seen, { status: 'completed' });
    assert.equal((await erasing.run(erasure_id)).status, 'done');
    assert.notInclude(await erasing.placesOf(erasing.ada.org_id), 'provider_auths');
  });

  it('erases what was sent to an endpoint that has been deleted since', async () => {
    erasing = await openErasureFixture();
    await erasing.plantOrganisation();
    await erasing.plantDelivery(NUMBER, 'of no call');
    await erasing.ports.eventEndpoints.removeAll(erasing.ada.org_id);
    assert.equal((await erasing.run((await erasing.requestWhole()).erasure_id)).status, 'done');
    assert.notInclude(await erasing.placesOf(erasing.ada.org_id), 'event_deliveries');
  });

  it('leaves no word in any byte of the embedded stores', async () => {
    erasing = await openErasureFixture(openPortsInFiles());
    await erasing.plantOrganisation();
    const { directory } = erasing.ports;
    assert.isNotEmpty(await filesWith(directory, MARKED));
    assert.equal((await erasing.run((await erasing.requestWhole()).erasure_id)).status, 'done');
    await erasing.closedWith(async () => {
      vacuum(directory);
      assert.isEmpty(await filesWith(directory, MARKED, KEPT));
    });
  });
});
