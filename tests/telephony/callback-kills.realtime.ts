import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallbackView } from '../../domain/campaigns/callback.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { eventually } from '../support/eventually.ts';
import type { DeathOfCallback } from './dying-api.ts';
import { killablePlatform, storedOf } from './killable-platform.ts';

const TIMEOUT_MS = 600_000;
/** Longer than every lease, and much shorter than the hour within which a callback is made. In ms. */
const OUTAGE_MS = 65_000;
/** The simulator answers for this number that it is busy. */
const BUSY = '+14155550001';

/** Where the API dies while the callback is written, and while it is made. */
const WRITING: readonly DeathOfCallback[] = ['before it is counted', 'after it is counted', 'after it is queued'];
const MAKING: readonly DeathOfCallback[] = [
  'before it is decided',
  'after it is decided',
  'before it is dialled',
  'after it is dialled',
  'before it is ended',
];

describe('a callback, with the API killed at every step of it', () => {
  it('is made exactly once', async () => {
    const { ledger, api, telephone, documentsUrl, clock } = await killablePlatform();
    const ask = telephone.api;
    const { source_id } = await ask.upload<{ source_id: string }>(
      '/campaign/upload',
      'list.csv',
      new Blob([`phone_number\n${BUSY}\n`]),
    );
    const about = { name: 'Callbacks', agent_id: telephone.agentId, source_id, retry_config: { enabled: false } };
    const campaign = await ask.ask<Campaign>('POST', '/campaign/create', about);
    await ask.ask('POST', `/campaign/${campaign.campaign_id}/start`);
    const [called] = await until(
      async () => (await telephone.logs()).filter(({ status }) => status === 'busy'),
      'the call',
    );
    const schedule = () =>
      ask.ask<CallbackView>('POST', `/calls/${(called as CallLog).call_id}/callback`, { in_minutes: 2 });

    for (const dies of WRITING) {
      await api.kill();
      clock.forward(OUTAGE_MS);
      await api.start(clock, dies);
      // The engine may continue what the last process began, and end the process, before the request.
      await schedule().catch(() => undefined);
      await eventually(() => api.isGone, dies);
    }
    await api.start(clock);
    const { callback_id } = await until(schedule, 'the callback');
    assert.lengthOf(ledger.dialled, 1);
    for (const dies of MAKING) {
      await api.kill();
      clock.forward(2 * OUTAGE_MS);
      await api.start(clock, dies);
      await eventually(() => api.isGone, dies);
    }
    clock.forward(OUTAGE_MS);
    await api.start(clock);
    const callback = await until(
      async () =>
        [await ask.ask<CallbackView>('GET', `/callbacks/${callback_id}`)].filter(({ status }) => status === 'done'),
      'the end of the callback',
    );
    assert.lengthOf(callback, 1);
    const ended = await ask.ask<Campaign>('GET', `/campaign/${campaign.campaign_id}`);
    await api.kill();
    assert.deepEqual(
      ledger.dialled.map(({ to }) => to),
      [BUSY, BUSY],
    );
    const { runs, calls } = await storedOf(documentsUrl, [campaign]);
    assert.lengthOf(runs, 2);
    assert.lengthOf(calls, 2);
    assert.deepInclude(ended, { state: 'completed', total_rows: 2, processed_rows: 2, failed_rows: 2 });
    assert.sameMembers(
      runs.map(({ call_id }) => call_id),
      ledger.dialled.map(({ callId }) => callId),
    );
  }).timeout(TIMEOUT_MS);
});

/** The first answer that is not empty. Requests that a kill cuts off are repeated. */
const until = <T extends object>(look: () => Promise<T>, what: string): Promise<T> =>
  eventually(
    () =>
      look().then(
        (found) => (Array.isArray(found) && found.length === 0 ? null : found),
        () => null,
      ),
    what,
    TIMEOUT_MS,
  ) as Promise<T>;
