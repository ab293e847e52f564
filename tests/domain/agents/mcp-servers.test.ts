import { assert } from 'chai';
import { mcpToolName } from '../../../domain/agents/mcp-server.ts';
import { mcpSecretNames, parseMcpServers, requireDistinctTools } from '../../../domain/agents/mcp-servers.ts';
import { readMcpResult } from '../../../domain/agents/mcp-answer.ts';
import { reasons } from './known-providers.ts';

const tool = (changes: object = {}) => ({ name: 'get-table', description: ' Finds a table. ', ...changes });
const server = (changes: object = {}) => ({
  ...{ name: 'bookings', url: 'https://mcp.example.com/mcp', tools: [tool()] },
  ...changes,
});
const parse = (...servers: readonly object[]) => parseMcpServers(servers, ['guest']);

/** Servers that are refused, with the words of the refusal. */
const REFUSED: readonly (readonly [changes: object, reason: string])[] = [
  [
    { name: 'Bookings' },
    'mcp_servers[0].name must be 1 to 32 lower-case letters, digits and underscores, and start with a letter',
  ],
  [{ url: undefined }, 'mcp_servers[0].url is required'],
  ...[
    'ftp://a.example',
    'https://u:p@a.example',
    'https://{{guest}}.example',
    'https://a.example/{{guest}}',
    'https://a.example/#x',
  ].map(
    (url) =>
      [
        { url },
        'mcp_servers[0].url must be an http or https URL without credentials, spaces, fragment and placeholders',
      ] as const,
  ),
  [
    { headers: { 'Mcp-Session-Id': 'x' } },
    'mcp_servers[0].headers.Mcp-Session-Id must be omitted: the platform sets it',
  ],
  [
    { headers: { 'x-a': '{{unknown}}' } },
    'mcp_servers[0].headers.x-a has an unknown placeholder {{unknown}}: use an argument, a custom variable or a secret',
  ],
  [{ timeout_secs: 31 }, 'mcp_servers[0].timeout_secs must be an integer from 1 to 30'],
  [{ timeout: 8 }, 'mcp_servers[0].timeout is unknown: did you mean timeout_secs?'],
  [{ tools: {} }, 'mcp_servers[0].tools must be a list'],
  [
    { tools: [tool({ name: 'a b' })] },
    'mcp_servers[0].tools[0].name must be 1 to 128 printable ASCII characters without spaces',
  ],
  [
    { tools: [tool({ description: 'x'.repeat(1_025) })] },
    'mcp_servers[0].tools[0].description must have at most 1024 characters',
  ],
  [{ tools: [tool({ description: ' ' })] }, 'mcp_servers[0].tools[0].description is required'],
  [
    { tools: [tool({ side_effect: true })] },
    'mcp_servers[0].tools[0].side_effect is unknown: did you mean side_effects?',
  ],
  [{ tools: [tool(), tool()] }, 'mcp_servers[0].tools[1].name must differ from the names before it'],
  [
    { tools: [tool({ parameters: { type: 'object', properties: { a: { $ref: '#/b' } } } })] },
    'mcp_servers[0].tools[0].parameters.properties.a.$ref is not supported in a schema: write the schema in its place',
  ],
  [
    { tools: [tool({ name: 'x'.repeat(60) })] },
    `mcp_servers[0].tools[0] is called bookings_${'x'.repeat(60)}, which has more than 64 characters: shorten the server's name`,
  ],
];

