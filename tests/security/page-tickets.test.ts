import { assert } from 'chai';
import { knownHosts } from '../../adapters/lib/known-hosts.ts';
import { FairQueue } from '../../adapters/lib/fair-queue.ts';
import { openBrowserSocket } from '../../adapters/media/browser-sockets.ts';
import type { MediaSettings, SocketParts } from '../../adapters/media/media-parts.ts';
import type { MediaSocket } from '../../adapters/media/sockets.ts';
import type { WebCallRequest } from '../../application/runtime/open-web-call.ts';
import { forbidden } from '../../domain/errors.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const SHOP = 'https://shop.example.com';
const TICKET = { provider: 'browser', org_id: 'o1', agent_id: 'a1', call_id: 'c1' };

interface PageOpening {
  /** Null: from a program. */
  readonly origin?: string | null;
  readonly agentId?: string;
  /** What the agent refuses the call with. */
  readonly refusal?: Error;
}

/** Opens a socket from a page: of an origin that the operator does not list, if no other is given. */
async function opened(
  webCalls: MediaSettings['webCalls'],
  query: string,
  { origin = SHOP, agentId = 'a1', refusal }: PageOpening = {},
) {
  const requests: WebCallRequest[] = [];
  const closings: (readonly [code: number, reason: string])[] = [];
  const { log, lines } = rememberingLog();
  const parts = {
    tickets: { redeem: (text: string) => (text === 'good' ? TICKET : null) },
    runtime: {
      async openWebCall(request: WebCallRequest) {
        requests.push(request);
        if (refusal) throw refusal;
      },
    },
    ...{ clock: fakeClock(), log, bursts: new FairQueue() },
  } as unknown as SocketParts;
  const settings: MediaSettings = {
    ...{ origins: [], consoleUrl: (name) => `http://${name}:8000/console`, isKnownHost: knownHosts([]) },
    ...{ trustedProxies: false, webCalls, anonymousLimits: null },
  };
  const socket: MediaSocket = {
    ...{ bufferedBytes: 0, send: () => undefined, close: (code, reason) => void closings.push([code, reason]) },
    listener: { binary: () => undefined, text: () => undefined, closed: () => undefined },
  };
  await openBrowserSocket(parts, settings, null, socket, {
    ...{ path: '/agent/o1/a1', query: new URLSearchParams(query), orgId: 'o1', agentId, origin },
    ...{ host: 'voice.example.com', forwardedHost: null, forwardedFor: null, peer: '203.0.113.7' },
  });
  return { requests, closings, lines, settingsLogged: lines.map(({ setting }) => setting) };
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

describe('a refused page', () => {
  const line = { level: 'warn' as const, event: 'media.origin_refused', org_id: 'o1', agent_id: 'a1', origin: SHOP };

  it('is logged once with organisation, agent and origin, whether the operator or the agent refuses it', async () => {
    const byOperator = await opened('ticket', '');
    assert.lengthOf(byOperator.lines, 1);
    assert.deepInclude(byOperator.lines[0], { ...line, setting: 'CORS_ORIGINS' });
    const byAgent = await opened('ticket', 'ticket=good', { refusal: forbidden('Origin not allowed') });
    assert.lengthOf(byAgent.lines, 1);
    assert.deepInclude(byAgent.lines[0], { ...line, setting: 'web.allowed_origins' });
    assert.notInclude(JSON.stringify(byAgent.lines), 'good');
  });

  it('fills no log with what it calls itself and its agent', async () => {
    const agentId = `${'a'.repeat(5_000)}%0d%0a`;
    const { lines } = await opened('ticket', '', { origin: `https://${'x'.repeat(5_000)}`, agentId });
    assert.lengthOf(lines, 1);
    assert.isBelow(JSON.stringify(lines).length, 1_000);
  });
});

describe('a program with WEB_CALLS=open', () => {
  it('opens no other call with a ticket that is used, as it does without one', async () => {
    const used = await opened('open', 'ticket=used&call_id=c2', { origin: null });
    assert.isEmpty(used.requests);
    assert.deepEqual(used.closings, [[4403, 'The ticket is invalid, expired or used']]);
    for (const query of ['', 'ticket=', 'call_id=c2']) {
      const { requests, closings } = await opened('open', query, { origin: null });
      assert.deepInclude(requests[0], { isAnonymous: true, mayRegister: true });
      assert.isEmpty(closings);
    }
  });
});
