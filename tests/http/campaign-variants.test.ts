import { writeFile } from 'node:fs/promises';
import { assert } from 'chai';
import { joinCampaigns, openCampaignWorld, passUntil, type CampaignClient } from '../support/campaign-client.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { testConfig } from '../support/providers.ts';
import { attachNumber } from '../support/telephony-resources.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import type { World } from '../support/world.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';

interface Comparison {
  readonly variants: readonly { readonly name: string; readonly weight: number | null; readonly contacts: number }[];
  readonly warnings: readonly { readonly code: string }[];
}

const NUMBERS = Array.from({ length: 8 }, (_, index) => `+1415555020${index}`);

describe('variants of campaigns over HTTP', function () {
  let world: World;
  let client: CampaignClient;
  let cli: CommandLine;
  let second: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    const agent = { name: 'Second', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
    ({ agent_id: second } = await client.post<{ agent_id: string }>('/agents', agent));
    await attachNumber(world, client, second);
    const folder = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: client.token });
  });

  const variants = (one = 1, other = 1) => [
    { agent_id: client.telephoneId, weight: one, name: 'Long' },
    { agent_id: second, weight: other },
  ];
  const compare = (id: string) => client.ask('GET', `/campaign/${id}/comparison`);

  it('are stored, share the contacts, and are compared', async () => {
    const campaign = await client.plan(NUMBERS, { variants: variants(), rate_limit_per_second: 20 });
    assert.deepEqual(campaign.orchestrator_metadata.variants, variants());
    await client.move(campaign.campaign_id, 'start');
    await passUntil(world, async () => (await client.runs(campaign.campaign_id)).length >= 5);
    await client.end(campaign.campaign_id, (await client.runs(campaign.campaign_id))[0]!.to_number, 'answered');
    const { status, body } = await compare(campaign.campaign_id);
    assert.equal(status, 200, JSON.stringify(body));
    const { variants: compared, warnings } = body as Comparison;
    assert.deepEqual(
      compared.map(({ name, weight }) => [name, weight]),
      [
        ['Long', 1],
        ['Second', 1],
      ],
    );
    assert.include(
      warnings.map(({ code }) => code),
      'still_running',
    );
    const agents = new Set((await client.runs(campaign.campaign_id)).map(({ agent_id }) => agent_id));
    assert.isTrue([...agents].every((id) => id === second || id === client.telephoneId));
  });

  it('are changed before the start, and keep their agents afterwards', async () => {
    const { campaign_id: id } = await client.plan(NUMBERS);
    const patch = (body: object) => client.ask('PATCH', `/campaign/${id}`, { body });
    assert.equal((await patch({ variants: variants() })).status, 200);
    assert.equal((await patch({ variants: null })).status, 200);
    assert.notProperty((await client.find(id)).orchestrator_metadata, 'variants');
    const { body } = await patch({ variants: variants(1, 0) });
    assert.deepEqual((body as Campaign).orchestrator_metadata.variants, variants(1, 0));
    await client.move(id, 'start');
    assert.equal((await patch({ variants: variants(2, 1) })).status, 200);
    const refused = await patch({ variants: null });
    assert.equal(refused.status, 400);
    assert.include(JSON.stringify(refused.body), 'must keep their agents');
  });

  it('are refused with the field when they are wrong', async () => {
    const other = await joinCampaigns(world, 'Other');
    for (const [given, status, field] of [
      [[{ agent_id: client.telephoneId, weight: 1 }], 422, 'variants'],
      [[...variants(), { agent_id: second, weight: 1 }], 422, 'variants[2].agent_id'],
      [variants(0, 0), 422, 'variants'],
      [variants(-1, 1), 422, 'weight'],
      [[variants()[0], { agent_id: second }], 422, 'weight'],
      [[variants()[0], { agent_id: second, weight: 1, version: 3 }], 422, 'version'],
      [[variants()[1], { agent_id: client.agentId, weight: 1 }], 422, 'variants must have the agent of the campaign'],
      [[variants()[0], { agent_id: client.agentId, weight: 1 }], 422, 'variants[1].agent_id'],
      [[variants()[0], { agent_id: other.telephoneId, weight: 1 }], 404, 'variants[1].agent_id: Agent not found'],
    ] as const) {
      const answer = await client.create({ variants: given });
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.include(JSON.stringify(answer.body), field);
    }
    const { campaign_id: id } = await client.plan(NUMBERS);
    assert.equal((await other.ask('GET', `/campaign/${id}/comparison`)).status, 404);
  });

  it('are given and compared on the command line', async () => {
    const folder = await temporaryDirectory();
    const file = `${folder}/list.csv`;
    await writeFile(file, `phone_number\n${NUMBERS.join('\n')}\n`);
    const made = await cli([
      ...['campaign', 'create', '--name', 'Two', '--agent', 'Phone', '--contacts', file],
      ...['--variant', 'Phone=1', `${second}=3`, '--json'],
    ]);
    assert.equal(made.code, 0, made.err);
    const { campaign_id: id, orchestrator_metadata: settings } = JSON.parse(made.out) as Campaign;
    assert.deepEqual(settings.variants, [
      { agent_id: client.telephoneId, weight: 1 },
      { agent_id: second, weight: 3 },
    ]);
    const { code, out, err } = await cli(['campaign', 'compare', id]);
    assert.equal(code, 0, err);
    assert.match(out, /^compared with +Phone$/m);
    assert.match(out, /^Second +3 +0 +0 +0 +0 /m);
    assert.match(out, /^answered +Second +0 of 0 +- +- +too few to compare$/m);
    assert.match(out, /^Note: The campaign is not completed\./m);
    assert.match(
      (await cli(['campaign', 'show', id])).out,
      new RegExp(`^variants +${client.telephoneId} 1, ${second} 3$`, 'm'),
    );
    assert.match((await cli(['campaign', 'preview', id])).out, /^by agent +Phone \d, Second \d$/m);
    const wrong = await cli([
      'campaign',
      'create',
      '--name',
      'x',
      '--agent',
      'a',
      '--contacts',
      file,
      '--variant',
      'Phone',
    ]);
    assert.equal(wrong.code, 2);
    assert.include(wrong.err, 'Write an agent, = and its weight, such as Telephone=1.');
  });
});
