import type { components } from '../../api.ts';

export type AgentVersion = components['schemas']['AgentVersionSummary'];
export type VersionMetrics = components['schemas']['AgentVersionMetrics'];
export type AgentDraft = components['schemas']['AgentDraft'];
export type Differences = components['schemas']['AgentDifferences'];
export type Difference = Differences[number];
export type TextChange = NonNullable<Difference['lines']>[number];

/** Changed fields that are named in the list. */
const NAMED_MAX = 3;
/** Unchanged lines that are shown beside changed ones. */
const CONTEXT = 2;

/** The first changed fields of a version, without the part that all have, and how many more there are. */
export const namedChanges = ({ changed_fields: fields }: AgentVersion): { names: readonly string[]; more: number } => ({
  names: fields.slice(0, NAMED_MAX).map((path) => path.replace(/^config\./u, '')),
  more: Math.max(0, fields.length - NAMED_MAX),
});

/** A line of a text, or a number of unchanged ones that are left out. */
export type DiffRow = TextChange | { readonly kind: 'gap'; readonly lines: number };

/** The changed lines with those beside them. */
export function shownLines(lines: readonly TextChange[]): readonly DiffRow[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  const shown: DiffRow[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(at)) shown.push(line);
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 };
    else shown.push({ kind: 'gap', lines: 1 });
  }
  return shown;
}

/** A value of a configuration as text. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
