import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

describe('deletion and retention on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let cli: CommandLine;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
  });
  beforeEach(async () => {
    const env = { XDG_CONFIG_HOME: await temporaryDirectory(), VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token };
    cli = commandLine(env);
  });

  it('shows and changes how long calls are kept, each kind on its own', async () => {
    assert.match((await cli(['retention', 'show'])).out, /recordings\s+forever/);
    const changed = await cli(['retention', 'set', '--recordings', '30', '--calls', '365']);
    assert.match(changed.out, /recordings\s+30 days\s+transcripts\s+forever\s+calls\s+365 days/);
    const { out } = await cli(['retention', 'set', '--recordings', 'forever', '--json']);
    const kept = { org_id: ada.org_id, recordings_days: null, transcripts_days: null, calls_days: 365 };
    assert.deepEqual(JSON.parse(out), kept);
    for (const days of ['0', '1.5', 'soon', '-1'])
      assert.equal((await cli(['retention', 'set', `--calls=${days}`])).code, 2, days);
    assert.equal((await cli(['retention', 'set', '--calls', '9999'])).code, 1);
  });

  it('erases a number and shows the progress, and all data only with the id of the organisation', async () => {
    const { code, out } = await cli(['erasures', 'number', '+14155550177', '--json']);
    assert.equal(code, 0);
    const { erasure_id } = JSON.parse(out) as { erasure_id: string };
    await world.ports.erasureWorker.tick();
    assert.match((await cli(['erasures', 'show', erasure_id])).out, /status\s+done/);
    assert.match((await cli(['erasures', 'list'])).out, /\+14…77\s+done\s+0\s+0/);
    const refused = await cli(['erasures', 'organisation', '--confirm', 'another']);
    assert.deepEqual([refused.code, refused.err.trim()], [1, 'Only the active organisation can be erased']);
    assert.equal((await cli(['erasures', 'organisation'])).code, 2);
  });

  it('deletes a call that is over, and says why a live one stays', async () => {
    const id = await ada.registerCall();
    const refused = await cli(['calls', 'delete', id]);
    assert.deepEqual([refused.code, refused.err.trim()], [1, 'The call is live: end it first']);
    await ada.ask('PATCH', `/calls/${id}`, { body: { status: 'failed' } });
    const deleted = await cli(['calls', 'delete', id]);
    assert.deepEqual([deleted.code, deleted.out.trim()], [0, `Deleted ${id}.`]);
    assert.equal((await cli(['calls', 'show', id])).code, 1);
  });
});
