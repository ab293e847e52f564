import type { paths } from '../typescript/index.ts';
import { printable } from './table.ts';

type Differences =
  paths['/api/v1/agents/{agent_id}/diff']['post']['responses'][200]['content']['application/json']['changes'];
type Difference = Differences[number];

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;
const LINE_SIGNS = { same: ' ', added: '+', removed: '-' } as const;
/** Unchanged lines that are shown beside changed ones. */
const CONTEXT = 2;

/** What differs between two agents, place by place. */
export const differencesInWords = (changes: Differences): string =>
  changes.flatMap((change) => [`${SIGNS[change.kind]} ${printable(change.path)}`, ...linesOf(change)]).join('\n');

function linesOf({ kind, lines, before, after }: Difference): string[] {
  if (lines) return shownLines(lines);
  return [
    ...(kind === 'added' ? [] : valueLines(before).map((line) => `    - ${line}`)),
    ...(kind === 'removed' ? [] : valueLines(after).map((line) => `    + ${line}`)),
  ];
}

const valueLines = (value: unknown): string[] =>
  (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n').map(printable);

/** The changed lines of a text with those beside them. */
function shownLines(lines: NonNullable<Difference['lines']>): string[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  return lines.flatMap(({ kind, text }, at) => {
    if (isNear(at)) return [`    ${LINE_SIGNS[kind]} ${printable(text)}`];
    return at > 0 && isNear(at - 1) ? ['      …'] : [];
  });
}
