import { assert } from 'chai';
import { COLLECTIONS_OF_CALLS } from '../../adapters/documents/call-records.ts';
import { deleteOrganisations } from '../support/chroma.ts';
import type { Ports } from '../support/world.ts';
import { openErasureFixture, type ErasureFixture } from './erasure-fixture.ts';
import { bound, DIGITS, KEPT, MARKED, NUMBER } from './planted-data.ts';
import { servedPlaces } from './served-bytes.ts';

/** Longer than three servers take for the data of one organisation on a busy machine. */
const TIMEOUT_MS = 180_000;

describe('erasure on MongoDB, S3 and Chroma, searched with the clients of the servers', function () {
  this.timeout(TIMEOUT_MS);
  let erasing: ErasureFixture;
  beforeEach(async () => {
    erasing = await openErasureFixture();
  });
  afterEach(async () => {
    const { ports, ada } = erasing;
    await deleteOrganisations(ports.servedBy?.VECTORS_URL ?? '', (orgId) => orgId === ada.org_id);
    await erasing.ports.close();
  });

  const searched = (...texts: readonly string[]): Promise<string[]> => {
    const { servedBy } = erasing.ports;
    assert.isNotNull(servedBy, 'runs with TEST_STORES=distributed');
    return servedPlaces(servedBy, erasing.ada.org_id, ...texts);
  };
  const eraseNumber = async (from: Partial<Ports> = {}, passes = 5) =>
    erasing.run((await erasing.request()).erasure_id, from, passes);
  const eraseOrganisation = async (from: Partial<Ports> = {}, passes = 5) =>
    erasing.run((await erasing.requestWhole()).erasure_id, from, passes);

  it('leaves a number in no document and no object, once it is off the suppression list', async () => {
    const { erased, mentioning } = await erasing.plant();
    const before = await searched(MARKED, DIGITS, erased);
    assert.includeMembers(before, [...COLLECTIONS_OF_CALLS, 'calls', 'queued_runs', 'suppressions', 'audit_events']);
    assert.includeMembers(before, [`${erased}/recording.wav`, `${erased}/transcript.txt`]);
    const kept = await searched(KEPT);
    assert.equal((await eraseNumber()).status, 'done');
    assert.deepEqual(await searched(MARKED, DIGITS, erased, '555-0177'), ['suppressions']);
    await erasing.ports.suppressions.remove(erasing.ada.org_id, NUMBER);
    assert.isEmpty(await searched(MARKED, DIGITS, erased));
    const left = kept.filter((place) => place !== `${mentioning}/inputs.ndjson`);
    assert.deepEqual(await searched(KEPT), left);
  });

  it('leaves of an organisation no document, object or vector but its erasure, its use of quotas and the audit trail', async () => {
    await erasing.plantOrganisation();
    assert.includeMembers(await searched(MARKED), ['vectors', 'knowledge/a.pdf', 'calls', 'agents']);
    assert.equal((await eraseOrganisation()).status, 'done');
    assert.deepEqual(await searched(MARKED, KEPT), []);
    const left = ['audit_events', 'collection of vectors', 'erasures', 'stored_use'];
    assert.deepEqual(await searched(erasing.ada.org_id), left, 'the collection is empty');
  });

  it('finds what an erasure leaves out on each of the servers', async () => {
    await erasing.plantOrganisation();
    const { callRecords, objects, documentEraser } = erasing.ports;
    await eraseOrganisation(
      {
        callRecords: { ...callRecords, removeAll: async () => undefined },
        objects: { ...bound(objects), remove: async () => undefined },
        documentEraser: { ...documentEraser, eraseAll: async () => undefined },
      },
      3,
    );
    const left = await searched(MARKED);
    // Deliveries go with their endpoints as well.
    const records = COLLECTIONS_OF_CALLS.filter((name) => name !== 'event_deliveries');
    assert.includeMembers(left, [...records, 'vectors', 'knowledge/a.pdf']);
    assert.isNotEmpty(left.filter((place) => place.endsWith('/recording.wav')));
  });
});
