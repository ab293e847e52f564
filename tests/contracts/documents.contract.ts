import { assert } from 'chai';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { anyOf, between } from '../../adapters/documents/match.ts';
import { allOf } from '../support/all-of.ts';
import type { Contract } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';
import { ids, PEOPLE, people, peopleWith, person, takenIndex, type Person } from './documents-people.ts';

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );

interface WeighedItem {
  readonly kind: string;
  readonly weight: number | null;
}

/** What every engine of documents promises about keeping and finding. */
export const documentsContract: Contract<DocumentStore> = {
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

  'keeps whatever JSON can say, through a change too': async (engine) => {
    let deep: unknown = 'the end';
    for (let level = 0; level < 150; level += 1) deep = level % 2 ? [deep] : { deep };
    const notes = {
      deep,
      halves: ['\ud83d', { '\ude00': '\ud800' }],
      '': { ' ': '', '\u0000': '\u0000', '\n': '\r' },
      0: { 'a.b.': { $set: { $ne: null } }, $$ROOT: ['$a', '.', '\u2028'] },
      json_text: '"quoted"',
      $json: { json_text: { json_text: '1' } },
      numbers: [2 ** 53, -(2 ** 31), 2 ** 31, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e15],
      moment: '2026-01-01T00:00:00.000Z',
      looks_like: ['ObjectId("000000000000000000000000")', { $date: 1 }, { $numberLong: '1' }],
    };
    const collection = await peopleWith(engine, person(1, { notes }));
    for (const more of [{ notes }, { notes: { json_text: '1' } }, { notes: {} }, { badge: '\ud800 "x"' }]) {
      const { id, ...expected } = person(1, { notes, ...more });
      assert.deepEqual(await collection.change({ id }, expected), { id, ...expected });
      assert.deepEqual(await collection.findOne({ id }), { id, ...expected });
    }
    assert.deepEqual(ids(await collection.find({ badge: '\ud800 "x"' })), [1]);
    assert.deepEqual(await collection.find({ badge: '\ud801 "x"' }), []);
  },

  'keeps nothing for what JSON leaves out, and null for null': async (engine) => {
    const notes = { gone: undefined, none: null, list: [undefined, null], zero: -0 };
    const collection = await peopleWith(engine, { ...person(1, { notes, badge: null }), active: undefined } as never);
    const kept = { none: null, list: [null, null], zero: 0 };
    assert.deepEqual(await collection.findOne({ id: 1 }), person(1, { notes: kept, badge: null }));
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
    assert.deepEqual(ids(await collection.find({ id: anyOf([3, 1, 9]) })), [1, 3]);
    assert.deepEqual(ids(await collection.find({ name: anyOf(['n2']) })), [2]);
    assert.deepEqual(ids(await collection.find({ id: anyOf<number>([]) })), []);
  },

  'finds what lies within bounds, the lower one included': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2), person(10));
    assert.deepEqual(ids(await collection.find({ id: between({ from: 2 }) })), [2, 10]);
    assert.deepEqual(ids(await collection.find({ id: between({ below: 10 }) })), [1, 2]);
    assert.deepEqual(ids(await collection.find({ name: between({ from: 'n1', below: 'n2' }) })), [1, 10]);
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

  'reads all of many, in the order of insertion, those with odd names too': async (engine) => {
    const collection = await people(engine);
    const many = Array.from({ length: 1_203 }, (_, at) => person((at * 7) % 1_203, { notes: { 'a.b': at, $c: null } }));
    for (let at = 0; at < many.length; at += 401) await collection.insertAll(many.slice(at, at + 401));
    const read: Person[] = [];
    for await (const each of collection.all()) read.push(each);
    assert.deepEqual(read, many);
    const none = await engine.open<Person>({ name: 'nobody', indexes: [] });
    for await (const each of none.all()) assert.fail(`there is ${each.name}`);
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

  'streams the same documents, without those removed in between': async (engine) => {
    const collection = await people(engine);
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      await collection.insert(person(id, { team: id < 10 ? 'red' : 'blue' }));
    const page = { sort: { id: 'desc' }, limit: 9, offset: 1 } as const;
    assert.deepEqual(await allOf(collection.each({}, page)), await collection.find({}, page));
    assert.deepEqual(ids(await allOf(collection.each({ team: 'blue' }))), [10]);
    assert.deepEqual(await allOf(collection.each({}, { limit: 0 })), []);
    const left: number[] = [];
    for await (const { id } of collection.each({}, { sort: { id: 'asc' } })) {
      if (id === 1) await collection.remove({ id: 9 });
      left.push(id);
    }
    assert.deepEqual(left, [1, 2, 3, 4, 5, 6, 7, 8, 10]);
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

  'counts and adds up what matches, by what stands in some fields': async (engine) => {
    const collection = await peopleWith(
      engine,
      person(1),
      person(2),
      person(4, { badge: 'x' }),
      person(8, { badge: null }),
      person(16, { team: 'blue', badge: 'y' }),
      person(32, { team: 'green' }),
    );
    assert.sameDeepMembers(await collection.tally({ team: anyOf(['red', 'blue']) }, ['team', 'badge'], 'id'), [
      { values: { team: 'red', badge: null }, count: 3, sum: 11 },
      { values: { team: 'red', badge: 'x' }, count: 1, sum: 4 },
      { values: { team: 'blue', badge: 'y' }, count: 1, sum: 16 },
    ]);
    assert.deepEqual(await collection.tally({ team: 'grey' }, ['team'], 'id'), []);
  },

  'adds up nothing where nothing stands': async (engine) => {
    const collection = await engine.open<WeighedItem>({ name: 'weighed', indexes: [] });
    for (const weight of [null, 0.5, 1.25]) await collection.insert({ kind: 'some', weight });
    await collection.insert({ kind: 'none', weight: null });
    assert.sameDeepMembers(await collection.tally({}, ['kind'], 'weight'), [
      { values: { kind: 'some' }, count: 3, sum: 1.75 },
      { values: { kind: 'none' }, count: 1, sum: 0 },
    ]);
  },

  'does not treat input values as conditions or a missing value as a wildcard': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    for (const posing of [{ from: '' }, { values: ['n1'] }, { $ne: '' }, ['n1'], undefined])
      for (const ask of ['find', 'findOne', 'count', 'remove'] as const)
        assert.instanceOf(await rejection(collection[ask]({ name: posing } as never)), TypeError);
    assert.instanceOf(await rejection(collection.tally({ name: { $ne: '' } } as never, ['team'], 'id')), TypeError);
    assert.equal(await collection.count({}), 1);
  },

  'refuses invalid field names': async (engine) => {
    const collection = await peopleWith(engine, person(1));
    const posing = { ["name') = 'n1' OR ('"]: 1 } as never;
    assert.instanceOf(await rejection(collection.find(posing)), TypeError);
    assert.instanceOf(await rejection(collection.change({ id: 1 }, posing)), TypeError);
    assert.instanceOf(await rejection(collection.find({}, { sort: posing })), TypeError);
    const field = Object.keys(posing)[0] as never;
    assert.instanceOf(await rejection(collection.tally({}, [field], 'id')), TypeError);
    assert.instanceOf(await rejection(collection.tally({}, ['team'], field)), TypeError);
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
    const results = [collection.find({}), collection.insert(person(2)), people(engine), engine.ping()];
    for (const { problem } of await Promise.all(results.map(refusalOf))) assert.equal(problem, 'outage');
  },
};
