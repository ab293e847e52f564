import { say, table, wait } from '../print.ts';
import { spread } from '../statistics.ts';
import type { TelephoneFixture } from '../telephone-fixture.ts';
import { echoLateness, metronome, startEcho, startRuntime, times } from '../telephone-runtime.ts';
import { InterruptingLeg } from './interrupting-leg.ts';

const CALLS = 20;
const INTERRUPTIONS = 1_000;
const TIMEOUT_MS = 300_000;
const ECHO_MS = 10_000;

/** Barge-in: time until the carrier gets the clear, and frames of the interrupted reply after it. */
export async function bargeIn(
  fixture: TelephoneFixture,
  env: Readonly<Record<string, string>> = {},
  condition = '',
): Promise<void> {
  say(
    `\nBarge-in at ${CALLS} calls${condition}, ms from the frame that decides to the clear (target: p99 at most 20, no stale frame)`,
  );
  const echo = await startEcho();
  const echoed = await echoLateness(echo.addresses.url, CALLS, ECHO_MS);
  await echo.stop();
  const server = await startRuntime(fixture, { BENCH_REPLY_SECONDS: '20', ...env });
  const legs = await times(CALLS, async () => InterruptingLeg.open(await fixture.ring(), metronome));
  const deadline = performance.now() + TIMEOUT_MS;
  const done = (): number => legs.reduce((sum, { clears }) => sum + clears.length, 0);
  while (done() < INTERRUPTIONS && performance.now() < deadline) await wait(500);
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await server.stop();
  const sum = (of: (leg: InterruptingLeg) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  table({ 'bare ws echo': spread(echoed), 'decision to clear': spread(legs.flatMap(({ clears }) => clears)) });
  say(
    `  ${sum(({ stale }) => stale)} stale frames in ${done()} interruptions; ` +
      `${sum(({ frames }) => frames)} frames in all, ${sum(({ missed }) => missed)} interruptions without a clear`,
  );
}
