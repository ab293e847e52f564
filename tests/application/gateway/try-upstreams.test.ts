import { assert } from 'chai';
import { tryUpstreams } from '../../../application/gateway/try-upstreams.ts';
import { UpstreamPool } from '../../../application/gateway/upstream-pool.ts';
import { NoUpstream, UpstreamFailure, type UpstreamFault } from '../../../application/ports/upstreams.ts';
import type { Upstream } from '../../../domain/gateway/upstream.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const FAULT: UpstreamFault[] = ['unreachable', 'garbled', 'broken', 'silent'];
type Behaviour = number | UpstreamFault | 'bug';

/** Servers with these answers, and the outcome of requests to them. */
function openUpstreams(...behaviours: Behaviour[]) {
  const upstreams = behaviours.map((_, place): Upstream => ({
    slot: 'llm',
    url: `http://server-${place}`,
    model: null,
    apiKey: null,
  }));
  const clock = fakeClock();
  const upstreamPool = new UpstreamPool(upstreams, clock);
  const { log, lines } = rememberingLog();
  const requests: number[] = [];
  const discarded: number[] = [];
  const over = new AbortController();
  const ask = () =>
    tryUpstreams({ upstreamPool, log }, { slot: 'llm', model: null, over: over.signal }, async (upstream) => {
      const place = upstreams.indexOf(upstream);
      requests.push(place);
      const behaviour = behaviours[place]!;
      if (behaviour === 'bug') throw new TypeError('a fault of ours');
      if (typeof behaviour === 'string') throw new UpstreamFailure(behaviour, behaviour);
      return { status: behaviour, discard: () => void discarded.push(place) };
    });
  const settled = async (): Promise<number> => (await ask()).answer.status;
  const failure = async (): Promise<object> =>
    ask().then(
      ({ answer }) => assert.fail(`It was answered with ${answer.status}`),
      (error: Error) => error,
    );
  const loads = (): number[] => upstreamPool.loads.map(({ inFlight }) => inFlight);
  const faults = (): number[] => upstreamPool.loads.map(({ state }) => state.faults);
  return { requests, discarded, over, settled, failure, loads, faults, lines, clock, behaviours };
}

describe('tryUpstreams', () => {
  it('returns the first answer and keeps its lease until the call is over', async () => {
    const { settled, requests, loads, over } = openUpstreams(200, 200);
    assert.equal(await settled(), 200);
    assert.deepEqual([requests, loads()], [[0], [1, 0]]);
    over.abort();
    assert.deepEqual(loads(), [0, 0]);
  });

  it('selects the least busy server, otherwise round robin', async () => {
    const pending = openUpstreams(200, 200, 200);
    for (let call = 0; call < 4; call += 1) await pending.settled();
    assert.deepEqual(
      [pending.requests, pending.loads()],
      [
        [0, 1, 2, 0],
        [2, 1, 1],
      ],
    );
  });

  it('tries another server after one that is unreachable, invalid, interrupted or overloaded', async () => {
    for (const behaviour of ['unreachable', 'garbled', 'broken', 429, 502, 503, 504] as const) {
      const { settled, requests, loads } = openUpstreams(behaviour, 200);
      assert.equal(await settled(), 200, String(behaviour));
      assert.deepEqual(
        [requests, loads()],
        [
          [0, 1],
          [0, 1],
        ],
      );
    }
  });

  it('tries no other server after one that went silent', async () => {
    const { failure, requests, loads, faults } = openUpstreams('silent', 200);
    assert.deepInclude(await failure(), { fault: 'silent' });
    assert.deepEqual([requests, loads(), faults()], [[0], [0, 0], [1, 0]]);
  });

  it("discards a poor answer for another server's and keeps the last one", async () => {
    const { settled, discarded, requests } = openUpstreams(503, 429);
    assert.equal(await settled(), 429);
    assert.deepEqual([requests, discarded], [[0, 1], [0]]);
  });

  it("counts only the server's own faults", async () => {
    for (const [behaviour, blamed] of [
      [200, 0],
      [400, 0],
      [429, 0],
      [500, 0],
      [503, 1],
      ...FAULT.map((fault) => [fault, 1]),
    ] as [Behaviour, number][]) {
      const { settled, faults } = openUpstreams(behaviour);
      await settled().catch(() => null);
      assert.deepEqual(faults(), [blamed], String(behaviour));
    }
  });

  it('reports no upstream when all are unreachable, otherwise the last failure', async () => {
    const gone = await openUpstreams('unreachable', 'unreachable').failure();
    assert.instanceOf(gone, NoUpstream);
    assert.deepInclude(await openUpstreams('unreachable', 'garbled').failure(), { fault: 'garbled' });
  });

  it('skips unavailable servers until their backoff ends and reports when', async () => {
    const dead = openUpstreams('unreachable');
    for (let call = 0; call < 3; call += 1) await dead.failure();
    dead.clock.advance(1_500);
    assert.deepInclude(await dead.failure(), { name: 'NoUpstream', retryAfterMs: 2_500 });
    assert.lengthOf(dead.requests, 3);
    dead.clock.advance(2_500);
    dead.behaviours[0] = 200;
    assert.equal(await dead.settled(), 200);
    assert.deepEqual(dead.faults(), [0]);
  });

  it('throws our own fault at once without counting it against a server', async () => {
    const { failure, requests, faults, loads } = openUpstreams('bug', 200);
    assert.instanceOf(await failure(), TypeError);
    assert.deepEqual([requests, faults(), loads()], [[0], [0, 0], [0, 0]]);
  });

  it('ends when the client leaves without counting it against a server', async () => {
    const { failure, requests, faults, loads, over, lines } = openUpstreams('unreachable', 200);
    over.abort();
    assert.instanceOf(await failure(), UpstreamFailure);
    assert.deepEqual([requests, faults(), loads(), [...lines]], [[0], [0, 0], [0, 0], []]);
  });

  it('logs every server that failed', async () => {
    const { settled, lines } = openUpstreams('garbled', 200);
    await settled();
    assert.lengthOf(lines, 1);
    assert.deepInclude(lines[0], { event: 'gateway.upstream_failed', slot: 'llm', upstream: 'http://server-0' });
  });
});
