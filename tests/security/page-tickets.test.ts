import { assert } from 'chai';
import { knownHosts } from '../../adapters/lib/known-hosts.ts';
import { openBrowserSocket } from '../../adapters/media/browser-sockets.ts';
import type { MediaSettings, RoutesParts } from '../../adapters/media/media-parts.ts';
import type { MediaSocket } from '../../adapters/media/sockets.ts';
import type { WebCallRequest } from '../../application/runtime/open-web-call.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const SHOP = 'https://shop.example.com';
const TICKET = { provider: 'browser', org_id: 'o1', agent_id: 'a1', call_id: 'c1' };

/** Opens a socket from a page: of an origin that the operator does not list, if no other is given. Null: from a program. */
async function opened(webCalls: MediaSettings['webCalls'], query: string, origin: string | null = SHOP) {
  const requests: WebCallRequest[] = [];
  const closings: (readonly [code: number, reason: string])[] = [];
  const { log, lines } = rememberingLog();
  const parts = {
    tickets: { redeem: (text: string) => (text === 'good' ? TICKET : null) },
    runtime: { openWebCall: async (request: WebCallRequest) => void requests.push(request) },
    ...{ clock: fakeClock(), log },
  } as unknown as RoutesParts;
  const settings: MediaSettings = {
    ...{ origins: [], consoleUrl: (name) => `http://${name}:8000/console`, isKnownHost: knownHosts([]) },
    ...{ trustedProxies: false, webCalls, anonymousLimits: null },
  };
  const socket: MediaSocket = {
    ...{ bufferedBytes: 0, send: () => undefined, close: (code, reason) => void closings.push([code, reason]) },
    listener: { binary: () => undefined, text: () => undefined, closed: () => undefined },
  };
  await openBrowserSocket(parts, settings, null, socket, {
    ...{ path: '/agent/o1/a1', query: new URLSearchParams(query), orgId: 'o1', agentId: 'a1', origin },
    ...{ host: 'voice.example.com', forwardedHost: null, forwardedFor: null, peer: '203.0.113.7' },
  });
  return { requests, closings, settingsLogged: lines.map(({ setting }) => setting) };
}

for (const webCalls of ['open', 'ticket'] as const)
  describe(`a page of an origin that only its agent may name, with WEB_CALLS=${webCalls}`, () => {
    it('reaches the agent, which judges the origin, with a ticket', async () => {
      const { requests, closings } = await opened(webCalls, 'ticket=good');
      assert.deepInclude(requests[0], {
        ...{ callId: 'c1', isAnonymous: false, mayRegister: false },
        page: { origin: SHOP, isKnown: false },
      });
      assert.isEmpty(closings);
    });

    it('reaches no agent without a ticket', async () => {
      const { requests, closings, settingsLogged } = await opened(webCalls, 'call_id=c1');
      assert.isEmpty(requests);
      assert.deepEqual(closings, [[4403, 'Origin not allowed: add it to CORS_ORIGINS']]);
      assert.deepEqual(settingsLogged, ['CORS_ORIGINS']);
    });

    it('learns that its ticket is not valid, and not to loosen a setting', async () => {
      const { requests, closings, settingsLogged } = await opened(webCalls, 'ticket=used');
      assert.isEmpty(requests);
      assert.deepEqual(closings, [[4403, 'The ticket is invalid, expired or used']]);
      assert.isEmpty(settingsLogged);
    });
  });

describe('a program with WEB_CALLS=open', () => {
  it('opens no other call with a ticket that is used, as it does without one', async () => {
    const used = await opened('open', 'ticket=used&call_id=c2', null);
    assert.isEmpty(used.requests);
    assert.deepEqual(used.closings, [[4403, 'The ticket is invalid, expired or used']]);
    for (const query of ['', 'ticket=', 'call_id=c2']) {
      const { requests, closings } = await opened('open', query, null);
      assert.deepInclude(requests[0], { isAnonymous: true, mayRegister: true });
      assert.isEmpty(closings);
    }
  });
});
