import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { openCampaignWorld } from '../support/campaign-client.ts';
import { commandLine } from '../support/command-line.ts';
import { endedCall, storeTranscript } from '../support/ended-call.ts';
import { JUDGING } from '../support/judging.ts';
import { testConfig } from '../support/providers.ts';
import { temporaryDirectory } from '../support/temporary.ts';

describe('the analysis of calls in the command line', () => {
  let world: Awaited<ReturnType<typeof openCampaignWorld>>;
  beforeEach(async () => (world = await openCampaignWorld()));

  /** An agent that judges calls, and two calls: one judged yes, one no. */
  async function judged() {
    const fixture = await openAgentFixture(world);
    const folder = await temporaryDirectory();
    const cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token });
    const [yes, no] = [
      await endedCall(world, fixture, 'a table for 4 on Friday'),
      await endedCall(world, fixture, 'no table'),
    ];
    await fixture.ask('PATCH', `/agents/${fixture.agentId}`, {
      body: { config: { ...testConfig(), analysis: JUDGING } },
    });
    world.ports.clock.advance(1_000);
    return { cli, fixture, folder, yes, no };
  }
  const work = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1) {
      world.ports.clock.advance(2_000);
      await world.ports.analysisRunWorker.tick();
      await world.ports.analysisWorker.tick();
    }
  };

  it('is started for old calls, followed, read and counted', async () => {
    const { cli, fixture, yes, no } = await judged();
    assert.equal((await cli(['calls', 'analysis', yes])).code, 1);
    const started = await cli(['calls', 'analyse', '--max', '5']);
    assert.match(started.out, /state +running\n[^]*requested +0, at most 5/);
    const [, id = ''] = /run_id +(\S+)/.exec(started.out) ?? [];
    await work();
    assert.match((await cli(['calls', 'runs', id])).out, /state +done\n[^]*read +2 of 2 calls\n[^]*done +2/);
    assert.match((await cli(['calls', 'runs'])).out, new RegExp(`${id} +done +2 of 2 +2 +2 +0`));
    assert.match((await cli(['calls', 'cancel-run', id])).out, /state +done/);
    const { out } = await cli(['calls', 'analysis', yes]);
    assert.match(out, /status +done\n[^]*success +yes\n[^]*Said "yes"\.\n[^]*guests +4\nday +Friday/);
    assert.match((await cli(['calls', 'outcomes'])).out, /Desk +2 +1 +1 +0 +50 % +0 +0\nall agents /);
    await storeTranscript(world, fixture, no, 'a table for 2 on Monday');
    assert.match((await cli(['calls', 'analysis', no, '--again'])).out, /status +(pending|done)/);
    await work();
    assert.match((await cli(['calls', 'outcomes'])).out, /Desk +2 +2 +0 +0 +100 % +0 +0\nall agents /);
  });

  it('filters the list of calls, and is exported', async () => {
    const { cli, folder, yes, no } = await judged();
    await cli(['calls', 'analyse']);
    await work();
    const listed = (await cli(['calls', 'list', '--success', 'no'])).out;
    assert.include(listed, no);
    assert.notInclude(listed, yes);
    assert.include((await cli(['calls', 'list', '--field', 'day:Friday'])).out, yes);
    assert.equal((await cli(['calls', 'list', '--success', 'maybe'])).code, 2);
    assert.equal((await cli(['calls', 'list', '--field', 'Friday'])).code, 2);
    const file = join(folder, 'out.csv');
    assert.equal((await cli(['calls', 'export', '--success', 'yes', '-o', file])).code, 0);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    assert.lengthOf(lines, 2);
    assert.isTrue(lines[1]?.startsWith(yes));
  });
});
