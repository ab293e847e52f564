import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { joinCampaigns, openCampaignWorld, type CampaignClient } from '../support/campaign-client.ts';
import { commandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import type { World } from '../support/world.ts';

interface Rehearsal {
  readonly contacts: object;
  readonly rehearsal: {
    readonly state: string;
    readonly dials: number;
    readonly callee_words: readonly { text: string }[];
  };
  readonly preview: { readonly contacts: { readonly total: number } };
}

const POPULATION = `
groups:
  - name: everyone
    share: 1
    answers: 1
    says: [{ text: 'Hello?', share: 1, talk_seconds: 30 }]
`;

describe('rehearsals of campaigns over HTTP, in a thread', function () {
  let world: World;
  let client: CampaignClient;
  let id: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    ({ campaign_id: id } = await client.plan(['+14155550101', '+14155550102', '+14155550103']));
  });

  const ask = (body: object, campaign = id) => client.ask('POST', `/campaign/${campaign}/rehearsal`, { body });

  it('run the campaign to its end, beside its preview, without any effect', async () => {
    const before = structuredClone(await world.ports.documents.everything());
    const { status, body } = await ask({});
    assert.equal(status, 200, JSON.stringify(body));
    const { contacts, rehearsal, preview } = body as Rehearsal;
    assert.deepEqual(contacts, { rehearsed: 3, of: 3 });
    assert.equal(rehearsal.state, 'completed');
    assert.isAtLeast(rehearsal.dials, 3);
    assert.equal(preview.contacts.total, 3);
    assert.deepEqual(await world.ports.documents.everything(), before);
    assert.isEmpty(world.ports.carriers.carrier('plivo').dialled);
  });

  it('take a population in YAML from the command line', async () => {
    const folder = await temporaryDirectory();
    const cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: client.token });
    const file = join(folder, 'population.yaml');
    await writeFile(file, POPULATION);
    const { code, out, err } = await cli(['campaign', 'rehearse', id, '--population', file]);
    assert.equal(code, 0, err);
    assert.match(out, /^3 OF 3 CONTACTS +PREVIEW +REHEARSAL +DIFFERENCE$/m);
    assert.match(out, /^dials +3 +3 +0 %$/m);
    assert.match(out, /^Hello\? +3$/m);
    await writeFile(file, '{ groups');
    assert.include((await cli(['campaign', 'rehearse', id, '--population', file])).err, 'is not valid YAML');
  });

  it('refuse bad input with the field, and campaigns of others', async () => {
    for (const [body, field] of [
      [{ population: { groups: [] } }, 'groups'],
      [{ population: { groups: [{ name: 'a', share: 1 }] } }, 'answers'],
      [{ population: { groups: [{ name: 'a', share: 0.3, answers: 1 }] } }, 'population.groups'],
      [{ sample_size: 9_999 }, 'sample_size'],
      [{ starts_at: 'soon' }, 'starts_at'],
    ] as const) {
      const answer = await ask(body);
      assert.equal(answer.status, 422, field);
      assert.include(JSON.stringify(answer.body), field);
    }
    const other = await joinCampaigns(world, 'Other');
    assert.equal((await other.ask('POST', `/campaign/${id}/rehearsal`, { body: {} })).status, 404);
  });
});
