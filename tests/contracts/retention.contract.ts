import { assert } from 'chai';
import type { RetentionRepository, StoredRetention } from '../../application/ports/retention.ts';
import type { Contract } from '../support/contract.ts';

const at = (minute: number): string => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

const retention = (org_id: string, more: Partial<StoredRetention> = {}): StoredRetention => ({
  org_id,
  recordings_days: 30,
  transcripts_days: null,
  calls_days: 90,
  sweep_at: at(1),
  ...more,
});

export const retentionContract: Contract<RetentionRepository> = {
  'keeps one retention for an organisation, the last one': async (retentions) => {
    assert.isNull(await retentions.find('one'));
    await retentions.put(retention('one'));
    await retentions.put(retention('two'));
    await retentions.put(retention('one', { recordings_days: null, sweep_at: at(2) }));
    assert.deepEqual(await retentions.find('one'), retention('one', { recordings_days: null, sweep_at: at(2) }));
    assert.deepEqual(await retentions.find('two'), retention('two'));
  },

  'keeps one retention when many are stored at once': async (retentions) => {
    await Promise.all(Array.from({ length: 10 }, (_, days) => retentions.put(retention('one', { calls_days: days }))));
    assert.lengthOf(await retentions.due(at(9), 20), 1);
  },

  'lists what is due, those that wait longest first': async (retentions) => {
    for (const minute of [3, 1, 4, 2]) await retentions.put(retention(`at ${minute}`, { sweep_at: at(minute) }));
    const due = async (minute: number, limit: number) =>
      (await retentions.due(at(minute), limit)).map(({ org_id }) => org_id);
    assert.deepEqual(await due(4, 10), ['at 1', 'at 2', 'at 3']);
    assert.deepEqual(await due(4, 2), ['at 1', 'at 2']);
    assert.isEmpty(await due(1, 10));
  },

  'gives a sweep to one of many processes': async (retentions) => {
    await retentions.put(retention('two'));
    await retentions.put(retention('one'));
    const moved = await Promise.all(
      Array.from({ length: 10 }, (_, process) => retentions.move(retention('one'), at(10 + process))),
    );
    assert.lengthOf(moved.filter(Boolean), 1);
    assert.equal((await retentions.find('one'))?.sweep_at, at(10 + moved.indexOf(true)));
    assert.deepEqual(await retentions.find('two'), retention('two'));
  },

  'does not move a retention that an admin has changed since': async (retentions) => {
    await retentions.put(retention('one', { calls_days: 365 }));
    assert.isFalse(await retentions.move(retention('one'), at(5)));
    assert.deepEqual(await retentions.find('one'), retention('one', { calls_days: 365 }));
  },
};
