import type { ApiProblem } from '../../../clients/typescript/index.ts';
import { errorMessage } from './error-message.ts';

interface SplitProblems {
  readonly byField: ReadonlyMap<string, string>;
  /** A line each; null when there are none. */
  readonly others: string | null;
}

/** Puts problems beside the fields that are shown, and the rest into words of their own. */
export function splitProblems(problems: readonly ApiProblem[], fields: readonly string[]): SplitProblems {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { field, message: text } of problems.map((problem) => placed(problem, fields))) {
    const message = errorMessage(text);
    if (field === null) others.push(message);
    else if (!fields.includes(field)) others.push(`${field}: ${message}`);
    else byField.set(field, lines(byField.get(field), message));
  }
  return { byField, others: others.length === 0 ? null : others.join('\n') };
}

/** A sentence about the whole request that begins with the name of a field which is shown is about that field. */
function placed({ field, message }: ApiProblem, fields: readonly string[]): ApiProblem {
  const named = field ?? fields.find((each) => message.startsWith(`${each} `)) ?? null;
  if (field !== null || named === null) return { field, message };
  const rest = message.slice(named.length + 1);
  return { field: named, message: `It ${rest}` };
}

const lines = (before: string | undefined, next: string): string =>
  before === undefined ? next : `${before}\n${next}`;
