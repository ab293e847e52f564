import type { Collection as MongoDocuments, Filter } from 'mongodb';
import type { CollectionDefinition } from '../collection.ts';
import type { Criterion, Scalar } from '../match.ts';
import type { StoredDocument } from './mongo-queries.ts';
import { storedValue } from './mongo-values.ts';

/** A document without its key. */
type BareDocument = Readonly<Record<string, unknown>>;

interface PointRead {
  readonly wanted: Readonly<Record<string, Scalar>>;
  readonly resolve: (found: BareDocument | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads that differ in one field of a unique index. */
interface Batch {
  readonly documents: MongoDocuments<StoredDocument>;
  /** The values that all have in the other fields of the index. */
  readonly shared: Filter<StoredDocument>;
  readonly field: string;
  readonly reads: PointRead[];
}

const BARE = { _id: 0 };

/**
 * Reads single documents by the values of a unique index. All reads of one iteration of the event loop share a round trip:
 * when many calls end at once, there are many. A read does not wait for an earlier round trip.
 */
export class PointReads<T> {
  readonly #indexes: readonly (readonly string[])[];
  #batches = new Map<string, Batch>();

  constructor({ indexes }: CollectionDefinition<T>) {
    this.#indexes = indexes.flatMap(({ fields, unique, sparse }) => (unique && !sparse ? [fields] : []));
  }

  /** The document that has all these values, or null. Undefined: the values are not those of a unique index. */
  find(
    documents: MongoDocuments<StoredDocument>,
    parts: readonly Criterion[],
  ): Promise<BareDocument | null> | undefined {
    const wanted = valuesOf(parts);
    const fields = wanted && this.#indexes.find((index) => index.every((field) => (wanted[field] ?? null) !== null));
    if (!wanted || !fields) return undefined;
    const field = fields.at(-1)!;
    const shared = Object.fromEntries(fields.slice(0, -1).map((each) => [each, { $eq: wanted[each] }]));
    const key = JSON.stringify([field, shared]);
    return new Promise((resolve, reject) => {
      if (this.#batches.size === 0) setImmediate(() => this.#readAll());
      const batch = this.#batches.get(key);
      // A new connection has other documents.
      if (batch?.documents === documents) batch.reads.push({ wanted, resolve, reject });
      else {
        if (batch) void read(batch);
        this.#batches.set(key, { documents, shared, field, reads: [{ wanted, resolve, reject }] });
      }
    });
  }

  #readAll(): void {
    const batches = this.#batches;
    this.#batches = new Map();
    for (const batch of batches.values()) void read(batch);
  }
}

/** The values of a match that asks for nothing else. Null: it asks for more, or for a value that is stored in another form. */
function valuesOf(parts: readonly Criterion[]): Readonly<Record<string, Scalar>> | null {
  const values: Record<string, Scalar> = {};
  for (const part of parts) {
    if (part.test !== 'is' || storedValue(part.value) !== part.value) return null;
    values[part.field] = part.value;
  }
  return values;
}

async function read({ documents, shared, field, reads }: Batch): Promise<void> {
  try {
    const values = [...new Set(reads.map(({ wanted }) => wanted[field]))];
    const filter = { ...shared, [field]: values.length === 1 ? { $eq: values[0] } : { $in: values } };
    const found = await documents.find<BareDocument>(filter as Filter<StoredDocument>, { projection: BARE }).toArray();
    // The index allows one document of each value.
    const byValue = new Map(found.map((document) => [document[field], document]));
    const taken = new Set<BareDocument>();
    for (const { wanted, resolve } of reads) {
      const known = byValue.get(wanted[field]);
      const own = known && hasAll(known, wanted) ? known : null;
      // Everyone gets a copy of its own.
      resolve(own && taken.has(own) ? structuredClone(own) : own);
      if (own) taken.add(own);
    }
  } catch (error) {
    for (const { reject } of reads) reject(error);
  }
}

const hasAll = (document: BareDocument, wanted: Readonly<Record<string, Scalar>>): boolean =>
  Object.entries(wanted).every(([field, value]) => (document[field] ?? null) === value);
