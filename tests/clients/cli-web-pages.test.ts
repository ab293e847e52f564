import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

const URL_OF_PAGE = 'https://example.com/hours';

describe('web pages on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let cli: CommandLine;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    world.ports.pageFetcher.pages.set(URL_OF_PAGE, '# Opening hours\nWe open at nine.');
    const env = { XDG_CONFIG_HOME: await temporaryDirectory(), VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token };
    cli = commandLine(env);
  });

  it('are added, listed under their title, checked, and found with their address', async () => {
    const { code, out } = await cli(['knowledge', 'add', URL_OF_PAGE, '--refresh', 'daily', '--json']);
    assert.equal(code, 0, out);
    const { document_id } = JSON.parse(out) as { document_id: string };
    await world.ports.pageWorker.tick();
    assert.match((await cli(['knowledge', 'list'])).out, /Opening hours\s+ready/);
    const found = await cli(['knowledge', 'ask', 'when do you open']);
    assert.include(found.out, `Opening hours, ${URL_OF_PAGE}, Opening hours`);
    const refreshed = await cli(['knowledge', 'refresh', document_id, '--every', 'weekly']);
    assert.equal(refreshed.out.trim(), `${document_id} is checked.`);
    const document = await world.ports.knowledge.find(ada.org_id, document_id);
    assert.equal(document?.refresh, 'weekly');
  });

  it('are refused with another address or interval, which is named', async () => {
    const refused = await cli(['knowledge', 'add', 'example.com']);
    assert.deepEqual([refused.code, /url must be an http or https URL/.test(refused.err)], [1, true]);
    const unknown = await cli(['knowledge', 'add', URL_OF_PAGE, '--refresh', 'hourly']);
    assert.deepEqual([unknown.code, /enter manual, daily or weekly/.test(unknown.err)], [2, true]);
  });
});
