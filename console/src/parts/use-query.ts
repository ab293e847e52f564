import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../clients/typescript/index.ts';

/** State of a query. The last value stays during a refetch and after a failed one. */
export interface QueryState<T> {
  readonly value: T | null;
  readonly error: ApiError | Error | null;
  /** Whether there is no result yet. */
  readonly isLoading: boolean;
  /** Whether the value is that of an earlier key. */
  readonly isOutdated: boolean;
  /** Fetches again. */
  readonly refetch: () => void;
}

interface QueryOptions<T> {
  /** Polling interval in ms while the page is visible, fixed or by the last value. */
  readonly everyMs?: number | null | ((value: T | null) => number | null);
  /** Keeps the value of the last key until that of the next one is there, as a list under a filter should. */
  readonly keepsLast?: boolean;
}

type KeyedResult<T> = Pick<QueryState<T>, 'value' | 'error'> & { readonly key: unknown };

/** Fetches on mount and whenever `key` changes, such as an id. Results of an old key are ignored. */
export function useQuery<T>(
  ask: () => Promise<T>,
  key: string | number = '',
  { everyMs = null, keepsLast = false }: QueryOptions<T> = {},
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

  const isOutdated = keepsLast && result.key !== key;
  const value = isOutdated ? result.value : valueFor(result, key);
  const waitMs = typeof everyMs === 'function' ? everyMs(value) : everyMs;
  useEffect(() => {
    if (waitMs === null || result.key !== key) return;
    return actLater(refetch, waitMs);
  }, [result, waitMs]);

  const error = result.key === key ? result.error : null;
  return { value, error, isLoading: value === null && error === null, isOutdated, refetch };
}

const valueFor = <T>(result: KeyedResult<T>, key: unknown): T | null => (result.key === key ? result.value : null);

/** Acts after a wait, or once the page is visible after it. Answers what cancels it. */
function actLater(act: () => void, waitMs: number): () => void {
  const timer = setTimeout(() => {
    if (document.visibilityState === 'visible') act();
    else document.addEventListener('visibilitychange', act, { once: true });
  }, waitMs);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', act);
  };
}
