import { assert } from 'chai';
import { liveAgent } from './agents.ts';
import { settled } from './fake-browser.ts';

describe('tools of the page', () => {
  const called = (name: string, given: object = {}): [string, object] => [
    'llm-function-call-in-progress',
    { function_name: name, tool_call_id: 'call_1', arguments: given },
  ];

  it('run with their arguments, and their answer goes to the runtime', async () => {
    const ran: unknown[] = [];
    const tools = { showProduct: (given: object) => (ran.push(given), { shown: true }) };
    const { browser, agent } = await liveAgent({ tools });
    const events: unknown[] = [];
    agent.on('tool', (event) => events.push(event));
    browser.socket.report(...called('showProduct', { id: 7 }));
    await settled();
    assert.deepEqual(ran, [{ id: 7 }]);
    assert.deepEqual(
      browser.socket.sent('llm-function-call-result').map(({ data }) => data),
      [{ function_name: 'showProduct', tool_call_id: 'call_1', arguments: {}, result: '{"shown":true}' }],
    );
    assert.deepEqual(events, [
      { name: 'showProduct', outcome: 'started' },
      { name: 'showProduct', outcome: 'done' },
    ]);
  });

  it('answer as failed when they throw, and when the page has no such tool', async () => {
    const tools = {
      fails: () => {
        throw new Error('out of stock');
      },
    };
    const { browser } = await liveAgent({ tools });
    for (const name of ['fails', 'unknown', 'toString']) browser.socket.report(...called(name));
    await settled();
    const results = browser.socket.sent('llm-function-call-result').map(({ data }) => data?.['result']);
    assert.sameDeepMembers(results, [
      { error: 'out of stock' },
      { error: 'The page has no tool named unknown' },
      { error: 'The page has no tool named toString' },
    ]);
  });

  it('send no more than the runtime takes', async () => {
    const { browser } = await liveAgent({ tools: { long: () => '\u0001'.repeat(100_000) } });
    browser.socket.report(...called('long'));
    await settled();
    const [result] = browser.socket.sent('llm-function-call-result');
    assert.isBelow(JSON.stringify(result).length, 50_000);
  });
});
