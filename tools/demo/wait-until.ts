/** Asks again and again until the answer is good. Rejects when none is in time. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
  { everyMs = 100, timeoutMs = 180_000 } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isDone(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
