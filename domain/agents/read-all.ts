import { DomainError, invalid } from '../errors.ts';

/** Enough to repair a request with; one can be wrong in a hundred thousand ways. */
const MOST = 100;

type Readers = Readonly<Record<string, () => unknown>>;

/** What each reader answers, by its name; or one refusal with everything that any of them refuses. */
export function readAll<R extends Readers>(readers: R): { readonly [Name in keyof R]: ReturnType<R[Name]> } {
  const names = Object.keys(readers);
  const values = readEach(Object.values(readers));
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as never;
}

/** What each reader answers, in their order; or one refusal with everything that any of them refuses. */
export function readEach<T>(readers: readonly (() => T)[]): readonly T[] {
  const reasons = new Set<string>();
  const values = readers.flatMap((read) => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof DomainError) || error.problem !== 'invalid') throw error;
      for (const reason of error.reasons) reasons.add(reason);
      return [];
    }
  });
  if (reasons.size > 0) throw invalid([...reasons].slice(0, MOST));
  return values;
}
