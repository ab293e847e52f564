import { assert } from 'chai';
import {
  MongoNetworkError,
  MongoParseError,
  MongoServerError,
  MongoTopologyClosedError,
  type ErrorDescription,
} from 'mongodb';
import { Taken } from '../../adapters/documents/collection.ts';
import {
  isDuplicate,
  isRepetition,
  isTakenBack,
  translated,
  violated,
} from '../../adapters/documents/engines/mongo-errors.ts';
import { growingKeys } from '../../adapters/documents/engines/mongo-keys.ts';
import type { DomainError } from '../../domain/errors.ts';
import { PEOPLE } from '../contracts/documents-people.ts';

const duplicate = (errmsg: string, more: ErrorDescription = {}): MongoServerError =>
  new MongoServerError({ code: 11000, errmsg, ...more });

describe('what MongoDB says', () => {
  it('names the violated index, however a server words it', () => {
    const prefix = 'E11000 duplicate key error collection: platform.people';
    for (const error of [
      duplicate(`${prefix} index: by_name dup key: { team: "red index: by_id", name: "n1" }`),
      duplicate(`${prefix} index: platform.people.$by_name dup key: { : "red", : "n1" }`),
      duplicate("Duplicate key violation on the requested collection: Index 'by_name'"),
      duplicate(prefix, { keyPattern: { team: 1, name: 1 }, keyValue: { team: 'red', name: 'n1' } }),
    ]) {
      assert.isTrue(isDuplicate(error));
      assert.equal(violated(error, PEOPLE.indexes), 'by_name', error.message);
    }
    assert.isNull(violated(duplicate(`${prefix} index: _id_ dup key: {}`), PEOPLE.indexes));
    assert.isFalse(isDuplicate(new MongoServerError({ code: 121, errmsg: 'index: by_name' })));
  });

  it('tells a document that was sent twice from another with its values', () => {
    assert.isTrue(
      isRepetition({ errmsg: 'E11000 duplicate key error collection: a.b index: _id_ dup key: { _id: 1 }' }),
    );
    assert.isFalse(
      isRepetition({ errmsg: 'E11000 duplicate key error collection: a.b index: by_id dup key: { id: 1 }' }),
    );
  });

  it('may be asked again when it took back what was in the way of others, and nothing else may', () => {
    for (const [code, errmsg, isAgain] of [
      [112, 'WriteConflict error', true],
      [1, 'deadlock detected', true],
      [1, 'tuple concurrently updated', true],
      [1, 'could not serialize access due to concurrent update', true],
      [1, 'cache lookup failed', false],
      [85, 'An equivalent index already exists', false],
    ] as const)
      assert.equal(isTakenBack(new MongoServerError({ code, errmsg })), isAgain, errmsg);
  });

  it('is an outage when nobody serves, and a failure of ours otherwise', () => {
    const problemOf = (error: unknown): string => (translated(error) as DomainError).problem;
    for (const away of [
      new MongoNetworkError('connection 1 to 10.0.0.7:27017 closed'),
      new MongoTopologyClosedError('Topology is closed'),
      new MongoServerError({ code: 10107, errmsg: 'not primary' }),
      new MongoServerError({ code: 64, errmsg: 'waiting for replication timed out' }),
      new MongoServerError({ code: 1, errmsg: 'x', errorLabels: ['RetryableWriteError'] }),
      Object.assign(new Error('querySrv ENOTFOUND _mongodb._tcp.db'), { code: 'ENOTFOUND' }),
    ])
      assert.equal(problemOf(away), 'outage', away.message);
    for (const broken of [
      new MongoServerError({ code: 18, errmsg: 'Authentication failed' }),
      new MongoServerError({ code: 10334, errmsg: 'BSONObj size is invalid' }),
      new MongoParseError('Invalid scheme'),
      new RangeError('offset is out of range'),
    ])
      assert.equal(problemOf(broken), 'failed', broken.message);
  });

  it('is shown to nobody, but kept as the cause', () => {
    const error = new MongoNetworkError('connection 1 to 10.0.0.7:27017 closed');
    const shown = translated(error) as DomainError;
    assert.notInclude(shown.message, '10.0.0.7');
    assert.equal(shown.cause, error);
    const taken = new Taken('by_id');
    assert.equal(translated(taken), taken);
  });
});

describe('the keys of documents in MongoDB', () => {
  it('grow, also within a millisecond and when more are made than it can count, and are version 7 UUIDs', () => {
    const next = growingKeys();
    const keys = Array.from({ length: 20_000 }, () => next().toString());
    assert.deepEqual(keys, keys.toSorted());
    assert.lengthOf(new Set(keys), keys.length);
    for (const key of keys.slice(0, 100))
      assert.match(key, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
