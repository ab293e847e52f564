import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { assert } from 'chai';
import { run } from '../../clients/cli/run.ts';
import type { Shell } from '../../clients/cli/shell.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { CollectedOutput, commandLine, PROGRAM } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';
import { openMcpSession } from '../support/mcp-session.ts';
import { errorText } from '../support/refusals.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

describe('the MCP server on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let home: string;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    home = await temporaryDirectory();
  });

  /** Starts the command, and ends of its input and output for the SDK's client. */
  function started(env: Shell['env'], args: readonly string[] = []) {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new CollectedOutput()];
    const ended = run(['mcp', ...args], { program: PROGRAM, env, stdin, stdout, stderr, pause: async () => undefined });
    // A session that has ended leaves the output paused.
    const transport = (): StdioServerTransport => new StdioServerTransport(stdout.resume(), stdin);
    return { transport, stdin, stdout, stderr, ended };
  }

  it('carries a whole session, and ends with its input', async () => {
    const { transport, stdin, stderr, ended } = started(
      { XDG_CONFIG_HOME: home, VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token },
      ['--write', '--toolsets', 'agents,knowledge'],
    );
    const session = await openMcpSession(transport());
    assert.includeMembers(await session.names(), ['list_agents', 'create_agent', 'search_knowledge']);
    assert.notInclude(await session.names(), 'list_calls');
    const [one, other] = await Promise.all([
      session.json<{ total: number }>('list_agents'),
      session.call('get_agent', { agent_id: ada.agentId }),
    ]);
    assert.equal(one.total, 1);
    assert.include(other.text, '"name":"Desk"');
    assert.isNotEmpty((await session.client.listResources()).resources);
    stdin.end();
    assert.equal(await ended, 0);
    assert.notInclude(stderr.text, ada.token);
  });

  it('uses the session of a login, and one that is begun later', async () => {
    const own = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: own, VOICE_API_URL: world.url };
    const { transport, stdin, stderr, ended } = started(env);
    const fault = await errorText(openMcpSession(transport()));
    assert.match(fault, /Not authenticated\. Log in \(npm run cli -- login\), or set VOICE_API_TOKEN to an API key/);
    assert.include(stderr.text, 'Log in');
    await commandLine(env)(['login', '--email', ada.email], { input: ada.password });
    const session = await openMcpSession(transport());
    assert.equal((await session.json<{ total: number }>('list_agents')).total, 1);
    stdin.end();
    assert.equal(await ended, 0);
  });

  it('tells what to do when there is no API, no MCP server and a wrong choice', async () => {
    const off = await openWorld(undefined, { mcpServer: false });
    const signer = await off.signUp('eve');
    const env = { XDG_CONFIG_HOME: home, VOICE_API_TOKEN: signer.token };
    for (const [url, args, says] of [
      [
        `http://127.0.0.1:${await freePort()}`,
        [],
        /cannot be reached.*Start it with npm start, or name another with --api/,
      ],
      [off.url, [], /has no MCP server: set MCP_SERVER=on there/],
      [world.url, ['--toolsets', 'emails'], /toolsets must be all, or some of agents/],
    ] as const) {
      const token = url === world.url ? ada.token : signer.token;
      const { transport, stdin, ended } = started({ ...env, VOICE_API_URL: url, VOICE_API_TOKEN: token }, args);
      assert.match(await errorText(openMcpSession(transport())), says);
      stdin.end();
      assert.equal(await ended, 0);
    }
  });

  it('writes messages and nothing else to the standard output, whatever it reads', async () => {
    const { stdin, stdout, stderr, ended } = started({
      XDG_CONFIG_HOME: home,
      VOICE_API_URL: world.url,
      VOICE_API_TOKEN: ada.token,
    });
    let out = '';
    stdout.on('data', (part: Buffer) => (out += part.toString()));
    stdin.write('no JSON\n{"jsonrpc":"2.0"}\n[]\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    stdin.end('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    assert.equal(await ended, 0);
    assert.deepEqual(JSON.parse(out), { jsonrpc: '2.0', id: 7, result: {} });
    assert.isNotEmpty(stderr.text);
  });
});
