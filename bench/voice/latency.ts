import { say, table, wait } from '../print.ts';
import { percentile, spread } from '../statistics.ts';
import type { TelephoneFixture } from '../telephone-fixture.ts';
import { call, echoLateness, startEcho, startRuntime, times } from '../telephone-runtime.ts';
import { DELAYS, ENDPOINTING_MS } from '../scripted-vendors.ts';

const CALLS = 50;
const WARM_MS = 10_000;
const WINDOW_MS = 60_000;
const ECHO_MS = 10_000;

/** What the vendors of the bench wait by themselves, and the wait for the end of the turn. In milliseconds. */
const CONFIGURED_MS = DELAYS.stt + DELAYS.llm + DELAYS.tts + ENDPOINTING_MS;

/** From the last frame of a caller's speech to the agent's first, without what was configured to take its time. */
export async function latency(fixture: TelephoneFixture): Promise<void> {
  say(
    `\nAdded latency at ${CALLS} calls, ms beyond ${CONFIGURED_MS} configured (target: p50 at most 15, p99 at most 40)`,
  );
  const echo = await startEcho();
  const echoed = await echoLateness(echo.addresses.url, CALLS, ECHO_MS);
  await echo.stop();
  const server = await startRuntime(fixture, { BENCH_REPLY_SECONDS: '1' });
  const legs = await times(CALLS, () => call(fixture));
  await wait(WARM_MS);
  for (const { waits } of legs) waits.length = 0;
  await wait(WINDOW_MS);
  const added = legs.flatMap(({ waits }) => waits).map((ms) => ms - CONFIGURED_MS);
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await server.stop();
  table({ 'bare ws echo': spread(echoed), 'added by us': spread(added) });
  say(`  beyond the echo’s median: ${(percentile(added, 0.5) - percentile(echoed, 0.5)).toFixed(1)} ms`);
}
