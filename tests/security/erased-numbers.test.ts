import { assert } from 'chai';
import { COLLECTIONS_OF_CALLS } from '../../adapters/documents/call-records.ts';
import { inboundCall, outboundCall } from '../../domain/calls/call-log.ts';
import { toDialing, toDone } from '../../domain/campaigns/queued-run.ts';
import { openPortsInFiles, type Ports } from '../support/world.ts';
import { openErasureFixture, type ErasureFixture } from './erasure-fixture.ts';
import { bound, bytesOf, DIGITS, KEPT, MARKED, NUMBER, OTHER } from './planted-data.ts';
import { filesWith, vacuum } from './stored-bytes.ts';

/** Where a number is before its erasure. */
const PLANTED = [
  '/campaigns/id/list.csv',
  '/id/inputs.ndjson',
  '/id/recording.wav',
  '/id/rest.bin',
  '/id/transcript.txt',
  'audit_events',
  ...COLLECTIONS_OF_CALLS,
  'calls',
  'number_dials',
  'queued_runs',
  'suppressions',
].toSorted();

describe('erasure of a phone number', () => {
  let erasing: ErasureFixture;

  it('leaves it in no store, but on the suppression list, and everything else as it was', async () => {
    erasing = await openErasureFixture();
    const { erased } = await erasing.plant();
    assert.sameMembers(await erasing.placesOf(MARKED, DIGITS, erased), PLANTED);
    const kept = await erasing.placesOf(KEPT);
    const { erasure_id } = await erasing.request();
    const erasure = await erasing.run(erasure_id);
    assert.deepInclude(erasure, { status: 'done', waiting: 0, phone_number: '+14…77', error_message: null });
    assert.deepEqual(erasure.erased, {
      calls: 1,
      contacts: 3,
      contact_lists: 1,
      campaigns: 0,
      documents: 0,
      records: 5,
    });
    assert.isEmpty(await erasing.placesOf(MARKED, erased, '555-0177'));
    assert.deepEqual(await erasing.placesOf(DIGITS), ['suppressions']);
    assert.deepEqual(await erasing.placesOf(KEPT), kept);
    assert.deepInclude(await erasing.ports.suppressions.find(erasing.ada.org_id, NUMBER), { reason: null });
  });

  it('keeps the places and the counts of contacts, and dials an erased one no more', async () => {
    erasing = await openErasureFixture();
    const { campaign_id, key } = await erasing.plant();
    await erasing.run((await erasing.request()).erasure_id);
    const runs = await erasing.ports.runs.ofContacts(campaign_id, 0);
    assert.deepEqual(
      runs.map(({ phone_number, state, contact_index }) => [contact_index, phone_number, state]),
      [
        [0, 'erased', 'done'],
        [0, 'erased', 'queued'],
        [1, OTHER, 'queued'],
      ],
    );
    const list = await erasing.ports.objects.open(key);
    const text = (await bytesOf(list!.bytes)).toString();
    assert.equal(text, `phone_number,note,relative\r\nerased,,\r\n${OTHER},${KEPT},call [erased] too\r\n`);
    assert.equal(list!.size, Buffer.byteLength(text));
    const again = { name: 'Again', agent_id: 'agent', source_id: key };
    const refusal = await erasing.ports.campaignUseCases
      .create(erasing.ada, again)
      .catch((error: Error) => error.message);
    assert.equal(refusal, 'Agent not found', 'the list itself is valid');
  });

  it('leaves the number in the one place that is left out, where the search finds it', async () => {
    const forgotten: [string, (from: Ports) => Partial<Ports>][] = [
      ['call_metrics', ({ callRecords }) => ({ callRecords: { ...callRecords, removeAll: async () => undefined } })],
      ['/id/transcript.txt', ({ objects }) => ({ objects: { ...bound(objects), remove: async () => undefined } })],
      ['/campaigns/id/list.csv', ({ objects }) => ({ objects: { ...bound(objects), put: async () => undefined } })],
      ['calls', ({ calls }) => ({ calls: { ...calls, update: async () => null } })],
      ['queued_runs', ({ runs }) => ({ runs: { ...runs, ofContacts: async () => [] } })],
      [
        'event_deliveries',
        ({ eventDeliveries }) => ({ eventDeliveries: { ...eventDeliveries, listFrom: async () => [] } }),
      ],
      ['audit_events', ({ auditEvents }) => ({ auditEvents: { ...auditEvents, listFrom: async () => [] } })],
      [
        'suppressions',
        ({ suppressions }) => ({ suppressions: { ...suppressions, removeReason: async () => undefined } }),
      ],
    ];
    for (const [place, spoil] of forgotten) {
      erasing = await openErasureFixture();
      await erasing.plant();
      await erasing.run((await erasing.request()).erasure_id, spoil(erasing.ports), 2);
      assert.include(await erasing.placesOf(MARKED, DIGITS), place);
      if (place !== forgotten.at(-1)![0]) await erasing.ports.close();
    }
  });

  it('waits for what is in use: a live call, a dial in progress, and a list that is being read', async () => {
    erasing = await openErasureFixture();
    const { campaign_id } = await erasing.plant();
    const live = inboundCall({
      ...erasing.facts('live'),
      from_number: NUMBER,
      to_number: OTHER,
      provider_call_sid: 's',
    });
    await erasing.ports.calls.add({ ...live, status: 'in_progress' });
    const [, queued] = await erasing.ports.runs.ofContacts(campaign_id, 0);
    await erasing.ports.runs.change(queued!, toDialing('dialled', 'engine', erasing.ports.clock.now()));
    const record = (await erasing.ports.campaigns.find(erasing.ada.org_id, campaign_id))!;
    const loading = await erasing.ports.campaigns.change(record, {
      campaign: { state: 'running' },
      gate: { is_loaded: false },
    });
    const { erasure_id } = await erasing.request();
    assert.deepInclude(await erasing.run(erasure_id), { status: 'pending', waiting: 3 });
    await erasing.ports.campaigns.change(loading!, { gate: { is_loaded: true } });
    const dialling = (await erasing.ports.runs.find(queued!.queued_run_id))!;
    await erasing.ports.runs.change(dialling, toDone('answered', true, erasing.ports.clock.now()));
    assert.deepInclude(await erasing.run(erasure_id), { status: 'pending', waiting: 1 });
    const seen = (await erasing.ports.calls.find(erasing.ada.org_id, 'live'))!;
    await erasing.ports.calls.update(erasing.ada.org_id, 'live', seen, { status: 'completed' });
    assert.deepInclude(await erasing.run(erasure_id), { status: 'done', waiting: 0 });
    assert.deepEqual(await erasing.placesOf(DIGITS), ['suppressions']);
  });

  it('erases the registered call of a contact that waits for its next attempt to dial', async () => {
    erasing = await openErasureFixture();
    const { campaign_id } = await erasing.plant();
    const [, queued] = await erasing.ports.runs.ofContacts(campaign_id, 0);
    const call = outboundCall({
      ...erasing.facts('put off'),
      from_number: OTHER,
      to_number: NUMBER,
      custom_variables: {},
    });
    await erasing.ports.calls.add({ ...call, campaign_id, queued_run_id: queued!.queued_run_id });
    await erasing.ports.runs.change(queued!, { call_id: 'put off' });
    assert.equal((await erasing.run((await erasing.request()).erasure_id)).status, 'done');
    assert.isNull(await erasing.ports.calls.find(erasing.ada.org_id, 'put off'));
  });

  it('erases what a runtime, a relay and an engine store while it runs', async () => {
    erasing = await openErasureFixture();
    const { campaign_id } = await erasing.plant();
    const { erasure_id } = await erasing.request();
    const replaceTarget = async (...of: Parameters<Ports['auditEvents']['replaceTarget']>) => {
      await erasing.ports.auditEvents.replaceTarget(...of);
      const retry = { ...(await erasing.ports.runs.ofContacts(campaign_id, 0))[0]!, phone_number: NUMBER, attempt: 7 };
      await erasing.ports.runs.addAll([{ ...retry, queued_run_id: 'late retry', state: 'queued' }]);
      await erasing.plantDelivery(NUMBER, 'late');
    };
    const auditEvents = { ...erasing.ports.auditEvents, replaceTarget };
    assert.equal((await erasing.run(erasure_id, { auditEvents })).status, 'done');
    assert.deepEqual(await erasing.placesOf(DIGITS), ['suppressions']);
  });

  it('erases the inputs of calls whose log mentions the number, and of no others', async () => {
    erasing = await openErasureFixture();
    const mentioning = await erasing.plantCall(OTHER, KEPT, { custom_variables: { relative: NUMBER } });
    const other = await erasing.plantCall(OTHER, KEPT);
    assert.equal((await erasing.run((await erasing.request()).erasure_id)).status, 'done');
    const sizeOf = (id: string, name: string) => erasing.ports.objects.size(`${erasing.ada.org_id}/${id}/${name}`);
    assert.isNull(await sizeOf(mentioning, 'inputs.ndjson'));
    assert.isNotNull(await sizeOf(mentioning, 'transcript.txt'));
    assert.isNotNull(await sizeOf(other, 'inputs.ndjson'));
  });

  it('erases what was sent to an endpoint that has been deleted since', async () => {
    erasing = await openErasureFixture();
    await erasing.plant();
    await erasing.ports.eventEndpoints.removeAll(erasing.ada.org_id);
    assert.include(await erasing.placesOf(DIGITS), 'event_deliveries');
    assert.equal((await erasing.run((await erasing.request()).erasure_id)).status, 'done');
    assert.deepEqual(await erasing.placesOf(DIGITS), ['suppressions']);
  });

  it('erases calls that were registered with the number in another form, or as a part of a SIP address', async () => {
    erasing = await openErasureFixture();
    const forms = [`sip:${NUMBER}@pbx.example.com`, `sip:${DIGITS}@pbx.example.com`, DIGITS, '+1 (415) 555-0177'];
    for (const [at, from_number] of forms.entries()) {
      const call = inboundCall({
        ...erasing.facts(`call ${at}`),
        ...{ from_number, to_number: OTHER, provider_call_sid: `sid ${at}` },
      });
      await erasing.ports.calls.add({ ...call, status: 'completed' });
    }
    const done = await erasing.run((await erasing.request()).erasure_id);
    assert.deepInclude(done, { status: 'done', waiting: 0 });
    assert.equal(done.erased.calls, forms.length);
    assert.isEmpty(await erasing.placesOf(DIGITS, '555-0177'));
  });

  it('is continued by another process when one dies or a store fails', async () => {
    erasing = await openErasureFixture();
    await erasing.plant();
    const { erasure_id } = await erasing.request();
    const failing = { ...erasing.ports.calls, listBefore: () => Promise.reject(new Error('away')) };
    const failed = await erasing.run(erasure_id, { calls: failing }, 1);
    assert.deepInclude(failed, {
      status: 'pending',
      error_message: 'A store did not answer. The erasure is repeated.',
    });
    erasing.ports.clock.advance(60_000);
    await new Promise<void>((dies) => {
      const remove = () => new Promise<void>(() => dies());
      void erasing.run(erasure_id, { calls: { ...erasing.ports.calls, remove } }, 1);
    });
    erasing.ports.clock.advance(16_000);
    assert.deepInclude(await erasing.run(erasure_id), { status: 'done', error_message: null });
    assert.deepEqual(await erasing.placesOf(DIGITS), ['suppressions']);
  });

  it('leaves neither the number nor a word about it in any byte of the embedded stores', async () => {
    erasing = await openErasureFixture(openPortsInFiles());
    const { erased } = await erasing.plant();
    const { directory } = erasing.ports;
    assert.isNotEmpty(await filesWith(directory, MARKED, DIGITS, erased), 'the search finds what was planted');
    assert.equal((await erasing.run((await erasing.request()).erasure_id)).status, 'done');
    await erasing.ports.suppressions.remove(erasing.ada.org_id, NUMBER);
    await erasing.closedWith(async () => {
      vacuum(directory);
      assert.isEmpty(await filesWith(directory, MARKED, DIGITS, erased));
      assert.isNotEmpty(await filesWith(directory, KEPT));
    });
  });
});
