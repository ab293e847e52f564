import type fc from 'fast-check';

/** A port whose atomic operations complete in the order of the scheduler, so that concurrent users meet in any order. */
export function scheduled<Port extends object>(scheduler: fc.Scheduler, name: string, port: Port): Port {
  const later = Object.entries(port).flatMap(([method, operation]: [string, unknown]) => {
    if (typeof operation !== 'function') return [];
    const ask = async (...args: unknown[]): Promise<unknown> => Reflect.apply(operation, port, args);
    return [[method, (...args: unknown[]) => scheduler.schedule(ask(...args), `${name}.${method}`)] as const];
  });
  return { ...port, ...Object.fromEntries(later) };
}

/** Does things at once with scheduled ports: each begins when the scheduler says so. Answers how they ended. */
export const atOnce = (
  scheduler: fc.Scheduler,
  deeds: readonly (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> =>
  scheduler.waitFor(
    Promise.allSettled(deeds.map((deed) => scheduler.schedule(Promise.resolve(), 'a beginning').then(deed))),
  );
