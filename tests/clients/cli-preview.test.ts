import { assert } from 'chai';
import { joinCampaigns, openCampaignWorld, type CampaignClient } from '../support/campaign-client.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import type { World } from '../support/world.ts';

describe('campaign preview on the command line', () => {
  let world: World;
  let client: CampaignClient;
  let cli: CommandLine;
  let id: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    const { token } = client;
    const folder = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: token });
    ({ campaign_id: id } = await client.plan(['+14155550101', '+14155550102']));
    await client.ask('POST', '/suppressions', { body: { phone_number: '+14155550102' } });
  });

  it('prints counts, estimate, assumptions and the first contacts', async () => {
    const { code, out, err } = await cli(['campaign', 'preview', id]);
    assert.equal(code, 0, err);
    assert.match(out, /^to dial +1$/m);
    assert.match(out, /^refused +1 \(suppressed 1\)$/m);
    assert.match(out, /^ends +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ, .+ to /m);
    assert.match(out, /^cost +\d+\.\d+ USD.*incomplete: 2 lines have no price$/m);
    assert.match(out, /^based on +defaults$/m);
    assert.match(out, /^1 +\+14155550102 +refused +suppressed /m);
  });

  it('takes assumptions', async () => {
    const { out } = await cli(['campaign', 'preview', id, '--assume', 'answered_share=0.5', 'talk_seconds=60']);
    assert.match(out, /^based on +defaults, with answered_share, talk_seconds given$/m);
    assert.match(out, /^talk_seconds +60$/m);
  });

  it('refuses what is not an assumption', async () => {
    const wrong = await cli(['campaign', 'preview', id, '--assume', 'luck']);
    assert.equal(wrong.code, 2);
    assert.include(wrong.err, 'Write a name, = and a number, such as answered_share=0.4.');
    const unknown = await cli(['campaign', 'preview', id, '--assume', 'luck=1']);
    assert.equal(unknown.code, 1);
    assert.include(unknown.err, 'luck');
  });
});
