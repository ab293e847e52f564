import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { canaryCalls, greeting } from '../application/canary-calls.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

describe('canaries on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let cli: CommandLine;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    const directory = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: directory, VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token });
    await ada.ask('PUT', `/agents/${ada.agentId}/draft`, { body: { config: greeting('Two') } });
  });

  it('are started, shown, aborted and promoted, and calls are listed by version', async () => {
    const started = await cli(['agents', 'canary', 'start', 'Desk', '--share', '20', '--note', 'Shorter']);
    assert.equal(started.code, 0, started.err);
    assert.match(started.out, /version +2\ncompared with +1\nshare +20 %\nstate +running\nnote +Shorter\n/);
    const counts = { canary: { early: 1, others: 1 }, published: { early: 0, others: 3 } };
    await canaryCalls(world.ports, ada.agentId, counts, ada.org_id);
    assert.match((await cli(['agents', 'canary', 'show', 'Desk'])).out, /Early hang-ups +- +- +1 of 50\n/);
    assert.match((await cli(['agents', 'metrics', 'Desk', '1', '2'])).out, /\n1 +3 +3 +0 +0 .*\n2 +2 +2 +0 +1 /);
    const listed = await cli(['calls', 'list', '--agent', ada.agentId, '--agent-version', '2', '--json']);
    assert.equal((JSON.parse(listed.out) as { total: number }).total, 2);
    assert.equal((await cli(['agents', 'canary', 'abort', 'Desk'])).out.trim(), 'Canary aborted');
    const again = await cli(['agents', 'canary', 'start', 'Desk', '--share', '5', '--agent-version', '2']);
    assert.equal(again.code, 0, again.err);
    const promoted = await cli(['agents', 'canary', 'promote', 'Desk']);
    assert.equal(promoted.out.trim(), 'Version 3 of Desk is published.');
    assert.include(
      (await cli(['agents', 'canary', 'start', 'Desk', '--share', '5'])).err,
      'does not differ from what is published',
    );
  });
});
