/** Asks again and again until the answer is good. Rejects when none is in time. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  isGood: (answer: T) => boolean,
  { everyMs = 100, patienceMs = 60_000 } = {},
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
