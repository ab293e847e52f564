/**
 * Does alike things together: what is asked for while one step is under way is done in the next, all in one. Each ask
 * resolves, or rejects, with its step.
 */
export function together<T>(step: (asked: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let running = Promise.resolve();
  let next: { readonly asked: T[]; readonly done: Promise<void> } | null = null;
  return (one) => {
    if (next === null) {
      const asked: T[] = [];
      const done = running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return step(asked);
        });
      next = { asked, done };
      running = done;
    }
    next.asked.push(one);
    return next.done;
  };
}
