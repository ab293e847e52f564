/** One variable as it stands in the form. Its name may be empty or taken while it is typed. */
export interface VariableRow {
  readonly name: string;
  readonly value: unknown;
}

type Variables = Readonly<Record<string, unknown>>;

/** The rows of stored variables. */
export const rowsOf = (variables: Variables): VariableRow[] =>
  Object.entries(variables).map(([name, value]) => ({ name, value }));

/** The variables that rows stand for: those with a name, and of two with the same name the last. */
export const variablesOf = (rows: readonly VariableRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]));

/** The rows with an empty one for each of these names that has none. */
export function withNames(rows: readonly VariableRow[], names: readonly string[]): VariableRow[] {
  const missing = names.filter((name) => rows.every((row) => row.name.trim() !== name));
  return [...rows, ...missing.map((name) => ({ name, value: '' }))];
}

/** A value as text. Other types as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
