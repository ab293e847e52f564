import { assert } from 'chai';
import {
  MongoBulkWriteError,
  MongoNetworkError,
  MongoParseError,
  MongoServerError,
  MongoTopologyClosedError,
  type ErrorDescription,
} from 'mongodb';
import { UniqueViolation } from '../../adapters/documents/collection.ts';
import { MongoCollection } from '../../adapters/documents/drivers/mongo-collection.ts';
import {
  isDuplicate,
  isWriteConflict,
  toDomainError,
  violated,
} from '../../adapters/documents/drivers/mongo-errors.ts';
import { growingKeys } from '../../adapters/documents/drivers/mongo-keys.ts';
import type { DomainError } from '../../domain/errors.ts';
import { PEOPLE, person, SEATS, takenIndex, type Person } from '../contracts/documents-people.ts';

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
    for (const name of ['place.by_place', 'platform.seats.$place.by_place'])
      assert.equal(violated(duplicate(`E11000 index: ${name} dup key: {}`), SEATS.indexes), 'by_place');
    assert.isFalse(isDuplicate(new MongoServerError({ code: 121, errmsg: 'index: by_name' })));
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
      assert.equal(isWriteConflict(new MongoServerError({ code, errmsg })), isAgain, errmsg);
  });

  it('maps an unavailable server to outage and other errors to failed', () => {
    const problemOf = (error: unknown): string => (toDomainError(error) as DomainError).problem;
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

  it("keeps the driver's error as the cause only", () => {
    const error = new MongoNetworkError('connection 1 to 10.0.0.7:27017 closed');
    const shown = toDomainError(error) as DomainError;
    assert.notInclude(shown.message, '10.0.0.7');
    assert.equal(shown.cause, error);
    const taken = new UniqueViolation('by_id');
    assert.equal(toDomainError(taken), taken);
  });
});

describe('a document that MongoDB refuses as a duplicate', () => {
  const nameless = duplicate('E11000 duplicate key error collection: platform.people index: _id_ dup key: {}');
  const findingNothing = async (): Promise<null> => null;

  /** A collection whose server rejects every insert, although it counts this number of documents under the key. */
  const refusing = (refusal: Error, there: number, findOne: (filter: object) => Promise<object | null>) => {
    const refuse = (): Promise<never> => Promise.reject(refusal);
    const documents = { insertOne: refuse, insertMany: refuse, countDocuments: async () => there, findOne };
    return new MongoCollection<Person>(PEOPLE, (work) => work(documents as never));
  };

  it('is there when it was sent twice because the first answer was lost', async () => {
    await refusing(nameless, 1, findingNothing).insert(person(1));
  });

  it('distinguishes a duplicate from a repeated write when the server does not report the index', async () => {
    const sameName = async (filter: object): Promise<object | null> => ('name' in filter ? person(2) : null);
    assert.equal(await takenIndex(refusing(nameless, 0, sameName).insert(person(1))), 'by_name');
    const refused = await refusing(nameless, 0, findingNothing)
      .insert(person(1))
      .catch((error: unknown) => error);
    assert.equal(refused, nameless);
  });

  it('is counted among many only when it is there', async () => {
    const writeErrors = [1, 2].map(() => ({ code: 11000, errmsg: nameless.message }));
    const bulk = new MongoBulkWriteError({ code: 11000, writeErrors, message: '' } as never, {} as never);
    assert.equal(await refusing(bulk, 1, findingNothing).insertAll([person(1), person(2)]), 1);
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
