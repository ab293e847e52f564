import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { offeredToolNames } from '../../../domain/agents/script-calls.ts';
import { known, least, reasons } from './known-providers.ts';

const parse = (more: object) => parseAgentConfig({ ...least(), ...more }, known);
const SCHEMA = { type: 'object', properties: { wants_no_calls: { type: 'boolean' } } };
const analysed = (rule: unknown, fields: object | null = SCHEMA) => parse({ analysis: { fields, do_not_call: rule } });

describe('the section do_not_call of an agent', () => {
  it('offers the tool unless it is switched off, and has a key if one is given', () => {
    assert.deepEqual(parse({ do_not_call: {} }).do_not_call, { tool: true });
    assert.deepEqual(parse({ do_not_call: { key: '*' } }).do_not_call, { tool: true, key: '*' });
    assert.include(offeredToolNames(parse({ do_not_call: {} })), 'do_not_call');
    const byKey = parse({ do_not_call: { tool: false, key: '9' } });
    assert.deepEqual(byKey.do_not_call, { tool: false, key: '9' });
    assert.notInclude(offeredToolNames(byKey), 'do_not_call');
    assert.notProperty(parse({ do_not_call: null }), 'do_not_call');
  });

  it('is refused with a key that cannot be pressed alone, or without any way to ask', () => {
    for (const key of ['#', '12', '', 'A'])
      assert.deepEqual(
        reasons(() => parse({ do_not_call: { key } })),
        ['do_not_call.key must be one of 0 to 9 and *'],
      );
    assert.deepEqual(
      reasons(() => parse({ do_not_call: { tool: false } })),
      ['do_not_call requires tool true or a key'],
    );
    assert.deepEqual(
      reasons(() => parse({ do_not_call: { keys: '9' } })),
      ['do_not_call.keys is unknown: did you mean key?'],
    );
  });

  it('reserves the name of its tool', () => {
    const tool = { name: 'do_not_call', description: 'x', request: { method: 'GET', url: 'https://example.com' } };
    assert.match(reasons(() => parse({ tools: [tool] })).join(), /tools\[0\]\.name/);
  });
});

describe('the rule analysis.do_not_call', () => {
  it('names a field of the analysis, and values that say so or none', () => {
    assert.deepEqual(analysed({ field: 'wants_no_calls' }).analysis?.do_not_call, { field: 'wants_no_calls' });
    assert.deepEqual(analysed({ field: 'wants_no_calls', values: [' stop '] }).analysis?.do_not_call?.values, ['stop']);
    assert.notProperty(analysed(null).analysis, 'do_not_call');
  });

  it('is refused for a field that is not extracted, and with blank values', () => {
    const unknown = ['analysis.do_not_call.field must be one of the properties of analysis.fields'];
    assert.deepEqual(
      reasons(() => analysed({ field: 'mood' })),
      unknown,
    );
    assert.deepEqual(
      reasons(() => analysed({ field: 'wants_no_calls' }, null)),
      unknown,
    );
    for (const values of [[], ['stop', ' ']])
      assert.deepEqual(
        reasons(() => analysed({ field: 'wants_no_calls', values })),
        ['analysis.do_not_call.values must have 1 to 20 values of 1 to 200 characters'],
      );
  });
});
