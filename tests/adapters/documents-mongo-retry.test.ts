import { assert } from 'chai';
import { MongoServerError } from 'mongodb';
import { uniqueValues } from '../../adapters/documents/drivers/mongo-uniqueness.ts';
import { pauseAfter, retryContention } from '../../adapters/documents/drivers/mongo-retry.ts';
import { anyOf } from '../../adapters/documents/match.ts';

const conflict = new MongoServerError({ code: 112, errmsg: 'WriteConflict' });
const deadlock = new MongoServerError({ code: 8, errmsg: 'deadlock detected' });
const refused = new MongoServerError({ code: 2, errmsg: 'BadValue' });

/** Fails with these, one after the other, and is done then. */
function failing(...errors: readonly Error[]): { readonly work: () => Promise<string>; rounds: number } {
  const reported = {
    rounds: 0,
    async work() {
      const error = errors[reported.rounds++];
      if (error) throw error;
      return 'done';
    },
  };
  return reported;
}

const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  );

describe('an operation on MongoDB', () => {
  it('is asked for again when others were in its way, and at no other failure', async () => {
    const twice = failing(conflict, conflict);
    assert.equal(await retryContention(twice.work, new AbortController().signal), 'done');
    const once = failing(refused);
    assert.equal(await thrown(retryContention(once.work, new AbortController().signal)), refused);
    assert.deepEqual([twice.rounds, once.rounds], [3, 1]);
  });

  it('does not start or wait after its signal aborts', async () => {
    const late = failing();
    assert.instanceOf(await thrown(retryContention(late.work, AbortSignal.abort())), DOMException);
    const impatient = new AbortController();
    const stuck = failing(deadlock);
    const ended = thrown(retryContention(stuck.work, impatient.signal));
    impatient.abort();
    assert.propertyVal(await ended, 'name', 'AbortError');
    assert.deepEqual([late.rounds, stuck.rounds], [0, 1]);
  });

  it('stays away after a deadlock until the server has looked for the next', () => {
    for (let turn = 0; turn < 100; turn += 1) {
      assert.isAbove(pauseAfter(deadlock, 1), 1_000);
      assert.isBelow(pauseAfter(deadlock, 9), 1_600);
      assert.isBelow(pauseAfter(conflict, 1), 101);
    }
  });

  const definition = {
    name: 'people',
    indexes: [
      { name: 'by_id', fields: ['id'], unique: true },
      { name: 'by_name', fields: ['team', 'name'], unique: true },
      { name: 'by_age', fields: ['age'] },
    ],
  } as const;
  const words: readonly [object, readonly string[]][] = [
    [{ id: 1, age: 7 }, ['by_id [1]']],
    [{ id: '1', team: 'red', name: null }, ['by_id ["1"]']],
    [{ team: 'red', name: 'n' }, ['by_name ["red","n"]']],
    [{ team: 'red,n', name: '' }, ['by_name ["red,n",""]']],
    [{ id: anyOf([1]), team: 'red' }, []],
  ];
  for (const [given, expected] of words)
    it(`takes its turn for ${expected.join() || 'nothing'}`, () => {
      assert.deepEqual(uniqueValues<Record<'id' | 'team' | 'name' | 'age', unknown>>(definition, given), expected);
    });
});
