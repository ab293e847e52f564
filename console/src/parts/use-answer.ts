import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../../clients/typescript/index.ts';

/** What asking the API came to, so far. The last answer stays while it is asked again, and when that fails. */
export interface Answer<T> {
  readonly value: T | null;
  readonly error: ApiError | Error | null;
  /** Whether nothing was heard yet. */
  readonly isLoading: boolean;
  /** Asks again. */
  readonly again: () => void;
}

interface How<T> {
  /** Asks again so long after every answer, while the page is looked at; what was heard last may tell how long. */
  readonly everyMs?: number | null | ((value: T | null) => number | null);
}

type Heard<T> = Pick<Answer<T>, 'value' | 'error'> & { readonly key: unknown };

/**
 * Asks when the page is shown, and again whenever `key` is another: what the question depends on, such as an id. An
 * answer that comes after that is not taken.
 */
export function useAnswer<T>(
  ask: () => Promise<T>,
  key: string | number = '',
  { everyMs = null }: How<T> = {},
): Answer<T> {
  const [round, setRound] = useState(0);
  const [heard, setHeard] = useState<Heard<T>>({ value: null, error: null, key });
  const latest = useRef(ask);
  latest.current = ask;
  const again = useCallback(() => setRound((number) => number + 1), []);

  useEffect(() => {
    let isWanted = true;
    latest.current().then(
      (value) => isWanted && setHeard({ value, error: null, key }),
      (error: Error) => isWanted && setHeard((before) => ({ value: valueFor(before, key), error, key })),
    );
    return () => {
      isWanted = false;
    };
  }, [key, round]);

  const value = valueFor(heard, key);
  const waitMs = typeof everyMs === 'function' ? everyMs(value) : everyMs;
  useEffect(() => {
    if (waitMs === null || heard.key !== key) return;
    const timer = setTimeout(whenSeen(again), waitMs);
    return () => clearTimeout(timer);
  }, [heard, waitMs]);

  const error = heard.key === key ? heard.error : null;
  return { value, error, isLoading: value === null && error === null, again };
}

const valueFor = <T>(heard: Heard<T>, key: unknown): T | null => (heard.key === key ? heard.value : null);

/** Waits with it for as long as nobody looks at the page. */
const whenSeen = (act: () => void) => (): void => {
  if (document.visibilityState === 'visible') act();
  else document.addEventListener('visibilitychange', act, { once: true });
};
