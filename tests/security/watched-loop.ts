import { setTimeout as wait } from 'node:timers/promises';
import { assert } from 'chai';

/** Whatever a tenant sends, others wait no longer for it than this. In milliseconds. */
const DELAY_MAX = 50;
/** Repetitions of which the best counts, because a busy machine is late anyway. */
const TRIES = 40;

/** Measures again and again by how much a timer of a millisecond comes too late because of this process. */
export function watchedLoop() {
  const over = new AbortController();
  let longest = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [due, before] = [performance.now() + 1, process.cpuUsage()];
      await wait(1);
      // Other processes may have had the CPU: time that this process did not use was not its own delay.
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, Math.min(performance.now() - due, (user + system) / 1_000));
    }
  })();
  return {
    /** In milliseconds, since the watch began. */
    async longestDelay(): Promise<number> {
      over.abort();
      await watching;
      return longest;
    },
  };
}

/** Repeats the work until the delay of others is short enough, or was too long too often. */
export async function boundedBy(work: () => Promise<void>): Promise<void> {
  const delays: number[] = [];
  while (delays.length < TRIES && Math.min(...delays) >= DELAY_MAX) {
    const loop = watchedLoop();
    await work();
    delays.push(await loop.longestDelay());
  }
  assert.isBelow(Math.min(...delays), DELAY_MAX, `of ${delays.map(Math.round).join(', ')} ms`);
}
