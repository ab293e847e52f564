import { assert } from 'chai';
import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { openPageTools } from '../../../application/runtime/open-page-tools.ts';
import type { PageCall } from '../../../application/ports/media-channel.ts';
import type { PageTool } from '../../../domain/agents/page-tools.ts';

const TOOL: PageTool = {
  name: 'show_product',
  description: 'Shows a product.',
  parameters: { type: 'object', properties: {} },
  timeout_secs: 3,
  side_effects: false,
};
const SCHEMAS = ajvArgumentSchemas();
const RUN = { arguments: { id: 7 }, variables: { secret: 'x' }, hidden: { pin: '1234' }, run: 5 };

describe('page tools in a call', () => {
  it('send the page their arguments and nothing else of the call', async () => {
    const requests: PageCall[] = [];
    const channel = {
      callPage: async (call: PageCall) => {
        requests.push(call);
        return { result: 'shown' };
      },
    };
    const [[name, tool] = []] = openPageTools(SCHEMAS, [TOOL], channel);
    assert.strictEqual(name, 'show_product');
    assert.isNull(tool?.idempotencyKey(RUN));
    assert.deepInclude(await tool?.call(RUN, new AbortController().signal), { ok: true, content: 'shown' });
    assert.deepEqual(requests, [{ name: 'show_product', id: 'page_5', arguments: { id: 7 }, timeoutMs: 3_000 }]);
  });

  it('send the page no arguments that do not fit their parameters, and the model reads why', async () => {
    const parameters = {
      type: 'object',
      properties: { id: { type: 'integer', maximum: 9 } },
      required: ['id'],
      additionalProperties: false,
    };
    const channel = { callPage: () => Promise.reject(new Error('The page was asked')) };
    const [[, tool] = []] = openPageTools(SCHEMAS, [{ ...TOOL, parameters, side_effects: true }], channel);
    for (const [given, reason] of [
      [{ id: 10 }, 'invalid arguments: id must be <= 9'],
      [{ id: 7, onload: 'alert(1)' }, 'invalid arguments: arguments must NOT have additional properties: onload'],
      [{ id: 'x'.repeat(16_384) }, 'the arguments are too long'],
    ] as const)
      assert.deepEqual(await tool?.call({ ...RUN, arguments: given }, new AbortController().signal), {
        ...{ ok: false, status: null, variables: {}, mayHaveRun: false },
        content: `The tool failed: ${reason}`,
      });
  });

  it('fail at once in a call without a page', async () => {
    const [[, tool] = []] = openPageTools(SCHEMAS, [TOOL], {});
    assert.deepInclude(await tool?.call(RUN, new AbortController().signal), {
      ok: false,
      content: 'The tool failed: this call has no web page, so the tool cannot be used in it',
    });
  });
});
