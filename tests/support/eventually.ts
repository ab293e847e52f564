/** The timer of the system, for tests that mock it. */
const later = setTimeout;

/** Less than the longest time of a test, so that what was missing is reported. In ms. */
const LONGEST_MS = 100_000;
const FIRST_LOOK_MS = 1;
const RAREST_LOOKS_MS = 50;

/** The longest wait of a check that is expected to fail, in ms, while it runs. */
let shortWaitMs: number | undefined;

/** How long to wait at most, in ms: usually this long. */
export const longestWait = (usualMs: number): number => shortWaitMs ?? usualMs;

/**
 * Runs a check that is expected to fail: nothing waits longer than `ms` until it ends. One at a time, since storage for each would
 * slow every promise of the process down.
 */
export async function withShortWait<R>(ms: number, check: () => Promise<R>): Promise<R> {
  const usual = shortWaitMs;
  shortWaitMs = ms;
  try {
    return await check();
  } finally {
    shortWaitMs = usual;
  }
}

/**
 * The first result of `look` that is not false, null or undefined, with mocked timers too. Looks rarely after a while.
 * Rejects when there is none within this time.
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  what: string,
  withinMs = longestWait(LONGEST_MS),
): Promise<Exclude<Awaited<T>, false | null | undefined>> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(2 * pauseMs, RAREST_LOOKS_MS)) {
    const seen = await look();
    if (seen !== false && seen !== null && seen !== undefined)
      return seen as Exclude<Awaited<T>, false | null | undefined>;
    if (performance.now() > deadline) throw new Error(`It did not come to be: ${what}`);
    await new Promise((resolve) => later(resolve, pauseMs));
  }
}
