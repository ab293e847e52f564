import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { assert } from 'chai';
import { openPlatform } from '../support/platform.ts';
import { joinTelephone, TIMEOUT_MS } from './telephone.ts';
import { localServer } from '../support/local-server.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);
const RECEPTION = '+14155550107';

/** The booking server and the telephone agent of the documentation, which uses it. */
async function example(): Promise<{ agent: object; url: string }> {
  const { bookingServer } = (await import(new URL('booking-server.mjs', EXAMPLES).href)) as {
    bookingServer: () => Server;
  };
  const { url } = await localServer(bookingServer());
  const text = await readFile(new URL('table-booking-telephone.json', EXAMPLES), 'utf8');
  return { agent: JSON.parse(text.replace('http://127.0.0.1:8600', url)) as object, url };
}

describe('the example of a table booking by telephone', function () {
  this.timeout(3 * TIMEOUT_MS);

  it('books a table over HTTP, then transfers the caller to a person who takes the call', async () => {
    const { agent, url } = await example();
    const services = ['api', 'runtime', 'simulator'] as const;
    const platform = await openPlatform({ services, env: { LOCAL_UPSTREAMS: url } });
    const { config } = agent as { config: object };
    const telephone = await joinTelephone(platform);
    await telephone.api.ask('PATCH', `/agents/${telephone.agentId}`, { config });
    await telephone.simulate('POST', '/callees', { number: RECEPTION, say: ['Front desk.'], patience_ms: 10_000 });
    const say = ['A table for four.', 'Can I talk to a person?', 'Thank you.'];
    const sid = await telephone.ring({ say, patience_ms: 120_000 });
    const call = await telephone.bySid(sid);
    assert.deepInclude(call, { status: 'completed', end_reason: 'transferred' });
    const [booking, transfer] = call.tool_calls ?? [];
    assert.deepInclude(booking, { name: 'book_table', outcome: 'ok', status: 201, answer: 'T100' });
    assert.deepInclude(transfer, { name: 'transfer_call', outcome: 'ok' });
    const [attempt] = call.transfers ?? [];
    assert.deepInclude(attempt, { target: 'front_desk', to: RECEPTION, mode: 'warm', result: 'answered' });
    assert.isString(attempt?.confirmed_at);
    const leg = await telephone.hungUp(attempt?.provider_call_sid ?? '');
    assert.equal(leg.conference, (await telephone.hungUp(sid)).conference, 'both were in one conference');
  });
});
