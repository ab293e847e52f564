/** Work in steps, between which other work may run. Answers its result. */
export type Steps<T> = Generator<void, T>;

/** The result of work whose steps follow each other at once. */
export function allAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
