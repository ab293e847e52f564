import { assert } from 'chai';
import { Taken, type Collection, type Definition, type Engine } from '../../adapters/documents/collection.ts';
import { oneOf, within } from '../../adapters/documents/match.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Contract } from '../support/contract.ts';

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

const PEOPLE: Definition<Person> = {
  name: 'people',
  indexes: [
    { name: 'by_id', fields: ['id'], unique: true },
    { name: 'by_name', fields: ['team', 'name'], unique: true },
    { name: 'by_badge', fields: ['badge'], unique: true, sparse: true },
  ],
};

/** The collection the promises are about. */
export const people = (engine: Engine): Promise<Collection<Person>> => engine.open(PEOPLE);

export const person = (id: number, more: Partial<Person> = {}): Person => ({ id, team: 'red', name: `n${id}`, ...more });

const peopleWith = async (engine: Engine, ...documents: Person[]): Promise<Collection<Person>> => {
  const collection = await people(engine);
  for (const document of documents) await collection.insert(document);
  return collection;
};

const ids = (found: readonly Person[]): number[] => found.map(({ id }) => id);

const takenIndex = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Taken ? error.index : `not Taken: ${String(error)}`),
  );

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );

/** What every engine of documents promises. */
export const documentsContract: Contract<Engine> = {
  'gives back a document exactly as it was stored': async (engine) => {
    const notes = { deep: [{ empty: {}, none: null, list: [] }], text: 'नमस्ते \u0000 "quoted" 😀', big: 1e21, small: -0.1 };
    const collection = await peopleWith(engine, person(1, { notes, badge: null, active: false }));
    assert.deepEqual(await collection.find({}), [person(1, { notes, badge: null, active: false })]);
  },

  'keeps keys that mean something to JavaScript as data, through a change too': async (engine) => {
    const notes = JSON.parse('{"__proto__":{"role":"admin"},"constructor":1,"a.b":2,"$c":3}') as Record<string, unknown>;
    const collection = await peopleWith(engine, person(1, { notes }));
    const changed = await collection.change({ id: 1 }, { notes });
    const found = await collection.findOne({ id: 1 });
    for (const kept of [changed?.notes, found?.notes]) {
      assert.sameMembers(Object.keys(kept ?? {}), ['__proto__', 'constructor', 'a.b', '$c']);
      assert.isFalse('role' in kept!);
    }
  },

  'shares nothing with what was handed in': async (engine) => {
    const notes = { mood: 'good' };
    const collection = await peopleWith(engine, person(1, { notes }));
    notes.mood = 'bad';
    assert.deepEqual((await collection.findOne({ id: 1 }))?.notes, { mood: 'good' });
  },

  'finds what has every value asked for, in the order of insertion': async (engine) => {
    const collection = await peopleWith(engine, person(3), person(1, { team: 'blue' }), person(2, { active: true }));
    assert.deepEqual(ids(await collection.find({ team: 'red' })), [3, 2]);
    assert.deepEqual(ids(await collection.find({ team: 'red', active: true })), [2]);
    assert.deepEqual(ids(await collection.find({ team: 'green' })), []);
  },

  'takes nothing for null': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2, { badge: null }), person(3, { badge: 'x' }));
    assert.deepEqual(ids(await collection.find({ badge: null })), [1, 2]);
  },

  'finds one of several values, and nothing for none': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3));
    assert.deepEqual(ids(await collection.find({ id: oneOf([3, 1, 9]) })), [1, 3]);
    assert.deepEqual(ids(await collection.find({ name: oneOf(['n2']) })), [2]);
    assert.deepEqual(ids(await collection.find({ id: oneOf<number>([]) })), []);
  },

  'finds what lies within bounds, the lower one included': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(10));
    assert.deepEqual(ids(await collection.find({ id: within({ from: 2 }) })), [2, 10]);
    assert.deepEqual(ids(await collection.find({ id: within({ below: 10 }) })), [1, 2]);
    assert.deepEqual(ids(await collection.find({ name: within({ from: 'n1', below: 'n2' }) })), [1, 10]);
  },

  'sorts by several fields, each in its direction': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2, { team: 'blue' }), person(3), person(4, { team: 'blue' }));
    assert.deepEqual(ids(await collection.find({}, { sort: { team: 'asc', id: 'desc' } })), [4, 2, 3, 1]);
    assert.deepEqual(ids(await collection.find({}, { sort: { team: 'desc', id: 'asc' } })), [1, 3, 2, 4]);
  },

  'lets equals follow insertion, in the direction of the sort': async (engine) => {
    const collection = await peopleWith(engine, person(2), person(3), person(1));
    assert.deepEqual(ids(await collection.find({}, { sort: { team: 'asc' } })), [2, 3, 1]);
    assert.deepEqual(ids(await collection.find({}, { sort: { team: 'desc' } })), [1, 3, 2]);
  },

  'gives one page of the whole': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3), person(4));
    assert.deepEqual(ids(await collection.find({}, { sort: { id: 'desc' }, limit: 2, offset: 1 })), [3, 2]);
    assert.deepEqual(ids(await collection.find({}, { offset: 3 })), [4]);
    assert.deepEqual(ids(await collection.find({}, { limit: 0 })), []);
  },

  'finds the first of an order, or null': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3));
    assert.equal((await collection.findOne({ team: 'red' }, { id: 'desc' }))?.id, 3);
    assert.isNull(await collection.findOne({ team: 'blue' }));
  },

  'counts what matches': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3, { team: 'blue' }));
    assert.equal(await collection.count({ team: 'red' }), 2);
    assert.equal(await collection.count({}), 3);
    assert.equal(await collection.count({ team: 'green' }), 0);
  },

  'refuses a taken value and names its index': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    assert.equal(await takenIndex(collection.insert(person(1, { name: 'other' }))), 'by_id');
    assert.equal(await takenIndex(collection.insert(person(2, { name: 'n1' }))), 'by_name');
    await collection.insert(person(2, { name: 'n1', team: 'blue' }));
    assert.equal(await collection.count({}), 2);
  },

  'lets many documents lack a value that is unique where it is given': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3, { badge: null }), person(4, { badge: null }));
    await collection.insert(person(5, { badge: 'x' }));
    assert.equal(await takenIndex(collection.insert(person(6, { badge: 'x' }))), 'by_badge');
    assert.equal(await collection.count({}), 5);
  },

  'changes the given fields, keeps the others and answers the whole': async (engine) => {
    const collection = await peopleWith(engine, person(1, { badge: 'x', notes: { a: 1, b: 2 } }), person(2));
    const changed = await collection.change({ id: 1 }, { badge: null, notes: { b: 3 }, active: true });
    const expected = person(1, { badge: null, notes: { b: 3 }, active: true });
    assert.deepEqual(changed, expected);
    assert.deepEqual(await collection.find({}), [expected, person(2)]);
  },

  'changes nothing when no field is given': async (engine) => {
    const collection = await peopleWith(engine, person(1, { badge: 'x' }));
    assert.deepEqual(await collection.change({ id: 1 }, {}), person(1, { badge: 'x' }));
  },

  'changes the first of an order only, or answers null': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(3), person(2));
    assert.equal((await collection.change({ team: 'red' }, { active: true }, { id: 'desc' }))?.id, 3);
    assert.deepEqual(ids(await collection.find({ active: true })), [3]);
    assert.isNull(await collection.change({ team: 'blue' }, { active: true }));
  },

  'refuses a change to a taken value and leaves the document alone': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2));
    assert.equal(await takenIndex(collection.change({ id: 2 }, { name: 'n1', active: true })), 'by_name');
    assert.deepEqual(await collection.findOne({ id: 2 }), person(2));
  },

  'removes what matches and says how much that was': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3, { team: 'blue' }));
    assert.equal(await collection.remove({ team: 'red' }), 2);
    assert.equal(await collection.remove({ team: 'red' }), 0);
    assert.deepEqual(ids(await collection.find({})), [3]);
  },

  'never takes a value from outside for a condition, nor nothing for everything': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    for (const posing of [{ from: '' }, { values: ['n1'] }, { $ne: '' }, ['n1'], undefined])
      for (const ask of ['find', 'findOne', 'count', 'remove'] as const)
        assert.instanceOf(await rejection(collection[ask]({ name: posing } as never)), TypeError);
    assert.equal(await collection.count({}), 1);
  },

  'never takes a name from outside for a field': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    const posing = { ["name') = 'n1' OR ('"]: 1 } as never;
    assert.instanceOf(await rejection(collection.find(posing)), TypeError);
    assert.instanceOf(await rejection(collection.change({ id: 1 }, posing)), TypeError);
    assert.instanceOf(await rejection(collection.find({}, { sort: posing })), TypeError);
  },

  'lets one of fifty win who insert the same key at once': async (engine) => {
    const collection = await people(engine);
    const racers = Array.from({ length: 50 }, (_, id) => takenIndex(collection.insert(person(id, { name: 'same' }))));
    const results = await Promise.all(racers);
    assert.equal(results.filter((index) => index === null).length, 1);
    assert.equal(results.filter((index) => index === 'by_name').length, 49);
    assert.equal(await collection.count({}), 1);
  },

  'loses no change of twenty that touch one document at once': async (engine) => {
    const collection = await peopleWith(engine, person(1, { notes: {} }), person(100, { team: 'blue' }));
    const counting = Array.from({ length: 20 }, async () => {
      for (;;) {
        const seen = (await collection.findOne({ team: 'blue' }))!.id;
        if (await collection.change({ team: 'blue', id: seen }, { id: seen + 1 })) return;
      }
    });
    const apart = Array.from({ length: 20 }, (_, turn) =>
      collection.change({ id: 1 }, turn % 2 === 0 ? { note_a: 'kept' } : { note_b: 'kept' }),
    );
    await Promise.all([...counting, ...apart]);
    assert.equal((await collection.findOne({ team: 'blue' }))?.id, 120);
    assert.deepEqual(await collection.findOne({ id: 1 }), person(1, { notes: {}, note_a: 'kept', note_b: 'kept' }));
  },

  'gives each of twenty who claim at once another document': async (engine) => {
    const collection = await peopleWith(engine, ...Array.from({ length: 20 }, (_, id) => person(id, { active: false })));
    const claims = Array.from({ length: 25 }, () => collection.change({ active: false }, { active: true }, { id: 'asc' }));
    const claimed = (await Promise.all(claims)).filter((each) => each !== null);
    assert.sameMembers(ids(claimed), ids(await collection.find({})));
    assert.lengthOf(claimed, 20);
  },

  'opens a collection again as it is': async (engine) => {
    await peopleWith(engine, person(1));
    const again = await people(engine);
    assert.deepEqual(ids(await again.find({})), [1]);
    assert.equal(await takenIndex(again.insert(person(1, { name: 'other' }))), 'by_id');
  },

  'keeps collections apart': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    const others = await engine.open<Person>({ ...PEOPLE, name: 'others' });
    await others.insert(person(1, { active: true }));
    assert.deepEqual(await collection.find({}), [person(1)]);
  },

  'answers a ping, and refuses all work once it is closed': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    await engine.ping();
    await engine.close();
    for (const work of [collection.find({}), collection.insert(person(2)), people(engine), engine.ping()]) {
      const error = await rejection(work);
      assert.instanceOf(error, DomainError);
      assert.equal((error as DomainError).problem, 'unavailable');
    }
  },
};

