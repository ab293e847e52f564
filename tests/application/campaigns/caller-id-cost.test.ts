import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../../application/campaigns/campaign-engine.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { newNumber } from '../../../domain/telephony/phone-number.ts';
import { openCampaignFixture } from './campaign-fixture.ts';

const NUMBERS = ['+14155550100', '+12125550100'];
const CONTACTS = 20;

describe('a caller ID pool', () => {
  it('costs no request to a store for a contact, from its dial to its outcome', async () => {
    const pool = { caller_id_pool: { numbers: NUMBERS, min_answer_rate: 0.1 } };
    assert.deepEqual(await requestsOf(pool), await requestsOf({}));
  });
});

/** The requests to stores for the contacts of a campaign, by repository and method. */
async function requestsOf(settings: object): Promise<Readonly<Record<string, number>>> {
  const { ports, carrier, launch } = await openCampaignFixture();
  for (const number of NUMBERS)
    await ports.phoneNumbers.add(
      newNumber({ phone_number: number, provider: 'plivo', org_id: 'o1' }, ports.clock.now()),
    );
  await ports.campaignEngine.stop();
  const counts: Record<string, number> = {};
  const names = ['campaigns', 'runs', 'calls', 'leases', 'numberDials', 'dialCaps', 'suppressions'] as const;
  const counted = names.map((name) => [name, counting(ports[name], name, counts)] as const);
  const own = { ...ports, ...Object.fromEntries(counted) };
  const engine = new CampaignEngine({ ...own, dialler: campaignDialler(own) });
  await launch(CONTACTS, { retry_config: { enabled: false }, ...settings });
  await engine.tick();
  await ports.clock.advanceAsync(900);
  assert.lengthOf(carrier.dialled, CONTACTS);
  for (const { callId } of carrier.dialled) {
    const ended = { status: 'completed', call_response: 'answered' } as const;
    const call = await ports.calls.update('o1', callId, (await ports.calls.find('o1', callId))!, ended);
    await engine.ended(call as CallLog);
  }
  await engine.stop();
  await ports.close();
  return counts;
}

/** A repository whose requests are counted. */
const counting = <T extends object>(repository: T, name: string, counts: Record<string, number>): T =>
  new Proxy(repository, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const request = `${name}.${String(key)}`;
        counts[request] = (counts[request] ?? 0) + 1;
        return value.apply(target, args) as unknown;
      };
    },
  });
