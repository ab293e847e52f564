import { assert } from 'chai';
import { WebSocket } from 'ws';
import { AnonymousSockets } from '../../adapters/media/anonymous-sockets.ts';
import { carrierRuntime, SERVERS, type CarrierRuntime } from '../runtime/carrier-runtime.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { eventually } from '../support/eventually.ts';

/** Two calls at once from one address. */
const LIMITS = { RATE_LIMITS: 'on', ANONYMOUS_CALLS_PER_ADDRESS: '2' };

/** Sockets of clients, by the network they come from. */
function openLimits({ atOnce = 5, attemptsPerMinute = 30, mostClients = 100 } = {}) {
  const clock = fakeClock();
  const sockets = new AnonymousSockets({ atOnce, attemptsPerMinute }, clock, mostClients);
  /** Lets one in and answers how to leave, or why it was not. */
  const enter = (network: string): (() => void) | string => {
    const admission = sockets.admit(network);
    return 'refusal' in admission ? admission.refusal : admission.release;
  };
  const isIn = (network: string): boolean => typeof enter(network) === 'function';
  return { clock, sockets, enter, isIn };
}

describe('browser sockets without a ticket', () => {
  it('are limited to five at once per network', () => {
    const { enter, isIn } = openLimits();
    const leave = [1, 2, 3, 4, 5].map(() => enter('a'));
    assert.equal(enter('a'), 'At most 5 calls at once from one address: try again when one has ended');
    assert.isTrue(isIn('b'));
    (leave[0] as () => void)();
    assert.isTrue(isIn('a'));
    assert.isFalse(isIn('a'));
  });

  it('are limited per network to 10 attempts at once and 30 a minute, refused ones included', () => {
    const { clock, enter, isIn } = openLimits();
    for (let nth = 0; nth < 10; nth += 1) (enter('a') as () => void)();
    assert.equal(enter('a'), 'At most 30 calls a minute from one address: try again in a minute');
    assert.isTrue(isIn('b'));
    clock.advance(2_000);
    assert.deepEqual([isIn('a'), isIn('a')], [true, false]);
  });

  it('are counted in bounded memory, which drops idle clients', () => {
    const { clock, sockets, isIn, enter } = openLimits();
    for (let nth = 0; nth < 5; nth += 1) enter('busy');
    for (let nth = 0; nth < 10_000; nth += 1) (enter(`network ${nth}`) as () => void)();
    assert.isAtMost(sockets.size, 101);
    assert.isFalse(isIn('busy'));
    clock.advance(61_000);
    (enter('late') as () => void)();
    assert.equal(sockets.size, 2);
    assert.isFalse(isIn('busy'));
  });

  for (const kind of SERVERS)
    describe(`on a ${kind} server`, () => {
      let runtime: CarrierRuntime;
      const opened: WebSocket[] = [];
      afterEach(() => {
        for (const socket of opened.splice(0)) socket.terminate();
      });

      const talking = (): number => runtime.liveCalls.count;

      /** Opens a socket from this address; answers what it is closed with, or null when its call begins. */
      async function open(address: string | string[], query = ''): Promise<string | null> {
        const before = talking();
        const headers = { 'x-forwarded-for': address };
        const socket = new WebSocket(`ws://127.0.0.1:${runtime.port}/agent/o1/browser${query}`, { headers });
        opened.push(socket);
        let closing: string | null = null;
        socket.on('close', (code, reason) => (closing = `${code} ${String(reason)}`));
        await eventually(() => closing !== null || talking() > before, 'an answer');
        return closing;
      }

      it('are closed with 4429 beyond the limit; tickets and other addresses pass', async () => {
        runtime = await carrierRuntime({ kind, env: { ...LIMITS, TRUST_PROXY: 'loopback' } });
        assert.deepEqual([await open('203.0.113.9'), await open('203.0.113.9')], [null, null]);
        assert.deepEqual(runtime.networks, ['203.0.113.9', '203.0.113.9'], 'for the API, which counts all runtimes');
        const calls = runtime.calls.size;
        const refusal = '4429 At most 2 calls at once from one address: try again when one has ended';
        for (let nth = 0; nth < 3; nth += 1) assert.equal(await open('198.51.100.7, 203.0.113.9'), refusal);
        // A proxy may add a line of its own below one that the client made up.
        assert.equal(await open(['198.51.100.7', '203.0.113.9']), refusal);
        assert.lengthOf(
          runtime.lines.filter(({ event }) => event === 'media.address_limited'),
          1,
        );
        assert.equal(runtime.calls.size, calls);
        assert.isNull(await open('203.0.113.10'));
        const ticket = { provider: 'browser', org_id: 'o1', agent_id: 'browser', call_id: runtime.register('browser') };
        assert.isNull(await open('203.0.113.9', `?ticket=${runtime.tickets.issue(ticket)}`));
        opened[0]!.close();
        await eventually(() => talking() === 3, 'the end of a call');
        assert.isNull(await open('203.0.113.9'));
      });

      it('are not counted for programs on this machine', async () => {
        runtime = await carrierRuntime({ kind, env: LIMITS });
        for (let nth = 0; nth < 3; nth += 1) assert.isNull(await open('203.0.113.9'));
        assert.deepEqual(runtime.networks, [null, null, null]);
      });
    });
});
