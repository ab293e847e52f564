import { assert } from 'chai';
import { readMcpTool } from '../../../domain/agents/mcp-tool-list.ts';

const TOOL = { name: 'find', description: 'Finds.', inputSchema: { type: 'object', properties: {} } };
const read = (tool: unknown, secrets: readonly string[] = []) => readMcpTool(tool, secrets);

describe('tools that an MCP server lists', () => {
  it('become tools for an agent', () => {
    assert.deepEqual(read(TOOL), {
      ...{ name: 'find', description: 'Finds.', parameters: { type: 'object', properties: {} } },
      ...{ side_effects: true, problem: null },
    });
  });

  it('have side effects unless the server says that they only read', () => {
    for (const [hint, effects] of [
      [true, false],
      [false, true],
      ['true', true],
      [undefined, true],
    ] as const)
      assert.equal(read({ ...TOOL, annotations: { readOnlyHint: hint } })?.side_effects, effects, String(hint));
  });

  it('get their title or their name as description when they have none', () => {
    assert.equal(read({ ...TOOL, description: ' ', title: 'Find a table' })?.description, 'Find a table');
    assert.equal(read({ name: 'find' })?.description, 'find');
  });

  it('lose the dialect of their schema, which says nothing about the supported keywords', () => {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', additionalProperties: false };
    const tool = read({ ...TOOL, inputSchema: schema });
    assert.deepEqual(tool?.parameters, { type: 'object', additionalProperties: false });
    assert.isNull(tool?.problem);
  });

  for (const [what, tool, problem] of [
    [
      'a reference',
      { inputSchema: { type: 'object', properties: { a: { $ref: '#/b' } } } },
      /^tool\.parameters.+\$ref is/,
    ],
    ['no object of arguments', { inputSchema: { type: 'string' } }, /^tool\.parameters\.type must be object/],
    ['a name with spaces', { name: 'find a table' }, /^tool\.name must be 1 to 128 printable/],
    ['a name of 129 characters', { name: 'x'.repeat(129) }, /^its name is too long$/],
  ] as const)
    it(`say why an agent cannot have them with ${what}`, () => {
      assert.match(String(read({ ...TOOL, ...tool })?.problem), problem);
    });

  it('are cut where they are too long, and contain no secrets', () => {
    assert.lengthOf(read({ ...TOOL, description: 'x'.repeat(5_000) })!.description, 1_024);
    const schema = { type: 'object', properties: {}, description: 'Needs sk-1"2' };
    const tool = read({ ...TOOL, description: 'Needs sk-1"2', inputSchema: schema }, ['sk-1"2']);
    assert.deepEqual([tool?.description, tool?.parameters['description']], ['Needs ****', 'Needs ****']);
  });

  it('are left out when they are not tools', () => {
    for (const bad of [null, 7, 'find', [], {}, { name: '' }, { name: 7 }, undefined])
      assert.isNull(readMcpTool(bad, []), JSON.stringify(bad));
  });
});
