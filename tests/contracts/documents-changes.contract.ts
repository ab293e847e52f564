import { assert } from 'chai';
import type { DocumentChange, Collection, DocumentStore } from '../../adapters/documents/collection.ts';
import type { Contract } from '../support/contract.ts';
import { ids, people, peopleWith, person, takenIndex, type Person } from './documents-people.ts';

/** What every engine of documents promises about keys and changes, and when many ask at once. */
export const documentChangesContract: Contract<DocumentStore> = {
  'answers many reads that are asked for at once, each with a copy of its own document': async (engine) => {
    const all = Array.from({ length: 30 }, (_, id) => person(id, { team: id % 2 ? 'red' : 'blue', notes: { id } }));
    const collection = await peopleWith(engine, ...all);
    const byId = all.map(({ id }) => collection.findOne({ id }));
    const byName = all.map(({ team, name }) => collection.findOne({ name, team }));
    const others = [
      { id: 77 },
      { id: 3, team: 'blue' },
      { id: 3, badge: 'none' },
      { team: 'blue', name: 'n3' },
      { id: 3, team: 'red', badge: null },
    ].map((match) => collection.findOne(match));
    assert.deepEqual(await Promise.all(byId), all);
    assert.deepEqual(await Promise.all(byName), all);
    assert.deepEqual(await Promise.all(others), [null, null, null, null, all[3]!]);
    const [one, other] = await Promise.all([collection.findOne({ id: 3 }), collection.findOne({ id: 3 })]);
    (one!.notes as { id: unknown }).id = 'changed';
    assert.deepEqual(other, all[3]!);
  },

  'refuses a taken value and names its index': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    assert.equal(await takenIndex(collection.insert(person(1, { name: 'other' }))), 'by_id');
    assert.equal(await takenIndex(collection.insert(person(2, { name: 'n1' }))), 'by_name');
    await collection.insert(person(2, { name: 'n1', team: 'blue' }));
    assert.equal(await collection.count({}), 2);
  },

  'adds many documents in their order': async (engine) => {
    const collection = await peopleWith(engine, person(9));
    const many = Array.from({ length: 1_200 }, (_, id) => person(1_999 - id));
    assert.equal(await collection.insertAll(many), 1_200);
    assert.deepEqual(await collection.find({}), [person(9), ...many]);
    assert.equal(await collection.insertAll([]), 0);
    assert.equal(await collection.count({}), 1_201);
  },

  'adds of many what is not taken, and says how many those were': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2, { badge: 'x' }));
    const many = [person(3), person(1), person(4, { name: 'n1' }), person(5, { badge: 'x' }), person(6), person(3)];
    assert.equal(await collection.insertAll(many), 2);
    assert.deepEqual(ids(await collection.find({})), [1, 2, 3, 6]);
    assert.equal(await collection.insertAll(many), 0);
  },

  'lets many documents lack a value that is unique where it is given': async (engine) => {
    const collection = await peopleWith(
      engine,
      person(1),
      person(2),
      person(3, { badge: null }),
      person(4, { badge: null }),
    );
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

  'changes many documents, each as it is asked, and says how many those were': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2, { badge: 'x' }), person(3), person(4));
    const changes: readonly DocumentChange<Person>[] = [
      { match: { id: 1, team: 'red' }, changes: { active: true, badge: 'y' } },
      { match: { id: 2, team: 'blue' }, changes: { active: true } },
      { match: { id: 3 }, changes: { badge: 'x' } },
      { match: { id: 4 }, changes: { notes: { a: 1 } } },
    ];
    assert.equal(await collection.changeAll(changes), 2);
    assert.deepEqual(await collection.find({}), [
      person(1, { active: true, badge: 'y' }),
      person(2, { badge: 'x' }),
      person(3),
      person(4, { notes: { a: 1 } }),
    ]);
    assert.equal(await collection.changeAll([]), 0);
  },

  'refuses a change to a taken value and leaves the document alone': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2));
    assert.equal(await takenIndex(collection.change({ id: 2 }, { name: 'n1', active: true })), 'by_name');
    assert.deepEqual(await collection.findOne({ id: 2 }), person(2));
  },

  'names the violated one of several indexes that a change touches': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2, { badge: 'x' }), person(3, { team: 'blue' }));
    const changes = { team: 'red', name: 'n9', badge: 'x' };
    assert.equal(await takenIndex(collection.change({ id: 3 }, changes)), 'by_badge');
    assert.equal(await takenIndex(collection.change({ id: 3 }, { ...changes, name: 'n2', badge: null })), 'by_name');
    assert.deepEqual(await collection.findOne({ id: 3 }), person(3, { team: 'blue' }));
  },

  'removes what matches and says how much that was': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(3, { team: 'blue' }));
    assert.equal(await collection.remove({ team: 'red' }), 2);
    assert.equal(await collection.remove({ team: 'red' }), 0);
    assert.deepEqual(ids(await collection.find({})), [3]);
  },

  'lets one of fifty win who insert the same key at once': async (engine) => {
    const collection = await people(engine);
    const racers = Array.from({ length: 50 }, (_, id) => takenIndex(collection.insert(person(id, { name: 'same' }))));
    const results = await Promise.all(racers);
    assert.equal(results.filter((index) => index === null).length, 1);
    assert.equal(results.filter((index) => index === 'by_name').length, 49);
    assert.equal(await collection.count({}), 1);
  },

  'refuses nothing else to those who insert the same key at once, and again': async (engine) => {
    const collection = await people(engine);
    for (let turn = 0; turn < 30; turn += 1) {
      const racers = Array.from({ length: 5 }, (_, id) =>
        takenIndex(collection.insert(person(turn * 5 + id, { name: `name ${turn}` }))),
      );
      assert.sameMembers(await Promise.all(racers), [null, ...Array<string>(4).fill('by_name')]);
    }
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
    const collection = await peopleWith(
      engine,
      ...Array.from({ length: 20 }, (_, id) => person(id, { active: false })),
    );
    const claims = Array.from({ length: 25 }, () =>
      collection.change({ active: false }, { active: true }, { id: 'asc' }),
    );
    const claimed = (await Promise.all(claims)).filter((each) => each !== null);
    assert.sameMembers(ids(claimed), ids(await collection.find({})));
    assert.lengthOf(claimed, 20);
  },
};

/** Two engines over one place, as two processes have them. */
export interface SharedDocuments {
  readonly one: DocumentStore;
  readonly other: DocumentStore;
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
    const claims = Array.from({ length: 30 }, (_, turn) =>
      sides[turn % 2]!.change({ active: false }, { active: true }),
    );
    const claimed = (await Promise.all(claims)).filter((each) => each !== null);
    assert.lengthOf(new Set(ids(claimed)), 20);
    assert.lengthOf(claimed, 20);
  },
};
