import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { modelTools } from '../../../domain/agents/model-tools.ts';
import { readPageResult } from '../../../domain/agents/page-tools.ts';
import { known, least, reasons } from './known-providers.ts';

const parse = (tools: unknown, more: object = {}) =>
  parseAgentConfig({ ...least(), ...more, page_tools: tools }, known);
const tool = { name: 'show_product', description: ' Shows a product. ' };

describe('tools that run in a page', () => {
  it('have defaults, and are tools of the model', () => {
    const config = parse([
      tool,
      { ...tool, name: 'read_cart', side_effects: false, timeout_secs: 2, say_while_waiting: 'One moment.' },
    ]);
    const parameters = { type: 'object', properties: {} };
    const own = { description: 'Shows a product.', parameters };
    assert.deepEqual(config.page_tools, [
      { ...own, name: 'show_product', timeout_secs: 8, side_effects: true },
      { ...own, name: 'read_cart', timeout_secs: 2, side_effects: false, say_while_waiting: 'One moment.' },
    ]);
    assert.deepEqual(
      modelTools(config).map(({ name }) => name),
      ['show_product', 'read_cart'],
    );
    assert.deepEqual(parseAgentConfig(config, known), config);
    for (const none of [null, []]) assert.notProperty(parse(none), 'page_tools');
  });

  it('reject unknown fields, names of other tools and of the platform, and wrong schemas', () => {
    assert.deepEqual(
      reasons(() => parse([{ ...tool, name: 'transfer_call', url: 'x' }, { description: 'x' }])).map(
        (each) => each.split(':')[0],
      ),
      [
        'page_tools[0].name must not be transfer_call',
        'page_tools[0].url is unknown',
        'page_tools[1].name is required',
      ],
    );
    const http = { type: 'http', ...tool, request: { method: 'GET', url: 'https://shop.example/' } };
    assert.deepEqual(
      reasons(() => parse([tool, tool], { tools: [http] })),
      [0, 1].map((at) => `page_tools[${at}].name must differ from the names of the other tools`),
    );
    assert.match(
      reasons(() => parse([{ ...tool, parameters: { type: 'array' } }])).join(),
      /page_tools\[0\]\.parameters\.type must be object/,
    );
    assert.match(reasons(() => parse(Array.from({ length: 33 }, () => tool))).join(), /at most 32 items/);
  });

  it('answer with text that the model reads, whatever a page sends', () => {
    const read = (result: unknown) => readPageResult({ side_effects: true }, { result });
    assert.deepEqual(read('shown'), { ok: true, status: null, content: 'shown', variables: {} });
    assert.strictEqual(read({ items: 2 }).content, '{"items":2}');
    assert.strictEqual(read(undefined).content, 'null');
    assert.strictEqual(read('  ').content, 'The tool answered without content');
    assert.strictEqual(read('a\0b\ud800').content, 'a\ufffdb\ufffd');
    const long = read('x'.repeat(100_000)).content;
    assert.isAtMost(long.length, 16_384);
    assert.match(long, /\(shortened\)$/);
    const nested = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000)) as unknown;
    assert.isString(read(nested).content);
  });

  it('fail with the reason of the page, or when it gives no answer', () => {
    const failed = readPageResult({ side_effects: true }, { result: { error: 'out of stock' } });
    assert.deepInclude(failed, { ok: false, content: 'The tool failed: out of stock', mayHaveRun: false });
    assert.isTrue(readPageResult({ side_effects: true }, { result: { error: 'x', items: 1 } }).ok);
    const late = { reason: 'the page did not answer in time', mayHaveRun: true };
    assert.deepInclude(readPageResult({ side_effects: true }, late), {
      content: 'The tool failed: the page did not answer in time. The action may have been carried out',
      mayHaveRun: true,
    });
    assert.isFalse(readPageResult({ side_effects: false }, late).mayHaveRun);
  });
});
