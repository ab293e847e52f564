import { useState } from 'preact/hooks';

/** The rows of a list that are selected, by their keys. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Selects these rows, or no longer. */
  readonly select: (keys: readonly string[], isOn: boolean) => void;
  /** Selects these rows alone. */
  readonly replace: (keys: readonly string[]) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Keeps which rows are selected. Nothing is once the list shows something else, which its `scope` says. */
export function useSelection(scope: string): Selection {
  const [kept, setKept] = useState({ scope, keys: NONE });
  const keysIn = (known: typeof kept): ReadonlySet<string> => (known.scope === scope ? known.keys : NONE);
  return {
    keys: keysIn(kept),
    select: (changed, isOn) =>
      setKept((before) => {
        const keys = new Set(keysIn(before));
        for (const key of changed) {
          if (isOn) keys.add(key);
          else keys.delete(key);
        }
        return { scope, keys };
      }),
    replace: (keys) => setKept({ scope, keys: new Set(keys) }),
  };
}
