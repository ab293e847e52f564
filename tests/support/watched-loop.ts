import { setTimeout as wait } from 'node:timers/promises';

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
