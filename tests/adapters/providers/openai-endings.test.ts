import { assert } from 'chai';
import type { ServerResponse } from 'node:http';
import { openaiLlm } from '../../../adapters/providers/openai/llm.ts';
import type { Tool } from '../../../domain/voice/conversation-context.ts';
import { chunksOf } from '../../contracts/language-model.contract.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const SEARCH: Tool = { name: 'search', description: 'Searches.', parameters: { type: 'object' } };

const chunk = (delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

/** A model of a vendor who answers so. */
async function answering(answer: (response: ServerResponse) => void) {
  const server = await vendorServer({ http: (_, response) => answer(response) });
  const reached = anywhere();
  const model = await openaiLlm.open({ api_key: 'sk-0123456789', base_url: server.url }, reached);
  const question = { messages: [{ role: 'user', content: 'Hello' }], tools: [SEARCH] } as const;
  return {
    server,
    agents: reached.agents,
    ask: () => chunksOf(model.generate(question, new AbortController().signal)),
  };
}

describe('the end of an answer of openai', () => {
  const fragment = (piece: string) =>
    chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'search', arguments: piece } }] });
  const floods: readonly [string, string, number, string][] = [
    ['says', chunk({ content: 'x'.repeat(100_000) }), 3, 'openai said more than anybody could listen to'],
    ['calls a tool with', fragment('x'.repeat(10_000)), 7, 'openai called a tool with more than any tool could take'],
  ];
  for (const [what, event, times, reported] of floods)
    it(`fails permanently at a vendor that ${what} more than there is use for, and hangs up`, async () => {
      const { server, ask } = await answering((response) => void response.write(event.repeat(times)));
      const { message, retryable } = await failureOf(ask());
      assert.deepEqual([message, retryable], [reported, false]);
      await eventually(() => server.hangUps === 1, 'the end of the connection');
    });

  it('keeps its connection when the stream ends just after the answer', async () => {
    const sockets: unknown[] = [];
    const { ask, agents } = await answering((response) => {
      sockets.push(response.req.socket);
      response.write(`${chunk({ content: 'Hi' })}${chunk({}, 'stop')}data: [DONE]\n\n`);
      setImmediate(() => response.end());
    });
    for (let count = 0; count < 5; count += 1) {
      await ask();
      await eventually(() => Object.keys(agents.http.freeSockets).length > 0, 'a connection that is free');
    }
    assert.equal(new Set(sockets).size, 1);
  });
});
