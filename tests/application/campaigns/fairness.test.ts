import { assert } from 'chai';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';

/** How many calls the organisation may have, and how fast each of the two campaigns may dial. */
interface Situation {
  readonly limit: number;
  readonly rate: number;
  readonly otherRate: number;
}

const CONTACTS = 10;
const OTHERS = 600;
/** Calls last from five to fifteen seconds. */
const LONGEST_CALL_MS = 15_000;
const lengthOf = (dial: number): number => 5_000 + ((dial * 7) % 11) * 1_000;

describe('campaigns of one organisation', function () {
  const known = new Map<string, number>();
  /** How long the short campaign takes alone: the rate of the other does not matter. */
  const timeAlone = async (situation: Situation): Promise<number> => {
    const key = `${situation.limit} ${situation.rate}`;
    const time = known.get(key) ?? (await timeOfShort(situation, 0));
    known.set(key, time);
    return time;
  };

  for (const limit of [1, 2, 3, 5, 10, 20])
    for (const [rate, otherRate] of [
      [1, 5],
      [1, 20],
      [2, 20],
    ] as const)
      it(`share ${limit} slots: one of ten contacts hardly waits beside a long one, at ${rate} and ${otherRate} dials a second`, async () => {
        const situation = { limit: limit, rate, otherRate };
        const alone = await timeAlone(situation);
        const beside = await timeOfShort(situation, OTHERS);
        assert.isAtMost(beside, 1.5 * alone, `${beside} ms beside, ${alone} ms alone`);
      });

  it('wait only for live calls: a short campaign gets every released slot', async () => {
    // Alone it would dial all contacts at once.
    const situation = { limit: 10, rate: 20, otherRate: 20 };
    const alone = await timeAlone(situation);
    const beside = await timeOfShort(situation, OTHERS);
    assert.isAtMost(beside, alone + LONGEST_CALL_MS, `${beside} ms beside, ${alone} ms alone`);
  });

  for (const limit of [1, 4])
    it(`share ${limit} slots evenly when they are as long as each other`, async () => {
      const fixture = await openCampaignFixture(limit);
      const pass = talking(fixture);
      const both = [await fixture.launch(60), await fixture.launch(60)];
      await pass(120_000);
      const [one, two] = await Promise.all(both.map(async (campaign) => (await fixture.find(campaign)).processed_rows));
      assert.approximately(one!, two!, limit);
      assert.isAbove(one!, 4);
    });

  it('use the slots of a campaign that has no contact to dial', async () => {
    const fixture = await openCampaignFixture(3);
    const pass = talking(fixture);
    await fixture.launch(1, { rate_limit_per_second: 1, retry_config: { retry_delay_seconds: 3_600 } });
    await fixture.launch(50);
    await pass(2_000);
    assert.equal(await fixture.taken(), 3);
  });
});

/** Lets time pass at a desk whose calls end when they have lasted long enough. */
function talking(fixture: CampaignFixture): (ms: number) => Promise<void> {
  const { carrier, ports } = fixture;
  let started = 0;
  let live: { readonly dial: number; readonly until: number }[] = [];
  return async (ms) => {
    for (let passed = 0; passed < ms; passed += 500) {
      const now = ports.clock.monotonic();
      for (; started < carrier.dialled.length; started += 1)
        live.push({ dial: started, until: now + lengthOf(started) });
      const over = live.filter(({ until }) => until <= now);
      live = live.filter(({ until }) => until > now);
      for (const { dial } of over) await fixture.end(dial, 'answered');
      await fixture.pass(500);
    }
  };
}

/** How long a campaign of ten contacts takes while another with this number of contacts has all slots. */
async function timeOfShort({ limit, rate, otherRate }: Situation, others: number): Promise<number> {
  const fixture = await openCampaignFixture(limit);
  try {
    const { clock } = fixture.ports;
    const pass = talking(fixture);
    if (others > 0) await fixture.launch(others, { rate_limit_per_second: otherRate });
    await pass(15_000);
    const from = clock.monotonic();
    const short = await fixture.launch(CONTACTS, { rate_limit_per_second: rate });
    while ((await fixture.find(short)).state !== 'completed') await pass(500);
    return clock.monotonic() - from;
  } finally {
    await fixture.ports.close();
  }
}
