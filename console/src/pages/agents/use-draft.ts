import { useState } from 'preact/hooks';
import type { AgentConfig } from './agent.ts';
import { isSame, type Draft } from './draft.ts';
import type { DraftProblem } from './draft-problems.ts';
import { formStrings } from './strings.ts';

/** A draft that is worked on, what is wrong with it, and what it was when it was last stored. */
export function useDraft(first: Draft) {
  const [stored, setStored] = useState(first);
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const [invalidPaths, setInvalidPaths] = useState<ReadonlyMap<string, string>>(new Map());
  const [revision, setRevision] = useState(0);

  const change = (after: (before: Draft) => Draft): void => {
    setDraft(after);
    setProblems([]);
  };
  const reset = (next: Draft): void => {
    setStored(next);
    change(() => next);
    setInvalidPaths(new Map());
    setRevision((number) => number + 1);
  };
  return {
    draft,
    problems,
    setProblems,
    /** Paths at which something stands that cannot be read, and why. */
    invalidPaths,
    setValidity: (path: string, isValid: boolean, why: string = formStrings.check.json) =>
      setInvalidPaths((before) => withValidity(before, path, isValid ? null : why)),
    change: (part: Partial<Draft>) => change((before) => ({ ...before, ...part })),
    changeConfig: (part: Partial<AgentConfig>) =>
      change((before) => ({ ...before, config: { ...before.config, ...part } })),
    /** Replaces the draft with a stored one. */
    reset,
    discard: () => reset(stored),
    isDirty: invalidPaths.size > 0 || !isSame(draft, stored),
    /** Another one whenever the draft was put in place as a whole: what sections remember of it no longer holds. */
    revision,
  };
}

function withValidity(
  before: ReadonlyMap<string, string>,
  path: string,
  why: string | null,
): ReadonlyMap<string, string> {
  if ((before.get(path) ?? null) === why) return before;
  const after = new Map(before);
  if (why === null) after.delete(path);
  else after.set(path, why);
  return after;
}
