import { assert } from 'chai';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { table } from '../../clients/cli/table.ts';
import { openCampaignWorld } from '../support/campaign-client.ts';
import { commandLine, PROGRAM, type CommandLine } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TYPESCRIPT } from '../suites/suites.ts';
import { testConfig } from '../support/providers.ts';
import { storeText } from '../support/stored-texts.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import type { World } from '../support/world.ts';

describe('the command line', () => {
  let world: World;
  let fixture: AgentFixture;
  let folder: string;
  let cli: CommandLine;
  let env: Record<string, string>;
  before(async () => {
    world = await openCampaignWorld();
    fixture = await openAgentFixture(world);
  });
  beforeEach(async () => {
    folder = await temporaryDirectory();
    env = { XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token };
    cli = commandLine(env);
  });

  const fileOf = async (name: string, content: object): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify(content));
    return file;
  };

  it('runs as a program', async () => {
    const command = [...TYPESCRIPT, 'clients/cli/main.ts', 'whoami', '--json'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
      env: { ...process.env, ...env },
    });
    assert.equal((JSON.parse(stdout) as { email: string }).email, fixture.email);
    assert.equal(stderr, '');
  });

  it('adds, imports, lists and removes suppressed numbers', async () => {
    const added = await cli(['suppressions', 'add', '+1 415 555 0100', '--reason', 'asked to stop']);
    assert.match(added.out, /\+14155550100/);
    const list = join(folder, 'list.csv');
    await writeFile(list, 'phone_number,reason\n+14155550100,\n+14155550101,moved away\n');
    const imported = await cli(['suppressions', 'import', list]);
    assert.equal(imported.out.trim(), '1 of 2 numbers added; the others were on the list.', imported.err);
    assert.equal((await cli(['suppressions', 'remove', '+14155550100'])).out.trim(), 'Suppression removed');
    const listed = await cli(['suppressions', 'list']);
    assert.match(listed.out, /\+14155550101 +moved away +import/);
    assert.notInclude(listed.out, '+14155550100');
  });

  it('creates, lists and deletes API keys, and takes one in place of a login', async () => {
    const created = await cli([
      'keys',
      'create',
      'CRM',
      '--scope',
      'agents.list',
      '--scope',
      'calls.read',
      '--expires',
      '2999-01-01',
    ]);
    assert.equal(created.code, 0, created.err);
    const [key = '', id = ''] = [/^key +(vak_\S+)$/m, /^key_id +(\S+)$/m].map((row) => row.exec(created.out)?.[1]);
    const listed = await cli(['keys', 'list']);
    assert.include(listed.out, `vak_…${key.slice(-4)}`);
    assert.include(listed.out, 'agents.list calls.read');
    assert.notInclude(listed.out, key);
    const program = commandLine({ ...env, VOICE_API_TOKEN: key });
    assert.include((await program(['agents', 'list'])).out, fixture.agentId);
    assert.include((await program(['campaign', 'list'])).err, 'The API key lacks the scope campaigns.read');
    assert.equal((await cli(['keys', 'create', 'No scope'])).code, 2);
    assert.equal((await cli(['keys', 'delete', id])).out.trim(), 'API key deleted');
    assert.include((await program(['agents', 'list'])).err, 'Unknown or deleted API key');
  });

  it('prints its version and how to start it', async () => {
    assert.deepInclude(await cli(['--version']), { code: 0, out: `${PROGRAM.version}\n` });
    const { out } = await cli(['--help']);
    assert.match(out, /^Usage: npm run cli -- /);
    assert.include(out, 'npm run -s cli -- agents list --json');
  });

  it('prints its help, and exits with 2 for an invalid command', async () => {
    const help = await cli(['campaign', '--help']);
    assert.equal(help.code, 0);
    for (const command of ['list', 'create', 'start', 'pause', 'resume', 'redial', 'progress', 'report', '--json'])
      assert.include(help.out, command);
    for (const wrong of [
      ['dance'],
      ['agents', 'create'],
      ['calls', 'list', '--limit', 'many'],
      ['whoami', '--api', 'ftp://x'],
      ['call', 'Desk', '+14155550100', '--var', 'name'],
      ['agents', 'create', '-f', 'not-there.json'],
      ['login'],
    ]) {
      const { code, out, err } = await cli(wrong);
      assert.deepEqual([code, out], [2, ''], wrong.join(' '));
      assert.isNotEmpty(err);
    }
  });

  it('exits with 3 when no API answers', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const { code, err } = await cli(['whoami', '--api', nobody]);
    assert.deepEqual(
      [code, err],
      [3, `No API answers at ${nobody}: start it with \`npm start\`, or name another with --api.\n`],
    );
    assert.match((await cli(['whoami', '--api', 'http://127.0.0.1:9'])).err, /^The API cannot be reached: .+\n$/);
  });

  it('exits with 1 and one line per error when the API rejects a request', async () => {
    const file = await fileOf('agent.json', { name: 7, agent_category: 'fax' });
    const { code, out, err } = await cli(['agents', 'create', '-f', file]);
    assert.deepEqual([code, out], [1, '']);
    assert.sameMembers(
      err
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
      ['name', 'agent_category', 'config'],
    );
  });

  it('creates, shows, changes and deletes agents by id or name', async () => {
    const agent = { name: 'Night desk', agent_category: 'websocket', config: testConfig() };
    const created = await cli(['agents', 'create', '-f', '-'], { input: JSON.stringify(agent) });
    assert.equal(created.code, 0, created.err);
    assert.match(created.out, /^name +Night desk$/m);
    const change = await fileOf('change.json', { name: 'Day desk' });
    assert.equal((await cli(['agents', 'update', 'Night desk', '-f', change])).code, 0);
    assert.match((await cli(['agents', 'list'])).out, /^AGENT_ID +NAME .*\n[-0-9a-f]{36}  Day desk +websocket /);
    const shown = await cli(['agents', 'show', 'Day desk', '--json']);
    const { agent_id: id } = JSON.parse(shown.out) as { agent_id: string };
    assert.deepEqual(JSON.parse(shown.out), (await fixture.ask('GET', `/agents/${id}`)).body);
    assert.match((await cli(['agents', 'archive', 'Day desk'])).out, /^status +archived$/m);
    assert.match((await cli(['agents', 'restore', 'Day desk'])).out, /^status +active$/m);
    assert.equal((await cli(['agents', 'delete', id])).code, 0);
    assert.include(await cli(['agents', 'show', 'Day desk']), { code: 1 });
  });

  it('removes control characters from its output', () => {
    assert.equal(table([{ name: 'Red \u001b[31m\u009bdesk' }], { NAME: ({ name }) => name }), 'NAME\nRed  [31m desk');
  });

  describe('on calls', () => {
    let callId: string;
    beforeEach(async () => (callId = await fixture.registerCall()));

    const store = async (name: string, content: string, field: string) => {
      const url = await storeText(world.ports, `${fixture.org_id}/${callId}/${name}`, content);
      await fixture.ask('PATCH', `/calls/${callId}`, { body: { [field]: url } });
    };

    it('lists calls and shows one', async () => {
      const { out } = await cli(['calls', 'list', '--limit', '1']);
      assert.match(out, new RegExp(`^CREATED .*\\n.+Z  ${callId}  web +initiated `));
      assert.match((await cli(['calls', 'show', callId])).out, /^outcome +initiated$/m);
      assert.include(await cli(['calls', 'show', 'nothing']), { code: 1 });
    });

    it('prints the transcript with the latency of each reply', async () => {
      const lines = [
        '[2026-03-02T09:00:01.000Z] assistant: Hello.',
        '[2026-03-02T09:00:03.000Z] user: When do you open?',
        '[2026-03-02T09:00:05.250Z] assistant: At nine.',
      ];
      await store('transcript.txt', `call_id=${callId}\n---\n${lines.join('\n')}\n`, 'transcript_url');
      const silence = Date.parse('2026-03-02T09:00:04.500Z') / 1000;
      const ttfb = [
        { stage: 'llm', processor: 'x', model: null, start_time: silence, duration_secs: 0.4 },
        { stage: 'tts', processor: 'y', model: null, start_time: silence, duration_secs: 0.25 },
      ];
      const body = {
        summary: { turn_count: 2, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0.75 },
        transport: { client_connected_secs: 0.1 },
        turns: [],
        latencies: {
          first_bot_speech_secs: 0.5,
          user_to_bot_secs: [0.75],
          breakdowns: [
            { ttfb: [], user_turn_start_time: null },
            { ttfb, user_turn_start_time: silence, user_turn_secs: 0.1, user_turn_ended_by: 'vendor' },
          ],
        },
      };
      assert.equal((await fixture.ask('PUT', `/calls/${callId}/metrics`, { body })).status, 200);
      assert.deepEqual((await cli(['calls', 'transcript', callId])).out.split('\n'), [
        '09:00:01  assistant  Hello.',
        '09:00:03  user       When do you open?',
        '09:00:05  assistant  At nine.  (750 ms: vendor 100, llm 400, tts 250)',
        'replies: 1, interrupted: 0, a reply after 750 ms on average, llm 400, tts 250',
        '',
      ]);
      assert.include((await cli(['calls', 'transcript', callId, '--json'])).out, `${lines.join('\n')}\n`);
    });

    it('stores a complete recording or none', async () => {
      const file = join(folder, 'recording.wav');
      assert.equal((await cli(['calls', 'recording', callId, '-o', file])).code, 1);
      assert.deepEqual(await readdir(folder), []);
      await store('recording.wav', 'RIFF and so on', 'recording_url');
      assert.equal((await cli(['calls', 'recording', callId, '-o', file])).code, 0);
      assert.equal(await readFile(file, 'utf8'), 'RIFF and so on');
      assert.equal((await cli(['calls', 'recording', callId, '-o', '-'])).out, 'RIFF and so on');
    });

    it('follows the call logs: the latest calls, then new and changed ones', async () => {
      let next = '';
      const events = [
        async () => (next = await fixture.registerCall()),
        () => fixture.ask('PATCH', `/calls/${next}`, { body: { status: 'failed' } }),
        () => Promise.reject(new Error('That will do.')),
      ];
      const { out } = await cli(['logs', '--follow', '-n', '1', '--json'], { meanwhile: () => events.shift()!() });
      const reported = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { call_id: string; status: string });
      assert.deepEqual(
        reported.map(({ call_id, status }) => [call_id, status]),
        [
          [callId, 'initiated'],
          [next, 'initiated'],
          [next, 'failed'],
        ],
      );
    });
  });
});
