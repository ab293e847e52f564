import { ApiError } from '../../api.ts';
import { useAction } from '../../parts/use-action.ts';
import type { Agent } from './agent.ts';
import type { Catalogue } from './catalogue.ts';
import { missingIn } from './draft-check.ts';
import { draftOf, type Draft } from './draft.ts';
import type { AgentForm } from './agent-form.ts';
import { draftProblem, problemAt, problemsAt, type DraftProblem } from './draft-problems.ts';
import { useDraft } from './use-draft.ts';

interface Start {
  readonly draft: Draft;
  readonly catalogue: Catalogue;
  /** Stores the draft and answers the agent that it came to. */
  readonly store: (draft: Draft) => Promise<Agent>;
  /** Told where the first problem is, when the draft cannot be stored. */
  readonly onProblem: (path: string) => void;
  readonly onStored: (agent: Agent) => void;
}

/** The state of the form: the draft, what is wrong with it, and the way to have it stored. */
export function useAgentForm({ draft: first, catalogue, store, onProblem, onStored }: Start) {
  const { problems, setProblems, invalidPaths, reset, discard, isDirty, revision, ...work } = useDraft(first);
  const refuse = (found: readonly DraftProblem[]): void => {
    setProblems(found);
    if (found[0]) onProblem(found[0].path);
  };
  const saving = useAction(async () => {
    const broken = [...invalidPaths].map(([path, message]) => ({ path, message }));
    const found = [...missingIn(work.draft), ...broken];
    if (found.length > 0) return refuse(found);
    try {
      const agent = await store(work.draft);
      reset(draftOf(agent));
      onStored(agent);
    } catch (error) {
      const known = knownProblems(error);
      if (known.length === 0) throw error;
      refuse(known);
    }
  });
  const form: AgentForm = {
    ...{ ...work, catalogue },
    problemOf: (path) => problemAt(problems, path),
    problemsIn: (path) => problemsAt(problems, path),
  };
  const discardAll = (): void => {
    discard();
    saving.clearProblems();
  };
  return { form, problems, saving, discard: discardAll, isDirty, revision };
}

const knownProblems = (error: unknown): readonly DraftProblem[] =>
  error instanceof ApiError ? error.problems.map(draftProblem).filter((problem) => problem !== null) : [];