describe('MCP servers of an agent', () => {
  it('get their defaults: a tool has side effects, and is answered within 8 seconds', () => {
    assert.deepEqual(parse(server({ headers: { 'x-key': '{{secret.key}} {{guest}}' } })), [
      {
        ...{ name: 'bookings', url: 'https://mcp.example.com/mcp', headers: { 'x-key': '{{secret.key}} {{guest}}' } },
        timeout_secs: 8,
        tools: [
          {
            ...{ name: 'get-table', description: 'Finds a table.', side_effects: true },
            parameters: { type: 'object', properties: {} },
          },
        ],
      },
    ]);
    assert.deepEqual(parseMcpServers(null, []), []);
  });

  it('are parsed to what parses to itself', () => {
    const once = parse(server({ tools: [tool({ side_effects: false, say_while_waiting: ' One moment. ' })] }));
    assert.deepEqual(parseMcpServers(once, []), once);
  });

  for (const [changes, reason] of REFUSED)
    it(`are refused with ${JSON.stringify(changes).slice(0, 80)}`, () => {
      assert.deepEqual(
        reasons(() => parse(server(changes))),
        [reason],
      );
    });

  it('are at most 8, with at most 32 tools together and different names', () => {
    const many = Array.from({ length: 9 }, (_, at) => server({ name: `s${at}` }));
    assert.deepEqual(
      reasons(() => parse(...many)),
      ['mcp_servers must have at most 8 items'],
    );
    const tools = Array.from({ length: 17 }, (_, at) => tool({ name: `t${at}` }));
    assert.deepEqual(
      reasons(() => parse(server({ tools }), server({ name: 'other', tools }))),
      ['mcp_servers must have at most 32 tools together'],
    );
    assert.deepEqual(
      reasons(() => parse(server(), server())),
      ['mcp_servers[1].name must differ from the names before it'],
    );
  });

  it('have tools with different names that every LLM vendor accepts', () => {
    assert.equal(mcpToolName({ name: 'bookings' }, { name: 'table/get.all' }), 'bookings_table_get_all');
    const [end, one, other] = [
      server({ name: 'end', tools: [tool({ name: 'conversation' })] }),
      server({ name: 'a', tools: [tool({ name: 'b_c' }), tool({ name: 'b.c' })] }),
      server({ name: 'a_b', tools: [tool({ name: 'c' })] }),
    ];
    assert.deepEqual(
      reasons(() => requireDistinctTools(parse(end, one, other), [{ name: 'book' }])),
      [
        'mcp_servers[0].tools[0] is called end_conversation, which is a tool of the platform: rename the server',
        'mcp_servers[1].tools[1] is called a_b_c like another tool: rename the server or that tool',
        'mcp_servers[2].tools[0] is called a_b_c like another tool: rename the server or that tool',
      ],
    );
    assert.lengthOf(
      reasons(() => requireDistinctTools(parse(server()), [{ name: 'bookings_get-table' }])),
      1,
    );
  });

  it('name their secrets once', () => {
    const headers = { a: '{{secret.key}}', b: '{{secret.key}}{{secret.other}}' };
    assert.deepEqual(mcpSecretNames({ headers }), ['key', 'other']);
    assert.deepEqual(mcpSecretNames({}), []);
  });
});

describe('the results of MCP tools', () => {
  const read = (result: object, secrets: readonly string[] = []) =>
    readMcpResult({ side_effects: true }, result as never, secrets).content;

  it('are read as text, also that of resources, and name other contents', () => {
    const content = [
      ...[
        { type: 'text', text: 'one' },
        { type: 'image', data: 'aGk=' },
        { type: 'resource_link', uri: 'file:a' },
      ],
      ...[
        { type: 'resource', resource: { uri: 'file:b', text: 'two' } },
        { type: 'resource', resource: { uri: 'c' } },
      ],
    ];
    assert.equal(read({ content, structuredContent: { a: 1 } }), 'one\n(image)\n(resource file:a)\ntwo\n(resource c)');
  });

  it('are read as JSON when they have only structured content', () => {
    assert.equal(read({ content: [], structuredContent: { table: 7 } }), '{"table":7}');
    assert.equal(read({}), 'The tool answered without content');
  });

  it('may have any fields', () => {
    for (const content of [
      7,
      'x',
      [null],
      [7],
      [{}],
      [{ type: 7 }],
      [{ type: 'text', text: {} }],
      [{ type: 'resource' }],
    ])
      assert.isString(read({ content }));
  });

  it('hide secrets and what cannot be stored', () => {
    assert.equal(read({ content: [{ type: 'text', text: 'a secret\0' }] }, ['secret']), 'a ****\ufffd');
  });
});
