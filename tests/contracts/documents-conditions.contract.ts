import { assert } from 'chai';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { anyOf, otherThan, textIn } from '../../adapters/documents/match.ts';
import type { Contract } from '../support/contract.ts';
import { ids, peopleWith, person } from './documents-people.ts';

/** What every engine of documents promises about looking for other values and for texts. */
export const documentConditionsContract: Contract<DocumentStore> = {
  'finds what has another value, or none': async (engine) => {
    const collection = await peopleWith(engine, person(1), person(2, { badge: null }), person(3, { badge: 'x' }));
    await collection.insert(person(4, { badge: 'y' }));
    assert.deepEqual(ids(await collection.find({ badge: otherThan('x') })), [1, 2, 4]);
    assert.equal(await collection.count({ badge: otherThan('z'), id: anyOf([2, 3]) }), 2);
  },

  'finds a text within one of several fields, and takes no character of it for a pattern': async (engine) => {
    const collection = await peopleWith(engine, person(12), person(3, { badge: 'n1.5%_' }), person(4, { badge: null }));
    const found = async (text: string, more = {}) =>
      ids(await collection.find({ ...textIn(['name', 'badge'], text), ...more }));
    assert.deepEqual(await found('n1'), [12, 3]);
    assert.deepEqual(await found('n1', { id: 3 }), [3]);
    assert.deepEqual(await found('1.5%_'), [3]);
    for (const text of ['n.', 'N1', '%', '_5', '^n', '(', '\\', '\ud800'])
      assert.deepEqual(await found(text), text === '%' ? [3] : [], text);
    assert.equal(await collection.count(textIn(['name'], 'n')), 3);
  },
};
