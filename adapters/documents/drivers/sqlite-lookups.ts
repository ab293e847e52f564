import type { CollectionDefinition } from '../collection.ts';
import { criteria, hasText } from '../match.ts';
import { matchesAtMostOne } from './unique-match.ts';
import { isBindable, selectOnly, type Statement } from './sqlite-statements.ts';

/**
 * Statements that find a document by the values of a unique index. As the most frequent queries, their SQL is cached by
 * set of fields.
 */
export class Lookups<T> {
  readonly #definition: CollectionDefinition<T>;
  readonly #texts = new Map<string, string>();

  constructor(definition: CollectionDefinition<T>) {
    this.#definition = definition;
  }

  /** The statement for the only match, or null when there can be several. */
  of(match: Readonly<Record<string, unknown>>): Statement | null {
    if (hasText(match)) return null;
    const names = Object.keys(match);
    const values: (string | number)[] = [];
    for (const name of names) {
      const value = match[name];
      if (!isBindable(value)) return null;
      values.push(value);
    }
    const fields = `${names.length} ${names.join(' ')}`;
    const known = this.#texts.get(fields);
    if (known !== undefined) return { sql: known, values };
    const parts = criteria(match);
    if (!matchesAtMostOne(parts, this.#definition.indexes)) return null;
    const statement = selectOnly(this.#definition.name, parts);
    this.#texts.set(fields, statement.sql);
    return statement;
  }
}
