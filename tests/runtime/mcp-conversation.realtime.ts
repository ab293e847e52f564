import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { booking, PARAMETERS, text } from '../adapters/mcp/mcp-calls.ts';
import { openMcpServer, type OpenMcpServer } from '../adapters/mcp/mcp-server.ts';
import { eventually } from '../support/eventually.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';

const SECRET = 'a secret of the bookings';

describe('conversation with a tool of an MCP server', function () {
  this.timeout(120_000);
  let bookings: OpenMcpServer;
  let platform: OpenPlatform;
  before(async () => {
    bookings = await openMcpServer(booking(({ size }) => text(`7 for ${size}`)));
    platform = await openPlatform({ env: { LOCAL_UPSTREAMS: new URL(bookings.url).origin } });
  });

  it('books a table once, says the result, lists the tool call with the call and ends the session', async () => {
    const user = await joinPlatform(platform);
    await user.api.ask('POST', '/tool-secrets', {
      ...{ name: 'bookings_key', value: SECRET, hosts: [bookings.host] },
    });
    const { config } = RECEPTIONIST;
    const rule = {
      when: 'table for (\\d+)',
      say: 'One moment.',
      call: { tool: 'bookings_book', arguments: { size: '$1' } },
      say_answer: 'You have table {{answer}}.',
    };
    await user.api.ask('PATCH', `/agents/${user.agentId}`, {
      config: {
        ...config,
        models: { ...config.models, llm_config: { provider: 'script', rules: [rule], otherwise: 'Pardon?' } },
        mcp_servers: [
          {
            ...{ name: 'bookings', url: bookings.url, headers: { 'x-key': '{{secret.bookings_key}}' } },
            tools: [{ name: 'book', description: 'Books a table.', parameters: PARAMETERS }],
          },
        ],
      },
    });
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    caller.send({ label: 'rtvi-ai', type: 'send-text', id: '1', data: { content: 'A table for 4, please' } });
    const isAnswer = ({ data }: { data?: unknown }): boolean =>
      JSON.stringify(data ?? '').includes('You have table 7 for 4.');
    await caller.waitFor(isAnswer, 30_000, 0);
    await caller.hangUp();

    const calls = bookings.received.filter(({ rpc }) => rpc === 'tools/call');
    assert.lengthOf(calls, 1);
    assert.equal(calls[0]?.headers['x-key'], SECRET);
    assert.match(String(calls[0]?.headers['idempotency-key']), /^[0-9a-f]{64}$/);
    await user.call(callId, isDelivered);
    const call = await user.api.ask<CallLog>('GET', `/calls/${callId}`);
    assert.deepEqual(
      call.tool_calls?.map(({ name, arguments: given, side_effects, outcome, answer }) => ({
        ...{ name, given, side_effects, outcome, answer },
      })),
      [{ name: 'bookings_book', given: '{"size":4}', side_effects: true, outcome: 'ok', answer: '7 for 4' }],
    );
    assert.notInclude(JSON.stringify([call, caller.messages]), SECRET);
    await eventually(() => bookings.sessions.size === 0 && bookings.connections() === 0, 'the end of the session');
  });
});
