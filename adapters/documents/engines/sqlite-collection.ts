import type { Collection, Page, Sort } from '../collection.ts';
import type { Match } from '../match.ts';
import * as statements from './sqlite-statements.ts';

/** What a collection needs of its engine: the first column of each row, or how many rows changed. */
export interface Connection {
  rows(statement: statements.Statement): Promise<unknown[]>;
  run(statement: statements.Statement): Promise<number>;
}

/** One table of documents. */
export class SqliteCollection<T extends object> implements Collection<T> {
  readonly #name: string;
  readonly #connection: Connection;

  constructor(name: string, connection: Connection) {
    this.#name = name;
    this.#connection = connection;
  }

  async insert(document: T): Promise<void> {
    await this.#connection.run(statements.insert(this.#name, document));
  }

  async find(match: Match<T>, page: Page<T> = {}): Promise<T[]> {
    return this.#read(statements.select(this.#name, match, page));
  }

  async findOne(match: Match<T>, sort: Sort<T> = {}): Promise<T | null> {
    const [first] = await this.#read(statements.select(this.#name, match, { sort, limit: 1 }));
    return first ?? null;
  }

  async count(match: Match<T>): Promise<number> {
    const [total] = await this.#connection.rows(statements.count(this.#name, match));
    return Number(total);
  }

  async change(match: Match<T>, changes: Partial<T>, sort: Sort<T> = {}): Promise<T | null> {
    const [changed] = await this.#read(statements.update(this.#name, match, changes, sort));
    return changed ?? null;
  }

  async remove(match: Match<T>): Promise<number> {
    return this.#connection.run(statements.remove(this.#name, match));
  }

  async #read(statement: statements.Statement): Promise<T[]> {
    const texts = await this.#connection.rows(statement);
    return texts.map((text) => JSON.parse(String(text)) as T);
  }
}
