import { assert } from 'chai';
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
    const [[name, tool] = []] = openPageTools([TOOL], channel);
    assert.strictEqual(name, 'show_product');
    assert.isNull(tool?.idempotencyKey(RUN));
    assert.deepInclude(await tool?.call(RUN, new AbortController().signal), { ok: true, content: 'shown' });
    assert.deepEqual(requests, [{ name: 'show_product', id: 'page_5', arguments: { id: 7 }, timeoutMs: 3_000 }]);
  });

  it('fail at once in a call without a page', async () => {
    const [[, tool] = []] = openPageTools([TOOL], {});
    assert.deepInclude(await tool?.call(RUN, new AbortController().signal), {
      ok: false,
      content: 'The tool failed: this call has no web page, so the tool cannot be used in it',
    });
  });
});
