import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { assert } from 'chai';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { toolCaller } from '../adapters/tools/tool-calls.ts';
import { testProviders } from '../support/providers.ts';
import { localServer } from '../support/local-server.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);

describe('the example of a table booking', () => {
  let url: string;
  before(async () => {
    const example = (await import(new URL('booking-server.mjs', EXAMPLES).href)) as { bookingServer: () => Server };
    ({ url } = await localServer(example.bookingServer()));
  });

  it('books a table through the tool of its agent, once for each run', async () => {
    const text = await readFile(new URL('table-booking.json', EXAMPLES), 'utf8');
    const { config } = JSON.parse(text.replace('http://127.0.0.1:8600', url)) as { config: unknown };
    const [tool] = parseAgentConfig(config, testProviders()).tools ?? [];
    if (!tool || tool.type !== 'http') throw new Error('the example has no tool');
    const { call } = toolCaller(url);
    const book = (size: string, run: number) => call(tool, { arguments: { size }, run });
    assert.deepInclude(await book('four', 1), { ok: true, status: 201, content: 'T100' });
    assert.deepInclude(await book('four', 1), { content: 'T100' });
    assert.deepInclude(await book('8', 2), { content: 'T101' });
    assert.include((await book('two', 3)).content, 'only 0 seats are left');
    assert.include((await book('many', 4)).content, 'size must be a number of guests');
  });
});
