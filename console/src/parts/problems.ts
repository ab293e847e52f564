import type { ApiProblem } from '../../../clients/typescript/index.ts';
import { problemWords } from './problem-words.ts';

interface SplitProblems {
  readonly byField: ReadonlyMap<string, string>;
  /** A line each; null when there are none. */
  readonly others: string | null;
}

/** Puts problems beside the fields that are shown, and the rest into words of their own. */
export function splitProblems(problems: readonly ApiProblem[], fields: readonly string[]): SplitProblems {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { field, message: said } of problems) {
    const message = problemWords(said);
    if (field === null) others.push(message);
    else if (!fields.includes(field)) others.push(`${field}: ${message}`);
    else byField.set(field, lines(byField.get(field), message));
  }
  return { byField, others: others.length === 0 ? null : others.join('\n') };
}

const lines = (before: string | undefined, next: string): string =>
  before === undefined ? next : `${before}\n${next}`;
