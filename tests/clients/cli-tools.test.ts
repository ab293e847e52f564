import { assert } from 'chai';
import { agentUseCases } from '../../application/agents/index.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { commandLine } from '../support/command-line.ts';
import { fakeToolCaller } from '../support/fake-tools.ts';
import { testConfig } from '../support/providers.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

const BOOKED: ToolAnswer = { ok: true, status: 201, content: 'Table 7', variables: { code: 'T7' } };
const REFUSED: ToolAnswer = { ok: false, status: 422, content: 'The tool failed: status 422', variables: {} };

describe('tools on the command line', () => {
  let world: World;
  let ada: AgentFixture;
  let answer = BOOKED;
  let cli: ReturnType<typeof commandLine>;
  before(async () => {
    world = await openWorld((ports) => ({
      agents: agentUseCases({ ...ports, toolCaller: { ...fakeToolCaller(), call: async () => answer } }),
    }));
    ada = await openAgentFixture(world);
    const home = await temporaryDirectory();
    cli = commandLine({ XDG_CONFIG_HOME: home, VOICE_API_URL: world.url, VOICE_API_TOKEN: ada.token });
  });

  const tool = {
    ...{ type: 'http', name: 'book', description: 'Books.' },
    parameters: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
    request: {
      ...{ method: 'POST', url: 'https://api.example.com/bookings', body: { size: '{{size}}', guest: '{{guest}}' } },
      headers: { authorization: 'Bearer {{secret.bookings_key}}' },
    },
  };
  const saved = () =>
    ada.ask('PATCH', `/agents/${ada.agentId}`, {
      body: { config: { ...testConfig(), custom_variables: { guest: 'Ada' }, tools: [tool] } },
    });

  it('have secrets that are stored from the standard input, listed without values and deleted', async () => {
    const options = ['--host', 'api.example.com', '--host', 'b.example.com:8443'];
    const stored = await cli(['tool-secrets', 'store', 'bookings_key', ...options], { input: 'sk-bookings-1234\n' });
    assert.equal(stored.code, 0, stored.err);
    const listed = await cli(['tool-secrets', 'list']);
    assert.match(listed.out, /^bookings_key +api\.example\.com b\.example\.com:8443 /m);
    assert.notInclude(stored.out + listed.out, 'sk-bookings');
    assert.equal((await saved()).status, 200);
    const kept = await cli(['tool-secrets', 'delete', 'bookings_key']);
    assert.equal(kept.code, 1);
    assert.include(kept.err, 'is sent by tools of Desk');
    assert.equal((await cli(['tool-secrets', 'delete', 'bookings_key', '--force'])).code, 0);
    assert.equal((await cli(['tool-secrets', 'list'])).out.trim(), 'There are none.');
  });

  it('are tried with a request that is shown with masked secrets, and what the model would read', async () => {
    await cli(['tool-secrets', 'store', 'bookings_key', '--host', 'api.example.com'], { input: 'sk-bookings-1234' });
    assert.equal((await saved()).status, 200);
    answer = BOOKED;
    const options = ['--arguments', '{"size": 4}', '--variables', '{"guest": "Eve"}'];
    const { code, out, err } = await cli(['tools', 'try', 'Desk', 'book', ...options]);
    assert.equal(code, 0, err);
    const lines = out.split('\n');
    assert.equal(lines[0], 'POST https://api.example.com/bookings');
    assert.include(lines, 'authorization: Bearer ****');
    assert.include(lines, '{"size":4,"guest":"Eve"}');
    assert.match(out, /^status +201$/m);
    assert.match(out, /^variables +\{"code":"T7"\}$/m);
    assert.match(out, /^the model reads +Table 7$/m);
    assert.notInclude(out, 'sk-bookings');
  });

  it('make the command fail when they fail, when their arguments are refused, and when these are not a JSON object', async () => {
    answer = REFUSED;
    const failed = await cli(['tools', 'try', 'Desk', 'book', '--arguments', '{"size": 4}']);
    assert.deepEqual([failed.code, failed.err.trim()], [1, 'The tool failed.']);
    assert.match(failed.out, /^outcome +failed$/m);
    const refused = await cli(['tools', 'try', 'Desk', 'book']);
    assert.equal(refused.code, 1);
    assert.include(refused.err, "arguments must have required property 'size'");
    for (const [text, reason] of [
      ['[4]', '--arguments must contain a JSON object.'],
      ['{"size"', '--arguments is not valid JSON'],
    ] as const) {
      const { code, err } = await cli(['tools', 'try', 'Desk', 'book', '--arguments', text]);
      assert.equal(code, 2, err);
      assert.include(err, reason);
    }
  });
});
