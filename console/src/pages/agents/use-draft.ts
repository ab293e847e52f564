import { useState } from 'preact/hooks';
import type { AgentConfig } from './agent.ts';
import { isSame, type Draft } from './draft.ts';
import type { DraftProblem } from './problems.ts';

/** A draft that is worked on, what is wrong with it, and what it was when it was last stored. */
export function useDraft(first: Draft) {
  const [stored, setStored] = useState(first);
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<readonly DraftProblem[]>([]);
  const [unsound, setUnsound] = useState<ReadonlySet<string>>(new Set());
  const [revision, setRevision] = useState(0);

  const change = (after: (before: Draft) => Draft): void => {
    setDraft(after);
    setProblems([]);
  };
  const begin = (anew: Draft): void => {
    setStored(anew);
    change(() => anew);
    setUnsound(new Set());
    setRevision((number) => number + 1);
  };
  return {
    draft,
    problems,
    setProblems,
    /** Paths at which something stands that cannot be read. */
    unsound,
    noteSound: (path: string, isSound: boolean) => setUnsound((before) => noted(before, path, isSound)),
    change: (part: Partial<Draft>) => change((before) => ({ ...before, ...part })),
    changeConfig: (part: Partial<AgentConfig>) =>
      change((before) => ({ ...before, config: { ...before.config, ...part } })),
    /** Goes on from another draft, which is stored. */
    begin,
    discard: () => begin(stored),
    isDirty: unsound.size > 0 || !isSame(draft, stored),
    /** Another one whenever the draft was put in place as a whole: what sections remember of it no longer holds. */
    revision,
  };
}

function noted(before: ReadonlySet<string>, path: string, isSound: boolean): ReadonlySet<string> {
  if (before.has(path) !== isSound) return before;
  const after = new Set(before);
  if (isSound) after.delete(path);
  else after.add(path);
  return after;
}
