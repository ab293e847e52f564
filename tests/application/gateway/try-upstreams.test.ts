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

describe('asking model servers in turn', () => {
  it('ends with the first that answers, whose place is held until the call is over', async () => {
    const { settled, asked, loads, over } = desk(200, 200);
    assert.equal(await settled(), 200);
    assert.deepEqual([asked, loads()], [[0], [1, 0]]);
    over.abort();
    assert.deepEqual(loads(), [0, 0]);
  });

  it('goes to the least busy one, and to all in turn when none is busy', async () => {
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

  it('goes on after one that cannot be reached, talks nonsense, breaks off or has too much to do', async () => {
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

  it('does not go on after one that took the call and fell silent', async () => {
    const { failure, asked, loads, faults } = desk('silent', 200);
    assert.deepInclude(await failure(), { fault: 'silent' });
    assert.deepEqual([asked, loads(), faults()], [[0], [0, 0], [1, 0]]);
  });

  it('lets go of an answer that another one is preferred to, and keeps the last one there is', async () => {
    const { settled, discarded, asked } = desk(503, 429);
    assert.equal(await settled(), 429);
    assert.deepEqual([asked, discarded], [[0, 1], [0]]);
  });

  it('blames a server for what it is to blame for', async () => {
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

  it('tells that nobody is there when nobody can be reached, and else what went wrong last', async () => {
    const gone = await desk('unreachable', 'unreachable').failure();
    assert.instanceOf(gone, NoUpstream);
    assert.deepInclude(await desk('unreachable', 'garbled').failure(), { fault: 'garbled' });
  });

  it('leaves the dead alone until they have rested, and tells when that is', async () => {
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

  it('ends with a fault of ours at once, which no server is blamed for', async () => {
    const { failure, asked, faults, loads } = desk('bug', 200);
    assert.instanceOf(await failure(), TypeError);
    assert.deepEqual([asked, faults(), loads()], [[0], [0, 0], [0, 0]]);
  });

  it('ends when the client leaves, which no server is blamed for', async () => {
    const { failure, asked, faults, loads, over, lines } = desk('unreachable', 200);
    over.abort();
    assert.instanceOf(await failure(), UpstreamFailure);
    assert.deepEqual([asked, faults(), loads(), [...lines]], [[0], [0, 0], [0, 0], []]);
  });

  it('tells the operator of every server that failed', async () => {
    const { settled, lines } = desk('garbled', 200);
    await settled();
    assert.lengthOf(lines, 1);
    assert.deepInclude(lines[0], { event: 'gateway.upstream_failed', slot: 'llm', upstream: 'http://server-0' });
  });
});
