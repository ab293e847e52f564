import { assert } from 'chai';
import { MongoClient } from 'mongodb';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { mongoEngine } from '../../adapters/documents/drivers/mongo.ts';
import type { Log } from '../../application/ports/log.ts';
import { documentChangesContract, sharedDocumentsContract } from '../contracts/documents-changes.contract.ts';
import { documentConditionsContract } from '../contracts/documents-conditions.contract.ts';
import { people, PEOPLE, person, seat, SEATS, takenIndex } from '../contracts/documents-people.ts';
import { documentsContract } from '../contracts/documents.contract.ts';
import { keeps } from '../support/contract.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { refusalOf } from '../support/refusals.ts';
import { describeServed } from '../support/servers.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { atEndOfTest } from '../support/temporary.ts';

const opened = async (url: string): Promise<DocumentStore> => {
  const engine = await mongoEngine(url, rememberingLog().log);
  atEndOfTest(() => engine.close());
  return engine;
};

describeServed('documents: mongo', 'documents', (server) => {
  keeps({ ...documentsContract, ...documentConditionsContract, ...documentChangesContract }, () =>
    opened(temporaryDatabase(server())),
  );
});

describeServed('documents: two mongo engines on one database', 'documents', (server) => {
  keeps(sharedDocumentsContract, async () => {
    const url = temporaryDatabase(server());
    return { one: await opened(url), other: await opened(url) };
  });
});

/** Longer than the check of a server may take. In milliseconds. */
const STANDSTILL_MS = 2_600;

describeServed('documents: a mongo engine', 'documents', (server) => {
  it('does not take a standstill of its own process for an outage of the server', async () => {
    const proxy = await TcpProxy.before(server());
    atEndOfTest(() => proxy.cut());
    const { log, lines } = rememberingLog();
    const engine = await mongoEngine(proxy.through(temporaryDatabase(server())), log);
    atEndOfTest(() => engine.close());
    proxy.afterNextAnswer(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS));
    const collection = await people(engine);
    await collection.insert(person(1));
    assert.deepEqual(await collection.find({}), [person(1)]);
    assert.deepEqual(lines, []);
  });

  it('makes its indexes though the server refuses them at first, and says so', async () => {
    const url = temporaryDatabase(server());
    const client = new MongoClient(url);
    atEndOfTest(() => client.close());
    const documents = client.db().collection(PEOPLE.name);
    await documents.insertMany([person(1), person(1, { name: 'another' })]);
    const { log, lines } = rememberingLog();
    const mending: Log = {
      ...log,
      warn(event, fields) {
        log.warn(event, fields);
        void documents.deleteOne({ name: 'another' });
      },
    };
    const engine = await mongoEngine(url, mending);
    atEndOfTest(() => engine.close());
    assert.equal(await takenIndex((await people(engine)).insert(person(1))), 'by_id');
    assert.isNotEmpty(lines);
    const reported = { event: 'documents.index_refused', collection: PEOPLE.name, reason: 'duplicate key' };
    for (const line of lines) assert.include(line, reported);
  });

  it('replaces the indexes of an earlier version, though several processes start at once', async () => {
    const url = temporaryDatabase(server());
    const client = new MongoClient(url);
    atEndOfTest(() => client.close());
    const documents = client.db().collection(SEATS.name);
    const present = { $type: ['string', 'number', 'bool', 'object'] };
    await documents.createIndexes([
      {
        ...{ name: 'by_place', key: { team: 1, place: 1 }, unique: true },
        partialFilterExpression: { team: present, place: present },
      },
      { name: 'by_colour', key: { colour: 1 } },
    ]);
    await documents.insertOne({ ...seat(1, 7) });
    const engines = await Promise.all([opened(url), opened(url), opened(url)]);
    const [seats] = await Promise.all(engines.map((engine) => engine.open(SEATS)));
    const names = (await documents.indexes()).map(({ name }) => name);
    assert.sameMembers(names, ['_id_', 'by_id', 'place.by_place']);
    assert.equal(await takenIndex(seats!.insert(seat(2, 7))), 'by_place');
    await seats!.insert(seat(3, null));
    await seats!.insert(seat(4, null));
    assert.equal((await seats!.findOne({ team: 'red', place: 7 }))?.id, 1);
  });

  it('fails when the server keeps refusing its indexes', async () => {
    const url = temporaryDatabase(server());
    const client = new MongoClient(url);
    atEndOfTest(() => client.close());
    await client
      .db()
      .collection(PEOPLE.name)
      .insertMany([person(1), person(1)]);
    const engine = await opened(url);
    const refusal = await refusalOf(people(engine));
    assert.deepEqual([refusal.problem, refusal.message], ['failed', 'The document store refused the operation']);
  });
});
