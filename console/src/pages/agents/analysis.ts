import type { AgentConfig } from './agent.ts';

/** The analysis of an agent's calls as it stands in the form. */
export type Analysis = NonNullable<AgentConfig['analysis']>;
type Schema = Readonly<Record<string, unknown>>;

/** What a new section asks for. */
export const NEW_ANALYSIS: Analysis = { summary: true, max_transcript_tokens: 16_000 };

/** Kinds of values that the table of fields offers, each with the schema of a new one. */
const KINDS = {
  text: { type: 'string' },
  choice: { type: 'string', enum: [] },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  texts: { type: 'array', items: { type: 'string' } },
} as const satisfies Readonly<Record<string, Schema>>;

/** `other`: what only the JSON Schema can say. */
export type FieldKind = keyof typeof KINDS | 'other';

/** One field to extract, as a row of the form. Its name may be empty or taken while it is typed. */
export interface FieldRow {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export const blankField = (): FieldRow => ({ name: '', schema: KINDS.text, isRequired: false });

/** The configuration with this analysis. Null: without the section. */
export const withAnalysis = (analysis: Analysis | null): Pick<AgentConfig, 'analysis'> =>
  // JSON leaves out what is undefined.
  ({ analysis: analysis ?? undefined }) as Pick<AgentConfig, 'analysis'>;

/** Whether rows can show these fields. What is typed as JSON may be anything. */
export function areRows(fields: unknown): boolean {
  if (fields === undefined) return true;
  const { properties = {}, required = [] } = isSchema(fields) ? fields : { properties: null };
  return isSchema(properties) && Object.values(properties).every(isSchema) && Array.isArray(required);
}

/** The rows of fields that rows can show. */
export function rowsOf({ properties = {}, required = [] }: Schema = {}): FieldRow[] {
  const names = required as readonly unknown[];
  return Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) => ({
    name,
    schema,
    isRequired: names.includes(name),
  }));
}

/** The schema that rows stand for, with the other keywords of the former one. Undefined: no row has a name. */
export function fieldsOf(
  rows: readonly FieldRow[],
  { required: _required, ...before }: Schema = {},
): Schema | undefined {
  const named = rows.map((row) => ({ ...row, name: row.name.trim() })).filter(({ name }) => name !== '');
  if (named.length === 0) return undefined;
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    ...before,
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** Whether another row has the name of this one. */
export const isTaken = (rows: readonly FieldRow[], { name }: FieldRow): boolean =>
  name.trim() !== '' && rows.filter((row) => row.name.trim() === name.trim()).length > 1;

/** What kind of value a schema describes. */
export function kindOf({ type, enum: values, items }: Schema): FieldKind {
  if (values !== undefined) return isTexts(values) && (type === undefined || type === 'string') ? 'choice' : 'other';
  if (type === 'array') return isSchema(items) && isSame(items, KINDS.texts.items) ? 'texts' : 'other';
  const found = Object.entries(KINDS).find(([, schema]) => schema.type === type);
  return (found?.[0] as FieldKind | undefined) ?? 'other';
}

/** The schema of this type, with the earlier description. */
export const withKind = ({ description }: Schema, kind: keyof typeof KINDS): Schema => ({
  ...KINDS[kind],
  ...(description !== undefined && { description }),
});

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
