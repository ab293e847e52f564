import { assert } from 'chai';
import { tryUpstreams } from '../../../application/gateway/try-upstreams.ts';
import { UpstreamPool } from '../../../application/gateway/upstream-pool.ts';
import { NoUpstream, UpstreamFailure, type UpstreamFault } from '../../../application/ports/upstreams.ts';
import type { Upstream } from '../../../domain/gateway/upstream.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const FAULT: UpstreamFault[] = ['unreachable', 'garbled', 'broken', 'silent'];
type Behaviour = number | UpstreamFault | 'bug';

/** Servers that answer so, and what became of asking them. */
function desk(...behaviours: Behaviour[]) {
  const upstreams = behaviours.map((_, place): Upstream => ({
    slot: 'llm',
    url: `http://server-${place}`,
    model: null,
    apiKey: null,
  }));
  const clock = fakeClock();
  const upstreamPool = new UpstreamPool(upstreams, clock);
  const { log, lines } = rememberingLog();
  const asked: number[] = [];
  const discarded: number[] = [];
  const over = new AbortController();
  const ask = () =>
    tryUpstreams({ upstreamPool, log }, { slot: 'llm', model: null, over: over.signal }, async (upstream) => {
      const place = upstreams.indexOf(upstream);
      asked.push(place);
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
  return { asked, discarded, over, settled, failure, loads, faults, lines, clock, behaviours };
}

describe('tryUpstreams', () => {
  it('returns the first answer and keeps its lease until the call is over', async () => {
    const { settled, asked, loads, over } = desk(200, 200);
    assert.equal(await settled(), 200);
    assert.deepEqual([asked, loads()], [[0], [1, 0]]);
    over.abort();
    assert.deepEqual(loads(), [0, 0]);
  });

  it('selects the least busy server, otherwise round robin', async () => {
    const held = desk(200, 200, 200);
    for (let call = 0; call < 4; call += 1) await held.settled();
    assert.deepEqual(
      [held.asked, held.loads()],
      [
        [0, 1, 2, 0],
        [2, 1, 1],
      ],
    );
  });

  it('tries another server after one that is unreachable, invalid, interrupted or overloaded', async () => {
    for (const behaviour of ['unreachable', 'garbled', 'broken', 429, 502, 503, 504] as const) {
      const { settled, asked, loads } = desk(behaviour, 200);
      assert.equal(await settled(), 200, String(behaviour));
      assert.deepEqual(
        [asked, loads()],
        [
          [0, 1],
          [0, 1],
        ],
      );
    }
  });

  it('tries no other server after one that went silent', async () => {
    const { failure, asked, loads, faults } = desk('silent', 200);
    assert.deepInclude(await failure(), { fault: 'silent' });
    assert.deepEqual([asked, loads(), faults()], [[0], [0, 0], [1, 0]]);
  });

  it("discards a poor answer for another server's and keeps the last one", async () => {
    const { settled, discarded, asked } = desk(503, 429);
    assert.equal(await settled(), 429);
    assert.deepEqual([asked, discarded], [[0, 1], [0]]);
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
      const { settled, faults } = desk(behaviour);
      await settled().catch(() => null);
      assert.deepEqual(faults(), [blamed], String(behaviour));
    }
  });

  it('reports no upstream when all are unreachable, otherwise the last failure', async () => {
    const gone = await desk('unreachable', 'unreachable').failure();
    assert.instanceOf(gone, NoUpstream);
    assert.deepInclude(await desk('unreachable', 'garbled').failure(), { fault: 'garbled' });
  });

  it('skips unavailable servers until their backoff ends and reports when', async () => {
    const dead = desk('unreachable');
    for (let call = 0; call < 3; call += 1) await dead.failure();
    dead.clock.advance(1_500);
    assert.deepInclude(await dead.failure(), { name: 'NoUpstream', retryAfterMs: 2_500 });
    assert.lengthOf(dead.asked, 3);
    dead.clock.advance(2_500);
    dead.behaviours[0] = 200;
    assert.equal(await dead.settled(), 200);
    assert.deepEqual(dead.faults(), [0]);
  });

  it('throws our own fault at once without counting it against a server', async () => {
    const { failure, asked, faults, loads } = desk('bug', 200);
    assert.instanceOf(await failure(), TypeError);
    assert.deepEqual([asked, faults(), loads()], [[0], [0, 0], [0, 0]]);
  });

  it('ends when the client leaves without counting it against a server', async () => {
    const { failure, asked, faults, loads, over, lines } = desk('unreachable', 200);
    over.abort();
    assert.instanceOf(await failure(), UpstreamFailure);
    assert.deepEqual([asked, faults(), loads(), [...lines]], [[0], [0, 0], [0, 0], []]);
  });

  it('logs every server that failed', async () => {
    const { settled, lines } = desk('garbled', 200);
    await settled();
    assert.lengthOf(lines, 1);
    assert.deepInclude(lines[0], { event: 'gateway.upstream_failed', slot: 'llm', upstream: 'http://server-0' });
  });
});
