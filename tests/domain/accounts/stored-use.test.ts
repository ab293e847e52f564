import { assert } from 'chai';
import {
  abandonedRecordings,
  countStoredUse,
  isCountOld,
  needsCount,
  reservation,
  reservedOf,
  storedBytes,
  uncountedStoredUse,
  uploadedBytes,
  withBytesRemoved,
  withRecordedBytes,
  withReservation,
  withReservationCompleted,
  type Reservation,
  type StoredUse,
} from '../../../domain/accounts/stored-use.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const reserved = (id: string, more: Partial<Reservation> = {}): Reservation => ({
  kind: 'document',
  id,
  bytes: 3,
  until: at(900).toISOString(),
  ...more,
});
const use = (more: Partial<StoredUse> = {}): StoredUse => ({
  org_id: 'o1',
  uploaded_bytes: 5,
  recorded_bytes: 7,
  reservations: [],
  revision: 4,
  counted_at: NOW.toISOString(),
  ...more,
});

async function* listed(...objects: readonly [string, number][]): AsyncGenerator<{ key: string; size: number }> {
  for (const [key, size] of objects) yield await Promise.resolve({ key, size });
}

describe('reservation', () => {
  it('lasts 15 minutes', () => {
    const wanted = { kind: 'agent', id: 'a', bytes: 0 } as const;
    assert.deepEqual(reservation(wanted, NOW), { ...wanted, until: '2026-03-02T09:15:00.000Z' });
  });

  it('counts by kind, and its bytes as uploaded', () => {
    const kinds = use({
      reservations: [reserved('a'), reserved('b', { bytes: 10 }), reserved('c', { kind: 'agent', bytes: 0 })],
    });
    assert.deepEqual(
      (['document', 'agent', 'contact_list'] as const).map((kind) => reservedOf(kinds, kind)),
      [2, 1, 0],
    );
    assert.equal(uploadedBytes(kinds), 18);
    assert.equal(storedBytes(kinds), 25);
  });

  it('is added as a new revision', () => {
    const [first, second] = [reserved('a'), reserved('b')];
    assert.deepEqual(withReservation(use({ reservations: [first] }), second), {
      reservations: [first, second],
      revision: 5,
    });
  });

  it('is completed once, and counts as uploaded if its object was stored', () => {
    const [first, second] = [reserved('a'), reserved('b')];
    const before = use({ reservations: [first, second] });
    const after = { reservations: [first], revision: 5 };
    assert.deepEqual(withReservationCompleted(before, second, true), { ...after, uploaded_bytes: 8 });
    assert.deepEqual(withReservationCompleted(before, second, false), { ...after, uploaded_bytes: 5 });
    assert.isNull(withReservationCompleted({ ...before, ...after }, second, true));
  });
});

describe('withBytesRemoved', () => {
  it('takes bytes of both kinds away as a new revision, to no less than none', () => {
    assert.deepEqual(withBytesRemoved(use(), { uploaded_bytes: 6, recorded_bytes: 3 }), {
      ...{ uploaded_bytes: 0, recorded_bytes: 4 },
      revision: 5,
    });
  });
});

describe('withRecordedBytes', () => {
  it('adds to the recorded bytes as a new revision', () => {
    assert.deepEqual(withRecordedBytes(use(), 3), { recorded_bytes: 10, revision: 5 });
  });
});

describe('reservation of a recording', () => {
  const recording = reserved('o1/rehearsals/r/a1.wav', { kind: 'recording', bytes: 10 });

  it('counts as uploaded, like its object', async () => {
    const before = use({ reservations: [reserved('a'), recording] });
    assert.deepEqual([uploadedBytes(before), storedBytes(before)], [18, 25]);
    const after = { reservations: [reserved('a')], revision: 5 };
    assert.deepEqual(withReservationCompleted(before, recording, true), { ...after, uploaded_bytes: 15 });
    const objects = listed(['o1/rehearsals/r/a2.wav', 100], ['o1/rehearsals/r/a2.json', 20]);
    assert.deepInclude(await countStoredUse('o1', objects, null, NOW), { uploaded_bytes: 100, recorded_bytes: 20 });
  });

  it('is completed alone where there are others of the same object', () => {
    const [larger, later] = [
      { ...recording, bytes: 11 },
      { ...recording, until: at(901).toISOString() },
    ];
    const before = use({ reservations: [larger, later, recording] });
    const after = { reservations: [larger, later], revision: 5 };
    assert.deepEqual(withReservationCompleted(before, recording, true), { ...after, uploaded_bytes: 15 });
    assert.isNull(withReservationCompleted({ ...before, ...after }, recording, true));
  });

  it('is abandoned once it has expired, also while nothing can be counted', () => {
    const before = use({ reservations: [recording, reserved('a')] });
    assert.isEmpty(abandonedRecordings(before, at(900)));
    assert.deepEqual(abandonedRecordings(before, at(900.001)), [recording.id]);
    assert.deepEqual(uncountedStoredUse('o1', before, at(901)).reservations, [recording]);
    assert.isEmpty(abandonedRecordings(null, NOW));
  });
});

describe('stored use', () => {
  it('needs a count when it was never counted or a reservation expired', () => {
    assert.isFalse(needsCount(use(), NOW));
    assert.isTrue(needsCount(use({ counted_at: '' }), NOW));
    const pending = use({ reservations: [reserved('a'), reserved('b', { until: at(60).toISOString() })] });
    assert.isFalse(needsCount(pending, at(60)));
    assert.isTrue(needsCount(pending, at(60.001)));
  });

  it('has an old count after ten minutes, by a clock that may have been set back', () => {
    for (const [seconds, isOld] of [
      [0, false],
      [600, false],
      [600.001, true],
      [-600, false],
      [-600.001, true],
    ] as const)
      assert.equal(isCountOld(use(), at(seconds)), isOld, `after ${seconds} s`);
    assert.isTrue(isCountOld(use({ counted_at: '' }), NOW));
  });

  it('is counted by folder, without objects that are still reserved', async () => {
    const pending = reserved('o1/knowledge/d2/b.pdf');
    const before = use({ reservations: [pending, reserved('o1/knowledge/d1/a.pdf', { until: at(59).toISOString() })] });
    const objects = listed(
      ['o1/knowledge/d1/a.pdf', 100],
      ['o1/knowledge/d2/b.pdf', 1_000],
      ['o1/campaigns/u1/people.csv', 20],
      ['o1/c1/recording.wav', 3],
      ['o1/c1/campaigns', 4],
    );
    assert.deepEqual(await countStoredUse('o1', objects, before, at(60)), {
      org_id: 'o1',
      uploaded_bytes: 120,
      recorded_bytes: 7,
      reservations: [pending],
      revision: 5,
      counted_at: at(60).toISOString(),
    });
  });

  it('is counted for the first time', async () => {
    const first = use({ uploaded_bytes: 0, recorded_bytes: 9, revision: 1 });
    assert.deepEqual(await countStoredUse('o1', listed(['o1/c1/recording.wav', 9]), null, NOW), first);
  });

  it('keeps its bytes and asks for a recount when the objects cannot be listed', () => {
    const lasting = reserved('a', { until: at(60).toISOString() });
    const before = use({ reservations: [lasting, reserved('b', { until: at(59).toISOString() })] });
    const after = { ...before, reservations: [lasting], revision: 5, counted_at: '' };
    assert.deepEqual(uncountedStoredUse('o1', before, at(60)), after);
    const unknown = use({ uploaded_bytes: 0, recorded_bytes: 0, revision: 1, counted_at: '' });
    assert.deepEqual(uncountedStoredUse('o1', null, NOW), unknown);
  });
});
