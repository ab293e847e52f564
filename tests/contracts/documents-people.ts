import {
  UniqueViolation,
  type Collection,
  type CollectionDefinition,
  type DocumentStore,
} from '../../adapters/documents/collection.ts';

export interface Person {
  readonly id: number;
  readonly team: string;
  readonly name: string;
  readonly badge?: string | null;
  readonly active?: boolean;
  readonly notes?: Readonly<Record<string, unknown>>;
  readonly note_a?: string;
  readonly note_b?: string;
}

export const PEOPLE: CollectionDefinition<Person> = {
  name: 'people',
  indexes: [
    { name: 'by_id', fields: ['id'], unique: true },
    { name: 'by_name', fields: ['team', 'name'], unique: true },
    { name: 'by_badge', fields: ['badge'], unique: true, sparse: 'badge' },
  ],
};

interface Seat {
  readonly id: number;
  readonly team: string;
  readonly place: number | null;
}

/** A collection whose sparse index has a field that is never missing, and that had another index once. */
export const SEATS: CollectionDefinition<Seat> = {
  name: 'seats',
  formerIndexes: ['by_colour'],
  indexes: [
    { name: 'by_id', fields: ['id'], unique: true },
    { name: 'by_place', fields: ['team', 'place'], unique: true, sparse: 'place' },
  ],
};

export const seat = (id: number, place: number | null): Seat => ({ id, team: 'red', place });

/** The collection the promises are about. */
export const people = (engine: DocumentStore): Promise<Collection<Person>> => engine.open(PEOPLE);

export const person = (id: number, more: Partial<Person> = {}): Person => ({
  id,
  team: 'red',
  name: `n${id}`,
  ...more,
});

export const peopleWith = async (engine: DocumentStore, ...documents: Person[]): Promise<Collection<Person>> => {
  const collection = await people(engine);
  for (const document of documents) await collection.insert(document);
  return collection;
};

export const ids = (found: readonly Person[]): number[] => found.map(({ id }) => id);

export const takenIndex = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof UniqueViolation ? error.index : `not Taken: ${String(error)}`),
  );
