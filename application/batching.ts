/**
 * Batches calls: items added while one step runs are passed to the next step together. Each call settles with its step.
 */
export function batched<T>(step: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let running = Promise.resolve();
  let next: { readonly items: T[]; readonly done: Promise<void> } | null = null;
  return (item) => {
    if (next === null) {
      const items: T[] = [];
      const done = running
        .catch(() => undefined)
        .then(() => {
          next = null;
          return step(items);
        });
      next = { items, done };
      running = done;
    }
    next.items.push(item);
    return next.done;
  };
}
