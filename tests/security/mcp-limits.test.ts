import { assert } from 'chai';
import { openWorld } from '../support/world.ts';

describe('limits of the MCP server', () => {
  it('count by the address of the client behind a proxy, which the audit trail has as well', async () => {
    const limited = await openWorld(undefined, { rateLimits: true, trustedProxies: 1 });
    const { token } = await limited.signUp();
    const from = (
      address: string,
      bearer: string,
      body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' },
      query = '',
    ) =>
      limited.ask('POST', `/mcp${query}`, {
        ...{ token: bearer, body },
        headers: { accept: 'application/json, text/event-stream', 'x-forwarded-for': address },
      });
    const calling = (name: string, given: object) => ({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: given },
    });
    const wrong = `vak_${'x'.repeat(43)}`;
    for (let sent = 0; sent < 30; sent += 1) assert.equal((await from('203.0.113.7', wrong)).status, 401);
    assert.equal((await from('203.0.113.7', wrong)).status, 429);
    assert.equal((await from('203.0.113.8', wrong)).status, 401);
    const rehearse = (address: string) =>
      from(address, token, calling('rehearse_campaign', { campaign_id: 'none' }), '?toolsets=rehearsals');
    for (let sent = 0; sent < 10; sent += 1) assert.include((await rehearse('203.0.113.9')).text, '(404)');
    assert.match((await rehearse('203.0.113.9')).text, /\(429\).*Try again in \d+ seconds/);
    assert.include((await rehearse('203.0.113.10')).text, '(404)');
    await from('203.0.113.11', token, calling('delete_agent', { agent_id: 'none' }), '?access=write');
    const { body } = await limited.ask('GET', '/api/v1/audit?action=agent.delete', { token });
    await limited.close();
    assert.deepInclude((body as { events: object[] }).events[0], { address: '203.0.113.11', outcome: 'refused' });
  });
});
