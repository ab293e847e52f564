import type { AgentConfig } from './agent.ts';
import type { Catalogue } from './catalogue.ts';
import type { DraftProblem } from './draft-problems.ts';
import type { Draft } from './draft.ts';

/** What every section of the form works with. */
export interface AgentForm {
  readonly draft: Draft;
  readonly catalogue: Catalogue;
  /** Changes the draft. */
  readonly change: (part: Partial<Draft>) => void;
  readonly changeConfig: (part: Partial<AgentConfig>) => void;
  /** What is wrong with the field at this path, or with something in it. */
  readonly problemOf: (path: string) => string | null;
  /** Everything that is wrong with the field at this path or in it. */
  readonly problemsIn: (path: string) => readonly DraftProblem[];
  /** Notes whether what was typed at this path can be read at all, and why not when it is not invalid JSON. */
  readonly setValidity: (path: string, isValid: boolean, why?: string) => void;
}
