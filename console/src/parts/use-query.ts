import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../clients/typescript/index.ts';

/** What asking the API came to, so far. The last answer stays while it is asked again, and when that fails. */
export interface QueryState<T> {
  readonly value: T | null;
  readonly error: ApiError | Error | null;
  /** Whether nothing was heard yet. */
  readonly isLoading: boolean;
  /** Asks again. */
  readonly refetch: () => void;
}

interface QueryOptions<T> {
  /** Asks again so long after every answer, while the page is looked at; what was heard last may tell how long. */
  readonly everyMs?: number | null | ((value: T | null) => number | null);
}

type KeyedResult<T> = Pick<QueryState<T>, 'value' | 'error'> & { readonly key: unknown };

/**
 * Asks when the page is shown, and again whenever `key` is another: what the question depends on, such as an id. An
 * answer that comes after that is not taken.
 */
export function useQuery<T>(
  ask: () => Promise<T>,
  key: string | number = '',
  { everyMs = null }: QueryOptions<T> = {},
): QueryState<T> {
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<KeyedResult<T>>({ value: null, error: null, key });
  const latest = useRef(ask);
  latest.current = ask;
  const refetch = useCallback(() => setRound((number) => number + 1), []);

  useEffect(() => {
    let isWanted = true;
    latest.current().then(
      (value) => isWanted && setResult({ value, error: null, key }),
      (error: Error) => isWanted && setResult((before) => ({ value: valueFor(before, key), error, key })),
    );
    return () => {
      isWanted = false;
    };
  }, [key, round]);

  const value = valueFor(result, key);
  const waitMs = typeof everyMs === 'function' ? everyMs(value) : everyMs;
  useEffect(() => {
    if (waitMs === null || result.key !== key) return;
    const timer = setTimeout(whenSeen(refetch), waitMs);
    return () => clearTimeout(timer);
  }, [result, waitMs]);

  const error = result.key === key ? result.error : null;
  return { value, error, isLoading: value === null && error === null, refetch };
}

const valueFor = <T>(result: KeyedResult<T>, key: unknown): T | null => (result.key === key ? result.value : null);

/** Waits with it for as long as nobody looks at the page. */
const whenSeen = (act: () => void) => (): void => {
  if (document.visibilityState === 'visible') act();
  else document.addEventListener('visibilitychange', act, { once: true });
};
