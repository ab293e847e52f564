import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { DialledCall } from './dial-ledger.ts';
import { killablePlatform, storedOf } from './killable-platform.ts';
import type { Telephone } from './telephone.ts';
import { eventually } from '../support/eventually.ts';

/** Numbers of campaigns and contacts. */
const [CAMPAIGNS, CONTACTS] = [3, 100] as const;
const TOTAL = CAMPAIGNS * CONTACTS;
/** Numbers of dialled calls at which the API is killed. */
const KILLED_AT = [30, 80, 140, 200, 260] as const;
const TIMEOUT_MS = 600_000;
/** Longer than every lease: after this time nothing waits for the killed process. In ms. */
const OUTAGE_MS = 65_000;

/** Callees by their last digit: busy, no answer, failed, declined, and one of a campaign who picks up. */
const numberOf = (campaign: number, contact: number): string =>
  `+1415555${campaign}${String(contact).padStart(2, '0')}${contact === 0 ? 6 : [1, 2, 3, 5][contact % 4]}`;

describe('campaigns, API killed five times', () => {
  it('dial every contact once and count exactly', async () => {
    const { ledger, api, telephone, documentsUrl, clock } = await killablePlatform();
    const campaigns: Campaign[] = [];
    for (let place = 0; place < CAMPAIGNS; place += 1) campaigns.push(await launched(telephone, place));
    for (const count of KILLED_AT) {
      await until(async () => ledger.dialled.length >= count, `${count} calls`);
      await api.kill();
      clock.forward(OUTAGE_MS);
      await api.start(clock);
    }
    const find = async ({ campaign_id }: Campaign) => telephone.api.ask<Campaign>('GET', `/campaign/${campaign_id}`);
    await until(
      async () => (await Promise.all(campaigns.map(find))).every(({ state }) => state === 'completed'),
      'the end of all campaigns',
    );
    const ended = await Promise.all(campaigns.map(find));
    await api.kill();
    const { runs, calls } = await storedOf(documentsUrl, campaigns);
    audit(ledger.dialled, runs, calls, ended);
  }).timeout(TIMEOUT_MS + 60_000);
});

async function launched({ api, agentId }: Telephone, place: number): Promise<Campaign> {
  const numbers = Array.from({ length: CONTACTS }, (_, contact) => numberOf(place, contact));
  const list = new Blob([['phone_number', ...numbers].join('\n')]);
  const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'list.csv', list);
  const campaign = await api.ask<Campaign>('POST', '/campaign/create', {
    name: `Campaign ${place}`,
    agent_id: agentId,
    source_id,
    rate_limit_per_second: 20,
    max_concurrency: 20,
    retry_config: { enabled: false },
  });
  await api.ask('POST', `/campaign/${campaign.campaign_id}/start`);
  return campaign;
}

/** Compares the carrier's ledger with the database. */
function audit(
  dialled: readonly DialledCall[],
  runs: readonly QueuedRun[],
  calls: readonly CallLog[],
  campaigns: readonly Campaign[],
): void {
  const times = new Map<string, number>();
  for (const { to } of dialled) times.set(to, (times.get(to) ?? 0) + 1);
  assert.deepEqual(
    [...times].filter(([, count]) => count > 1),
    [],
    'dialled twice',
  );
  assert.lengthOf(runs, TOTAL);
  assert.deepEqual(
    runs.filter(({ state, is_final }) => state !== 'done' || !is_final),
    [],
    'not final',
  );
  // For dials in flight when the API was killed, the carrier cannot always tell whether it got the request. A busy
  // machine has many of them in flight.
  const unknown = runs.filter(({ outcome }) => outcome === 'unknown');
  assert.isAtMost(unknown.length, TOTAL / 4, 'unknown');
  const lost = runs.filter(({ phone_number, outcome }) => !times.has(phone_number) && outcome !== 'unknown');
  assert.deepEqual(lost, [], 'never dialled');
  // Every call of the ledger has its log and its run, and every log its call.
  const logs = new Map(calls.map((call) => [call.call_id, call]));
  for (const { callId, to } of dialled) {
    assert.deepInclude(logs.get(callId), { to_number: to });
    assert.equal(runs.find(({ call_id }) => call_id === callId)?.phone_number, to);
  }
  const known = new Set(dialled.map(({ callId }) => callId));
  assert.isAtMost(calls.filter(({ call_id }) => !known.has(call_id)).length, unknown.length, 'logs without a call');
  for (const { campaign_id, processed_rows, failed_rows } of campaigns) {
    const own = runs.filter((run) => run.campaign_id === campaign_id);
    const failed = own.filter(({ outcome }) => outcome !== 'answered');
    assert.deepEqual([processed_rows, failed_rows], [CONTACTS, failed.length]);
  }
}

/** Resolves when the condition holds. Requests that fail because of a kill are repeated. */
const until = (isSo: () => Promise<boolean>, what: string): Promise<unknown> =>
  eventually(() => isSo().catch(() => false), what, TIMEOUT_MS);
