import { eventLoopQueue } from '../../lib/event-loop-queue.ts';
import type {
  DocumentChange,
  Collection,
  CollectionDefinition,
  DocumentField,
  ListPage,
  Sort,
  GroupCount,
} from '../collection.ts';
import { criteria, type Criterion, type Match } from '../match.ts';
import { Lookups } from './sqlite-lookups.ts';
import * as statements from './sqlite-statements.ts';
import { byUniqueValues } from './unique-match.ts';

/** What a collection needs of its database. Queries answer the first column. */
export interface Connection {
  /** Undefined without a row. */
  row(statement: statements.Statement): Promise<unknown>;
  rows(statement: statements.Statement): Promise<unknown[]>;
  run(statement: statements.Statement): Promise<number>;
  /** Removes rows, whose content is then overwritten in the files. */
  remove(statement: statements.Statement): Promise<number>;
  /** Runs all in one transaction. Answers how many found a row. */
  runAll(all: readonly statements.Statement[]): Promise<number>;
  /** Resolves when all earlier writes are on disk. */
  flush(): Promise<void>;
}

/** Documents per page when all are read. */
const PAGE = 500;
/** Characters read before the event loop gets control: SQLite reads are synchronous. */
const CHARACTERS_PER_TICK = 256 * 1024;

export class SqliteCollection<T extends object> implements Collection<T> {
  readonly #name: string;
  readonly #indexes: CollectionDefinition<T>['indexes'];
  readonly #isLasting: boolean;
  readonly #lookups: Lookups<T>;
  readonly #connection: Connection;

  constructor(definition: CollectionDefinition<T>, connection: Connection) {
    this.#name = definition.name;
    this.#indexes = definition.indexes;
    this.#isLasting = definition.isLasting ?? false;
    this.#lookups = new Lookups(definition);
    this.#connection = connection;
  }

  async insert(document: T): Promise<void> {
    await this.#connection.run(statements.insert(this.#name, document));
    if (this.#isLasting) await this.#connection.flush();
  }

  async insertAll(documents: readonly T[]): Promise<number> {
    const added = await this.#connection.run(statements.insertAll(this.#name, documents));
    if (this.#isLasting) await this.#connection.flush();
    return added;
  }

  async find(match: Match<T>, page: ListPage<T> = {}): Promise<T[]> {
    const texts = await this.#connection.rows(statements.select(this.#name, this.#wanted(match), page));
    return texts.map((text) => JSON.parse(String(text)) as T);
  }

  async *each(match: Match<T>, page: ListPage<T> = {}): AsyncGenerator<T> {
    const numbers = await this.#connection.rows(statements.selectNumbers(this.#name, this.#wanted(match), page));
    let characters = 0;
    for (const number of numbers) {
      const text = await this.#connection.row(statements.selectNumbered(this.#name, Number(number)));
      // Removed in the meantime.
      if (typeof text !== 'string') continue;
      characters += text.length;
      if (characters > CHARACTERS_PER_TICK) {
        characters = 0;
        await eventLoopQueue.next(numbers);
      }
      yield JSON.parse(text) as T;
    }
  }

  async *all(): AsyncGenerator<T> {
    for (let last = 0; ;) {
      const page = await this.#connection.rows(statements.selectAfter(this.#name, last, PAGE));
      for (const row of page) {
        const [seq, text] = JSON.parse(String(row)) as [number, string];
        last = seq;
        yield JSON.parse(text) as T;
      }
      if (page.length < PAGE) return;
    }
  }

  async findOne(match: Match<T>, sort: Sort<T> = {}): Promise<T | null> {
    const statement = this.#lookups.of(match) ?? statements.select(this.#name, criteria(match), { sort, limit: 1 });
    return this.#read(statement);
  }

  async count(match: Match<T>): Promise<number> {
    return Number(await this.#connection.row(statements.count(this.#name, criteria(match))));
  }

  async tally<F extends DocumentField<T>>(
    match: Match<T>,
    by: readonly F[],
    sum: DocumentField<T>,
  ): Promise<GroupCount<T, F>[]> {
    const rows = await this.#connection.rows(statements.tally(this.#name, criteria(match), by, sum));
    return rows.map((row) => {
      const [count, total, ...values] = JSON.parse(String(row)) as [number, number, ...unknown[]];
      const named = Object.fromEntries(by.map((field, place) => [field, values[place]]));
      return { values: named as unknown as Pick<T, F>, count, sum: total };
    });
  }

  async change(match: Match<T>, changes: Partial<T>, sort: Sort<T> = {}): Promise<T | null> {
    return this.#read(statements.update(this.#name, criteria(match), changes, sort));
  }

  async changeAll(changes: readonly DocumentChange<T>[]): Promise<number> {
    return this.#connection.runAll(
      changes.map((each) => statements.update(this.#name, criteria(each.match), each.changes, {})),
    );
  }

  async remove(match: Match<T>): Promise<number> {
    return this.#connection.remove(statements.remove(this.#name, criteria(match)));
  }

  #wanted = (match: Match<T>): readonly Criterion[] => byUniqueValues(criteria(match), this.#indexes);

  async #read(statement: statements.Statement): Promise<T | null> {
    const text = await this.#connection.row(statement);
    return text === undefined ? null : (JSON.parse(text as string) as T);
  }
}
