import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const bookTableOnline = (name = 'book', request: object = {}) => ({
  ...{ type: 'http', name, description: 'Books a table.' },
  request: { method: 'POST', url: 'https://api.example.com/', ...request },
});

const mcpServer = (name: string, headers: object) => ({
  ...{ name, url: 'https://mcp.example.com/', headers },
  tools: [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }],
});

describe('requests of an agent with a secret or placeholder that is not there', () => {
  let world: World;
  let ada: AgentFixture;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
  });

  const save = (config: object) =>
    ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: { ...testConfig(), ...config } } });

  const MISSING = 'The secret other is not stored: ask an admin to store it with POST /tool-secrets';
  const places = { a: '{{secret.other}}' };
  for (const [what, config, fields] of [
    [
      'every part of the second tool',
      {
        tools: [
          bookTableOnline(),
          bookTableOnline('second', {
            headers: { 'X-Key': 'k {{secret.other}}' },
            query: places,
            body: { list: [7, places] },
          }),
        ],
      },
      ['headers.X-Key', 'query.a', 'body.list[1].a'].map((field) => `tools[1].request.${field}`),
    ],
    [
      'a field of a body whose name has spaces',
      { tools: [bookTableOnline('odd', { body: { 'a b]': '{{secret.other}}{{secret.other}}' } })] },
      ['tools[0].request.body["a b]"]'],
    ],
    [
      'a header of the pre-call request',
      { pre_call: { url: 'https://crm.example.com/', headers: { 'X-Key': '{{secret.other}}' } } },
      ['pre_call.headers.X-Key'],
    ],
    [
      'a header of the second MCP server',
      { mcp_servers: [mcpServer('one', {}), mcpServer('two', { 'X-Key': '{{secret.other}}' })] },
      ['mcp_servers[1].headers.X-Key'],
    ],
  ] as const)
    it(`are refused with the field that sends the secret, in ${what}`, async () => {
      const answer = await save(config);
      assert.equal(answer.status, 422, answer.text);
      assert.deepEqual(
        String(answer.detail).split('\n'),
        fields.map((field) => `${field}: ${MISSING}`),
      );
    });

  for (const [what, config, field] of [
    ['a URL', { tools: [bookTableOnline('b', { url: 'https://api.example.com/{{other}}' })] }, 'tools[0].request.url'],
    [
      'a header',
      { tools: [bookTableOnline('b', { headers: { 'X-Key': '{{other}}' } })] },
      'tools[0].request.headers.X-Key',
    ],
    ['a query', { tools: [bookTableOnline('b', { query: { day: '{{other}}' } })] }, 'tools[0].request.query.day'],
    [
      'a body',
      { tools: [bookTableOnline('b', { body: { list: ['', '{{other}}'] } })] },
      'tools[0].request.body.list[1]',
    ],
    [
      'a pre-call request',
      { pre_call: { url: 'https://a.example/', headers: { 'X-A': '{{other}}' } } },
      'pre_call.headers.X-A',
    ],
    ['an MCP server', { mcp_servers: [mcpServer('one', { 'X-A': '{{other}}' })] }, 'mcp_servers[0].headers.X-A'],
  ] as const)
    it(`are refused with the field that has the placeholder, in ${what}`, async () => {
      const answer = await save(config);
      assert.equal(answer.status, 422, answer.text);
      assert.match(String(answer.detail), /^\S+ has an unknown placeholder \{\{other\}\}: /);
      assert.equal(String(answer.detail).split(' ', 1)[0], field);
    });
});
