import type { CollectionDefinition, Index, ListPage, Sort } from '../collection.ts';
import { fieldName, type Criterion, type FieldCriterion } from '../match.ts';
import { formerNames, storedName } from './index-names.ts';

/** SQL that depends on field names only, so that it is prepared once, and its values in order. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** With a bare parameter SQLite plans the statement again on every run, which takes longer than most queries. */
const PAGE = 'LIMIT ? + 0 OFFSET ? + 0';

/** Statements that create a collection and its indexes where missing, and remove former indexes. */
export const create = <T>(definition: CollectionDefinition<T>): string[] => {
  const { name, indexes } = definition;
  return [
    `CREATE TABLE IF NOT EXISTS ${table(name)} (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL CHECK (json_valid(doc))) STRICT`,
    ...indexes.map((index) => createIndex(name, index)),
    ...formerNames(definition).map((former) => `DROP INDEX IF EXISTS ${indexName(name, former)}`),
  ];
};

export const insert = (collection: string, document: object): Statement => ({
  sql: `INSERT INTO ${table(collection)} (doc) VALUES (?)`,
  values: [JSON.stringify(document)],
});

/** Adds the documents that violate no unique index, in one transaction. */
export const insertAll = (collection: string, documents: readonly object[]): Statement => ({
  sql: `INSERT INTO ${table(collection)} (doc) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
  values: [JSON.stringify(documents.map((document) => JSON.stringify(document)))],
});

export function select<T>(
  collection: string,
  match: readonly Criterion[],
  { sort = {}, limit = -1, offset = 0 }: ListPage<T>,
): Statement {
  const { sql, values } = where(match);
  return {
    sql: `SELECT doc FROM ${table(collection)} WHERE ${sql} ORDER BY ${order(sort)} ${PAGE}`,
    values: [...values, limit, offset],
  };
}

/** The row numbers of what `select` would answer. */
export function selectNumbers<T>(collection: string, match: readonly Criterion[], page: ListPage<T>): Statement {
  const { sql, values } = select(collection, match, page);
  return { sql: sql.replace('SELECT doc', 'SELECT seq'), values };
}

export const selectNumbered = (collection: string, number: number): Statement => ({
  sql: `SELECT doc FROM ${table(collection)} WHERE seq = ?`,
  values: [number],
});

/** The next documents after a row number, as JSON arrays of number and text. */
export const selectAfter = (collection: string, last: number, limit: number): Statement => ({
  sql: `SELECT json_array(seq, doc) FROM ${table(collection)} WHERE seq > ? ORDER BY seq LIMIT ? + 0`,
  values: [last, limit],
});

/** Selects the only possible match. */
export function selectOnly(collection: string, match: readonly Criterion[]): Statement {
  const { sql, values } = where(match);
  return { sql: `SELECT doc FROM ${table(collection)} WHERE ${sql}`, values };
}

export function count(collection: string, match: readonly Criterion[]): Statement {
  const { sql, values } = where(match);
  return { sql: `SELECT count(*) FROM ${table(collection)} WHERE ${sql}`, values };
}

/** One JSON array per group: count, sum and the group's values. */
export function tally(collection: string, match: readonly Criterion[], by: readonly string[], sum: string): Statement {
  const { sql, values } = where(match);
  const kept = by.map((name, at) => `${field(name)} AS f${at}`).join(', ');
  const groups = by.map((_, at) => `f${at}`).join(', ');
  // Materialised, SQLite reads the values from an index. Grouped directly, it reads every document of a range.
  const isRange = match.some(({ test }) => test === 'from' || test === 'below');
  return {
    sql:
      `WITH kept AS ${isRange ? '' : 'NOT '}MATERIALIZED ` +
      `(SELECT ${kept}, ${field(sum)} AS summed FROM ${table(collection)} WHERE ${sql}) ` +
      `SELECT json_array(count(*), total(summed), ${groups}) FROM kept GROUP BY ${groups}`,
    values,
  };
}

/** Finds and changes in one statement. Sets field by field, because json_patch would delete fields set to null. */
export function update<T>(collection: string, match: readonly Criterion[], changes: object, sort: Sort<T>): Statement {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
  const setters = fields.map(([name]) => `, '$.${fieldName(name)}', json(?)`).join('');
  const { sql, values } = where(match);
  const first = `SELECT seq FROM ${table(collection)} WHERE ${sql} ORDER BY ${order(sort)} LIMIT 1`;
  return {
    sql: `UPDATE ${table(collection)} SET doc = json_set(doc${setters}) WHERE seq = (${first}) RETURNING doc`,
    values: [...fields.map(([, value]) => JSON.stringify(value)), ...values],
  };
}

export function remove(collection: string, match: readonly Criterion[]): Statement {
  const { sql, values } = where(match);
  return { sql: `DELETE FROM ${table(collection)} WHERE ${sql}`, values };
}

const table = (collection: string): string => `"${fieldName(collection)}"`;

const field = (name: string): string => `json_extract(doc, '$.${fieldName(name)}')`;

const indexName = (collection: string, stored: string): string => `"${fieldName(collection)}.${stored}"`;

function createIndex<T>(collection: string, index: Index<T>): string {
  const { fields, unique = false, sparse } = index;
  const present = sparse === undefined ? '' : ` WHERE ${field(sparse)} IS NOT NULL`;
  return (
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${indexName(collection, storedName(index))} ` +
    `ON ${table(collection)} (${fields.map(field).join(', ')})${present}`
  );
}

const where = (match: readonly Criterion[]): Statement => ({
  sql: match.map(comparison).join(' AND ') || '1',
  values: bound(match),
});

function comparison(part: Criterion): string {
  if (part.test !== 'contains') return `${compared(part)} ${operator(part)} ${operand(part)}`;
  const found = part.fields.map((name) => `instr(${field(name)}, ${textOperand(part.value)}) > 0`);
  return `(${found.join(' OR ')})`;
}

/** With a plus sign SQLite chooses no index by the field. */
const compared = (part: FieldCriterion): string =>
  part.test === 'is' && part.isFilter ? `+${field(part.field)}` : field(part.field);

function operator(part: FieldCriterion): string {
  switch (part.test) {
    case 'is':
      return part.value === null ? 'IS' : '=';
    case 'isNot':
      return 'IS NOT';
    case 'oneOf':
      return 'IN';
    case 'from':
      return '>=';
    case 'below':
      return '<';
  }
}

/** Binds values that SQLite could misread as JSON, which it reads as it reads the documents. */
function operand(part: FieldCriterion): string {
  if (part.test === 'oneOf') return '(SELECT value FROM json_each(?))';
  if (part.value === null) return 'NULL';
  return textOperand(part.value);
}

const textOperand = (value: unknown): string => (isBindable(value) ? '?' : "json_extract(?, '$')");

function bound(match: readonly Criterion[]): (string | number)[] {
  const values: (string | number)[] = [];
  for (const part of match) {
    const value = part.test === 'oneOf' ? part.values : part.value;
    if (value === null) continue;
    const each = isBindable(value) ? value : JSON.stringify(value);
    values.push(...(part.test === 'contains' ? part.fields.map(() => each) : [each]));
  }
  return values;
}

/** Whether SQLite stores this value unchanged. It does not for unpaired surrogates. */
export const isBindable = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !/[\ud800-\udfff]/.test(value));

function order<T>(sort: Sort<T>): string {
  const keys = Object.entries(sort).map(([name, way]) => [field(name), way === 'desc' ? 'DESC' : 'ASC'] as const);
  return [...keys, ['seq', keys.at(-1)?.[1] ?? 'ASC']].map((key) => key.join(' ')).join(', ');
}
