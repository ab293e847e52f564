import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../clients/typescript/index.ts';
import { splitProblems } from './problems.ts';

/** Something the reader may have done, such as sending a form. */
export interface Action<Args extends unknown[]> {
  /** Does it, unless it is being done. Answers whether it worked out. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly isBusy: boolean;
  /** What is wrong with this field of the request. */
  readonly problemOf: (field: string) => string | null;
  /** What went wrong and concerns no field that is shown; null when nothing did. */
  readonly trouble: string | null;
  /** Forgets what went wrong. */
  readonly clearProblems: () => void;
}

/** Does something at a press, and keeps what went wrong with it. `fields` are those whose problems are shown beside them. */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  fields: readonly string[] = [],
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const running = useRef(false);
  const run = async (...args: Args): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await act(...args);
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const { byField, others } = splitProblems(failure instanceof ApiError ? failure.problems : [], fields);
  return {
    run,
    isBusy,
    problemOf: (field) => byField.get(field) ?? null,
    trouble: failure instanceof ApiError ? others : (failure?.message ?? null),
    clearProblems: () => setFailure(null),
  };
}
