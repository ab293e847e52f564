import type { Definition, Index, Page, Sort } from '../collection.ts';
import { criteria, fieldName, type Criterion } from '../match.ts';

/** SQL whose text depends on field names only, so that it can be prepared once, and its values in order. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The statements that create a collection and its indexes where they are missing. */
export const create = <T>({ name, indexes }: Definition<T>): string[] => [
  `CREATE TABLE IF NOT EXISTS ${table(name)} (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL CHECK (json_valid(doc))) STRICT`,
  ...indexes.map((index) => createIndex(name, index)),
];

export const insert = (collection: string, document: object): Statement => ({
  sql: `INSERT INTO ${table(collection)} (doc) VALUES (?)`,
  values: [JSON.stringify(document)],
});

export function select<T>(
  collection: string,
  match: object,
  { sort = {}, limit = -1, offset = 0 }: Page<T>,
): Statement {
  const { sql, values } = where(match);
  return {
    sql: `SELECT doc FROM ${table(collection)} WHERE ${sql} ORDER BY ${order(sort)} LIMIT ? OFFSET ?`,
    values: [...values, limit, offset],
  };
}

export function count(collection: string, match: object): Statement {
  const { sql, values } = where(match);
  return { sql: `SELECT count(*) FROM ${table(collection)} WHERE ${sql}`, values };
}

/** Finds and changes in one statement. Fields are set one by one: json_patch would delete those that become null. */
export function update<T>(collection: string, match: object, changes: object, sort: Sort<T>): Statement {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
  const setters = fields.map(([name]) => `, '$.${fieldName(name)}', json(?)`).join('');
  const { sql, values } = where(match);
  const first = `SELECT seq FROM ${table(collection)} WHERE ${sql} ORDER BY ${order(sort)} LIMIT 1`;
  return {
    sql: `UPDATE ${table(collection)} SET doc = json_set(doc${setters}) WHERE seq = (${first}) RETURNING doc`,
    values: [...fields.map(([, value]) => JSON.stringify(value)), ...values],
  };
}

export function remove(collection: string, match: object): Statement {
  const { sql, values } = where(match);
  return { sql: `DELETE FROM ${table(collection)} WHERE ${sql}`, values };
}

const table = (collection: string): string => `"${fieldName(collection)}"`;

const field = (name: string): string => `json_extract(doc, '$.${fieldName(name)}')`;

function createIndex<T>(collection: string, { name, fields, unique = false, sparse = false }: Index<T>): string {
  const present = sparse ? ` WHERE ${fields.map((each) => `${field(each)} IS NOT NULL`).join(' AND ')}` : '';
  return (
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "${fieldName(collection)}.${fieldName(name)}" ` +
    `ON ${table(collection)} (${fields.map(field).join(', ')})${present}`
  );
}

function where(match: object): Statement {
  const parts = criteria(match);
  return { sql: parts.map(condition).join(' AND ') || '1', values: parts.flatMap(bound) };
}

/** Values are bound as JSON and read by SQLite like the documents themselves, so that both sides agree on their types. */
function condition(criterion: Criterion): string {
  const subject = field(criterion.field);
  switch (criterion.test) {
    case 'is':
      return criterion.value === null ? `${subject} IS NULL` : `${subject} = json_extract(?, '$')`;
    case 'oneOf':
      return `${subject} IN (SELECT value FROM json_each(?))`;
    case 'from':
      return `${subject} >= json_extract(?, '$')`;
    case 'below':
      return `${subject} < json_extract(?, '$')`;
  }
}

function bound(criterion: Criterion): string[] {
  if (criterion.test === 'oneOf') return [JSON.stringify(criterion.values)];
  return criterion.value === null ? [] : [JSON.stringify(criterion.value)];
}

function order<T>(sort: Sort<T>): string {
  const keys = Object.entries(sort).map(([name, way]) => [field(name), way === 'desc' ? 'DESC' : 'ASC'] as const);
  return [...keys, ['seq', keys.at(-1)?.[1] ?? 'ASC']].map((key) => key.join(' ')).join(', ');
}
