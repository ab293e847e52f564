import { assert } from 'chai';
import type { Engine } from '../../adapters/documents/collection.ts';
import { oneOf, within } from '../../adapters/documents/match.ts';
import type { Contract } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';
import { ids, PEOPLE, people, peopleWith, person, takenIndex, type Person } from './documents-people.ts';

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );

/** What every engine of documents promises about keeping and finding. */
export const documentsContract: Contract<Engine> = {
  'gives back a document exactly as it was stored': async (engine) => {
    const notes = {
      deep: [{ empty: {}, none: null, list: [] }],
      text: 'नमस्ते \u0000 "quoted" 😀',
      big: 1e21,
      small: -0.1,
    };
    const collection = await peopleWith(engine, person(1, { notes, badge: null, active: false }));
    assert.deepEqual(await collection.find({}), [person(1, { notes, badge: null, active: false })]);
  },

  'keeps keys that mean something to JavaScript as data, through a change too': async (engine) => {
    const notes = JSON.parse('{"__proto__":{"role":"admin"},"constructor":1,"a.b":2,"$c":3}') as Record<
      string,
      unknown
    >;
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
    const collection = await peopleWith(
      engine,
      person(1),
      person(2, { team: 'blue' }),
      person(3),
      person(4, { team: 'blue' }),
    );
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
      assert.equal((await refusalOf(work)).problem, 'unavailable');
    }
  },
};
