import { assert } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withBreaker } from '../../domain/campaigns/campaign-breaker.ts';
import { tripped } from '../../domain/campaigns/open-breaker.ts';
import { joinCampaigns, openCampaignWorld, type CampaignClient } from '../support/campaign-client.ts';
import { commandLine, type CommandLine } from '../support/command-line.ts';
import { storeText } from '../support/stored-texts.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import type { World } from '../support/world.ts';

const CALLEE = '+14155550102';

describe('the call command', () => {
  let world: World;
  let client: CampaignClient;
  let folder: string;
  let cli: CommandLine;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
  });
  beforeEach(async () => {
    folder = await temporaryDirectory();
    const keys = { VOICE_API_TOKEN: client.token };
    cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, ...keys });
  });

  const fileOf = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const lastCall = async () => (await world.ports.calls.list(client.org_id, { limit: 1, offset: 0 }))[0]!;

  it('places a call with variables', async () => {
    const { code, out, err } = await cli(['call', 'Phone', CALLEE, '--var', 'name=Bo=b', '--json']);
    assert.equal(code, 0, err);
    assert.deepInclude(JSON.parse(out) as object, { to_number: CALLEE, custom_variables: { name: 'Bo=b' } });
    await client.ask('PATCH', `/calls/${(await lastCall()).call_id}`, { body: { status: 'failed' } });
  });

  it('waits for the end of a call and prints its transcript', async () => {
    const report = async (body: object) => client.ask('PATCH', `/calls/${(await lastCall()).call_id}`, { body });
    const leave = async () => {
      const { call_id } = await lastCall();
      const text = `call_id=${call_id}\n---\n[2026-03-02T09:00:01.000Z] assistant: Hello.\n`;
      return report({
        transcript_url: await storeText(world.ports, `${client.org_id}/${call_id}/transcript.txt`, text),
      });
    };
    const events = [
      () => report({ status: 'ringing' }),
      () => report({ status: 'in_progress' }),
      () => report({ status: 'completed', call_response: 'answered' }),
      leave,
    ];
    const { code, out, err } = await cli(['call', 'Phone', CALLEE, '--wait'], { meanwhile: () => events.shift()!() });
    assert.equal(code, 0, err);
    assert.deepEqual(err.split('\n').slice(1, -1), ['initiated', 'ringing', 'in_progress', 'completed (answered)']);
    assert.equal(out, '09:00:01  assistant  Hello.\n');
  });

  it('fails after waiting for a call that is not completed, with its reason', async () => {
    const report = async (body: object) => client.ask('PATCH', `/calls/${(await lastCall()).call_id}`, { body });
    const endings = [
      [{ status: 'failed', call_response: 'failed', error_message: 'No route' }, 'No route'],
      [{ status: 'busy', call_response: 'declined' }, 'busy (declined)'],
    ] as const;
    for (const [ending, reason] of endings) {
      const { code, out, err } = await cli(['call', 'Phone', CALLEE, '--wait', '--json'], {
        meanwhile: () => report(ending),
      });
      assert.equal(code, 1);
      assert.deepInclude(JSON.parse(out) as object, ending);
      assert.equal(err.split('\n').at(-2), `The call was not completed: ${reason}`);
    }
  });

  it('runs a campaign from its contact list to its report', async () => {
    const contacts = await fileOf('spring.csv', `phone_number,name\n${CALLEE},Bo\n`);
    const settings = await fileOf('settings.json', '{"retry_config": {"enabled": false}}');
    const order = ['--name', 'Spring', '--agent', 'Phone', '--contacts', contacts, '--settings', settings];
    const created = await cli(['campaign', 'create', ...order, '--rate', '2', '--json']);
    assert.equal(created.code, 0, created.err);
    const { campaign_id: id } = JSON.parse(created.out) as { campaign_id: string };
    assert.include((await cli(['campaign', 'list'])).out, `${id}  Spring  created  1         0     0       `);
    assert.include(await cli(['campaign', 'start', id]), { code: 0, out: `${id} started.\n` });
    assert.include(await cli(['campaign', 'start', id]), { code: 1 });

    const meanwhile = async () => {
      await world.ports.clock.advanceAsync(1000);
      await client.end(id, CALLEE, 'busy');
    };
    const { out } = await cli(['campaign', 'progress', id, '--watch'], { meanwhile });
    const lines = out.trim().split('\n');
    assert.equal(lines[0], 'running: 0 of 1 done, 0 not reached (0 %)');
    assert.equal(lines.at(-1), 'completed: 1 of 1 done, 1 not reached (100 %)');

    const file = join(folder, 'report.csv');
    assert.equal((await cli(['campaign', 'report', id, '-o', file])).code, 0);
    assert.match(await readFile(file, 'utf8'), /^call_id,.+\r\n.+,busy,/);

    assert.equal((await cli(['campaign', 'redial', id, '--name', 'Spring again'])).code, 0);
    assert.match((await cli(['campaign', 'list'])).out, /  Spring again +created +1 /);
  });

  it('says why and until when a campaign does not dial whose breaker has tripped', async () => {
    const { campaign_id: id, org_id } = await client.plan([CALLEE], { circuit_breaker: { probe_after_seconds: 60 } });
    const { campaigns, clock } = world.ports;
    const open = tripped('Calls failed', 60, clock.now());
    for (const [breaker, words] of [
      [open, `Calls failed; dials one contact at ${open.probe_at.slice(0, 19).replace('T', ' ')}Z`],
      [{ ...open, state: 'half_open', probe_run_id: 'r' }, 'Calls failed; dials one contact'],
    ] as const) {
      const seen = (await campaigns.find(org_id, id))!;
      await campaigns.change(seen, { campaign: withBreaker(seen.campaign, breaker) });
      assert.match((await cli(['campaign', 'show', id])).out, new RegExp(`^why +${words}$`, 'm'));
      assert.equal((await cli(['campaign', 'progress', id])).out.split('\n')[1], words);
    }
  });

  it('uploads, queries and deletes a document', async () => {
    const file = await fileOf('hours.pdf', '%PDF-We open at nine.');
    const { out, err } = await cli(['knowledge', 'upload', file, '--wait'], {
      meanwhile: () => world.ports.ingestion.tick(),
    });
    assert.match(out, /^\S+ ready\n$/, err);
    const id = out.split(' ')[0]!;
    assert.match((await cli(['knowledge', 'list'])).out, new RegExp(`\\n${id} +hours.pdf +ready +1 `));
    assert.match(
      (await cli(['knowledge', 'ask', 'When?'])).out,
      /^hours.pdf, page 1 \(distance .+\)\nWe open at nine.\n$/,
    );
    assert.include(await cli(['knowledge', 'ask', ' ']), { code: 2, out: '' });

    const broken = await cli(['knowledge', 'upload', await fileOf('broken.pdf', '%PDF-hostile'), '--wait'], {
      meanwhile: () => world.ports.ingestion.tick(),
    });
    assert.deepInclude(broken, { code: 1, out: '' });
    assert.match(broken.err, /\S+ failed: The file cannot be read.\n$/);
    assert.include(await cli(['knowledge', 'delete', id]), { code: 0 });
    assert.notInclude((await cli(['knowledge', 'list'])).out, id);

    const markdown = await fileOf('house.md', '# Opening hours\nAt nine.');
    await cli(['knowledge', 'upload', markdown, '--wait'], { meanwhile: () => world.ports.ingestion.tick() });
    assert.match(
      (await cli(['knowledge', 'ask', 'When?'])).out,
      /^house.md, Opening hours \(distance .+\)\nAt nine.\n$/,
    );
  });
});