/** Two engines over one place, as two processes have them. */
export interface SharedDocuments {
  readonly one: Engine;
  readonly other: Engine;
}

const both = async ({ one, other }: SharedDocuments): Promise<Collection<Person>[]> =>
  Promise.all([people(one), people(other)]);

/** What engines promise each other when they keep their documents in one place. */
export const sharedDocumentsContract: Contract<SharedDocuments> = {
  'sees at once what the other did': async (shared) => {
    const [here, there] = (await both(shared)) as [Collection<Person>, Collection<Person>];
    await here.insert(person(1));
    await there.change({ id: 1 }, { active: true });
    assert.deepEqual(await here.find({}), [person(1, { active: true })]);
  },

  'keeps what was written when one of them closes': async (shared) => {
    const [here, there] = (await both(shared)) as [Collection<Person>, Collection<Person>];
    await here.insert(person(1));
    await shared.one.close();
    assert.deepEqual(await there.find({}), [person(1)]);
  },

  'keeps a key unique across both': async (shared) => {
    const sides = await both(shared);
    const racers = Array.from({ length: 50 }, (_, turn) => takenIndex(sides[turn % 2]!.insert(person(7))));
    assert.equal((await Promise.all(racers)).filter((index) => index === null).length, 1);
  },

  'gives a document to one of both': async (shared) => {
    const sides = await both(shared);
    for (let id = 0; id < 20; id += 1) await sides[0]!.insert(person(id, { active: false }));
    const claims = Array.from({ length: 30 }, (_, turn) => sides[turn % 2]!.change({ active: false }, { active: true }));
    const claimed = (await Promise.all(claims)).filter((each) => each !== null);
    assert.lengthOf(new Set(ids(claimed)), 20);
    assert.lengthOf(claimed, 20);
  },
};
