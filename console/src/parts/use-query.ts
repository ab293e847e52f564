import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../clients/typescript/index.ts';

/** State of a query. The last value stays during a refetch and after a failed one. */
export interface QueryState<T> {
  readonly value: T | null;
  readonly error: ApiError | Error | null;
  /** Whether there is no result yet. */
  readonly isLoading: boolean;
  /** Fetches again. */
  readonly refetch: () => void;
}

interface QueryOptions<T> {
  /** Polling interval in ms while the page is visible, fixed or by the last value. */
  readonly everyMs?: number | null | ((value: T | null) => number | null);
}

type KeyedResult<T> = Pick<QueryState<T>, 'value' | 'error'> & { readonly key: unknown };

/** Fetches on mount and whenever `key` changes, such as an id. Results of an old key are ignored. */
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

/** Delays the call until the page is visible. */
const whenSeen = (act: () => void) => (): void => {
  if (document.visibilityState === 'visible') act();
  else document.addEventListener('visibilitychange', act, { once: true });
};
