import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

const URL = 'https://crm.example.com/events';

describe('webhooks on the command line', () => {
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

  const create = async (): Promise<string> => {
    const { out } = await cli([
      'webhooks',
      'create',
      URL,
      '--event',
      'call.ended',
      '--event',
      'agent.updated',
      '--json',
    ]);
    return (JSON.parse(out) as { endpoint_id: string }).endpoint_id;
  };

  it('show the secret of a new endpoint once, and that of a rotated one', async () => {
    const { out } = await cli(['webhooks', 'create', URL, '--event', 'call.ended', '--description', 'CRM']);
    assert.match(out, /^secret {2}whsec_\S{44}\n/);
    const id = /endpoint_id\s+(\S+)/.exec(out)![1]!;
    const shown = await cli(['webhooks', 'show', id]);
    assert.notInclude(shown.out, 'whsec_');
    assert.match(shown.out, /description\s+CRM\nevents\s+call\.ended\nstate\s+enabled/);
    const rotated = await cli(['webhooks', 'rotate', id, '--keep-hours', '2']);
    assert.match(rotated.out, /whsec_[\s\S]*previous secret until\s+2026-03-02 11:/);
    assert.match((await cli(['webhooks', 'list'])).out, new RegExp(`${id}\\s+${URL}\\s+call.ended\\s+enabled`));
  });

  it('change, disable and enable an endpoint, and say why it is disabled', async () => {
    const id = await create();
    assert.match((await cli(['webhooks', 'update', id, '--event', 'tool.failed'])).out, /events\s+tool\.failed/);
    assert.match((await cli(['webhooks', 'disable', id])).out, /state\s+disabled \(on request\)/);
    assert.match((await cli(['webhooks', 'test', id])).err, /disabled: enable it first/);
    assert.match((await cli(['webhooks', 'enable', id])).out, /state\s+enabled/);
    assert.match((await cli(['webhooks', 'delete', id])).out, /deleted/);
    assert.equal((await cli(['webhooks', 'show', id])).code, 1);
  });

  it('send a test event, list its delivery, and send it again, alone and with those of its time', async () => {
    const id = await create();
    const [eventId] = /evt_[\w-]+/.exec((await cli(['webhooks', 'test', id])).out)!;
    await eventually(
      async () => (await cli(['webhooks', 'deliveries', id])).out.match(`${eventId}.*endpoint.test.*delivered.*1.*204`),
      'its delivery',
    );
    assert.include((await cli(['webhooks', 'resend', id, eventId])).out, 'is on its way');
    await eventually(
      () => world.ports.eventSender.sent.filter(({ eventId: sent }) => sent === eventId).length === 2,
      'it',
    );
    await eventually(async () => (await cli(['webhooks', 'deliveries', id])).out.includes('delivered'), 'its log');
    const from = new Date(world.ports.clock.now().getTime() - 60_000).toISOString();
    const to = new Date(world.ports.clock.now().getTime() + 1).toISOString();
    assert.include((await cli(['webhooks', 'resend', id, '--from', from, '--to', to])).out, '0 events');
    const again = await cli(['webhooks', 'resend', id, '--from', from, '--to', to, '--delivered']);
    assert.include(again.out, '1 events are on their way');
    const without = await cli(['webhooks', 'resend', id]);
    assert.deepEqual([without.code, without.err.trim()], [2, 'Name an event, or a time with --from.']);
  });
});
