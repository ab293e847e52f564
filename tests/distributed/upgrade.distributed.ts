import { assert } from 'chai';
import { earlierRelease } from '../operations/earlier-release.ts';
import { CONTACTS, tamper, twoReleases } from '../operations/two-releases.ts';

/** What a release after this one would add to stored documents. */
const NEWER = { of_a_newer_release: { kept: [1, { deep: true }] } };
/** Collections with documents that both releases change, by a field with a unique value. */
const MARKED = {
  agents: 'agent_id',
  calls: 'call_id',
  campaigns: 'campaign_id',
  queued_runs: 'queued_run_id',
} as const;
/** Documents of each that are marked. */
const MARKS = 10;

/** Adds the fields of a newer release to some documents of each of these collections. Answers their ids. */
async function mark(documentsUrl: string): Promise<Readonly<Record<string, string[]>>> {
  for (const [name, key] of Object.entries(MARKED))
    await tamper(documentsUrl, name, async (documents) => {
      for (const each of await documents.find({}, { sort: { [key]: 'asc' }, limit: MARKS }))
        await documents.change({ [key]: each[key] as string }, NEWER);
    });
  return markedOf(documentsUrl);
}

/** The ids of the documents that have these fields. */
async function markedOf(documentsUrl: string): Promise<Readonly<Record<string, string[]>>> {
  const found: Record<string, string[]> = {};
  for (const [name, key] of Object.entries(MARKED)) {
    const all = await tamper(documentsUrl, name, (documents) => documents.find({}));
    const own = all.filter(
      (each) => JSON.stringify(each['of_a_newer_release']) === JSON.stringify(NEWER.of_a_newer_release),
    );
    found[name] = own.map((each) => each[key] as string).toSorted();
  }
  return found;
}

describe('the release before this one and this one, side by side on the same stores', function () {
  this.timeout(600_000);
  const earlier = earlierRelease();

  it('call each contact of a campaign once while one replaces the other and is replaced, and read the same calls', async () => {
    const { start, launch, dialled, documentsUrl, audit, callsAt } = await twoReleases(earlier());
    const first = await start('earlier');
    const campaign = await launch();
    // The campaign rests while a release starts, so that it lasts longer than the starts of a busy machine.
    const join = async (release: Parameters<typeof start>[0]) => {
      await campaign.move('pause');
      const joined = await start(release);
      await campaign.move('resume');
      return joined;
    };
    await dialled(10);
    // Both serve requests, calls and webhooks. One of them dials.
    const second = await join('current');
    await dialled(20);
    await first.stop();
    await dialled((await dialled(0)) + 10);

    const marked = await mark(documentsUrl);
    const back = await join('earlier');
    await dialled((await dialled(0)) + 10);
    await second.stop();
    await dialled((await dialled(0)) + 10);
    const last = await join('current');
    await audit(campaign);

    const [old, fresh] = [await callsAt(back, campaign), await callsAt(last, campaign)];
    assert.equal(old.size, CONTACTS);
    for (const [callId, call] of old) assert.deepInclude(fresh.get(callId), call);
    assert.deepEqual(await markedOf(documentsUrl), marked);
    await Promise.all([back.stop(), last.stop()]);
  });
});
