import type { Engine } from '../../adapters/documents/collection.ts';
import { mongoEngine } from '../../adapters/documents/engines/mongo.ts';
import { documentChangesContract, sharedDocumentsContract } from '../contracts/documents-changes.contract.ts';
import { documentsContract } from '../contracts/documents.contract.ts';
import { keeps } from '../support/contract.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { describeServed } from '../support/servers.ts';
import { atEndOfTest } from '../support/temporary.ts';

const opened = async (url: string): Promise<Engine> => {
  const engine = await mongoEngine(url, rememberingLog().log);
  atEndOfTest(() => engine.close());
  return engine;
};

describeServed('documents: mongo', 'documents', (server) => {
  keeps({ ...documentsContract, ...documentChangesContract }, () => opened(temporaryDatabase(server())));
});

describeServed('documents: two mongo engines on one database', 'documents', (server) => {
  keeps(sharedDocumentsContract, async () => {
    const url = temporaryDatabase(server());
    return { one: await opened(url), other: await opened(url) };
  });
});
