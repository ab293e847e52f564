import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentErasures } from '../../adapters/documents/erasures.ts';
import {
  COLLECTIONS_OF_ORGANISATIONS,
  documentOrganisationRecords,
} from '../../adapters/documents/organisation-records.ts';
import { cutErasuresContract, erasuresContract, type CutErasures } from '../contracts/erasures.contract.ts';
import { organisationRecordsContract, type FilledOrganisations } from '../contracts/organisation-records.contract.ts';
import { repository } from './documents-repository.ts';
import { engineWith } from './documents-saboteurs.ts';

repository('erasures', erasuresContract, documentErasures, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'hesitates',
]);
repository('requests of erasures that a crash cuts', cutErasuresContract, cutErasures, ['keepsDuplicates', 'findsAll']);
repository('records of organisations', organisationRecordsContract, filledRecords, [
  'findsAll',
  'changesAny',
  'changesNothing',
]);

/** Erasures whose process can die between the writes of a request. */
async function cutErasures(documents: DocumentStore): Promise<CutErasures> {
  let writes = Infinity;
  const mortal = engineWith(documents, (genuine) => ({
    insert: (document) =>
      (writes -= 1) < 0 ? Promise.reject(new Error('The process died')) : genuine.insert(document),
  }));
  const erasures = await documentErasures(mortal);
  const numbers = await documents.open<Parameters<CutErasures['keepNumber']>[0]>({
    name: 'erased_numbers',
    indexes: [],
  });
  return { erasures, dieAfter: (count) => (writes = count), keepNumber: (number) => numbers.insert(number) };
}

/** Collections with one document for each organisation. */
const SINGLE = ['budgets', 'dial_caps', 'retention'];

async function filledRecords(documents: DocumentStore): Promise<FilledOrganisations> {
  const open = (name: string) => documents.open<Record<string, unknown>>({ name, indexes: [] });
  const collections = await Promise.all(
    COLLECTIONS_OF_ORGANISATIONS.map(async (name) => [name, await open(name)] as const),
  );
  return {
    records: await documentOrganisationRecords(documents),
    async fill(org_id) {
      for (const [name, collection] of collections) {
        const keys = Array.from({ length: SINGLE.includes(name) ? 1 : 3 }, (_, each) => `${name} ${each}`);
        const ids = [
          'agent_id',
          'key_id',
          'run_id',
          'endpoint_id',
          'connection_id',
          'outbox_id',
          'phone_number',
          'provider',
          'name',
        ];
        for (const key of keys) await collection.insert({ org_id, ...Object.fromEntries(ids.map((id) => [id, key])) });
      }
    },
    async left(org_id) {
      const counts = collections.map(
        async ([name, each]) => [name, (await each.find({})).filter((one) => one['org_id'] === org_id).length] as const,
      );
      return Object.fromEntries(await Promise.all(counts));
    },
  };
}
