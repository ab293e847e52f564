import { documentAnalysisRuns } from '../../adapters/documents/analysis-runs.ts';
import { documentCallAnalyses } from '../../adapters/documents/call-analyses.ts';
import { COLLECTIONS_OF_CALLS, documentCallRecords } from '../../adapters/documents/call-records.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentRetention } from '../../adapters/documents/retention.ts';
import { analysisRunsContract } from '../contracts/analysis-runs.contract.ts';
import { callAnalysesContract } from '../contracts/call-analyses.contract.ts';
import { callRecordsContract, type FilledRecords } from '../contracts/call-records.contract.ts';
import { dialledCallsContract } from '../contracts/dialled-calls.contract.ts';
import { expiredCallsContract } from '../contracts/expired-calls.contract.ts';
import { wantedCallsContract } from '../contracts/wanted-calls.contract.ts';
import { retentionContract } from '../contracts/retention.contract.ts';
import { repository } from './documents-repository.ts';

repository('call records', callRecordsContract, filledRecords, ['changesAny', 'changesNothing']);
repository('call analyses', callAnalysesContract, documentCallAnalyses, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'changesNothing',
  'hesitates',
]);
repository('analysis runs', analysisRunsContract, documentAnalysisRuns, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
]);
repository('wanted calls', wantedCallsContract, documentCalls, ['findsAll', 'forgetsPages', 'miscounts']);
repository('dialled calls', dialledCallsContract, documentCalls, ['keepsDuplicates', 'findsAll']);
repository('expired calls', expiredCallsContract, documentCalls, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
]);
repository('retention', retentionContract, documentRetention, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'hesitates',
]);

/** Every collection with records of calls, and how they are filled */
async function filledRecords(documents: DocumentStore): Promise<FilledRecords> {
  const collections = await Promise.all(
    COLLECTIONS_OF_CALLS.map((name) => documents.open<{ org_id: string; call_id: string }>({ name, indexes: [] })),
  );
  return {
    records: await documentCallRecords(documents),
    async fill(org_id, call_id) {
      for (const collection of collections) await collection.insert({ org_id, call_id });
    },
    async left() {
      const all = await Promise.all(collections.map((collection) => collection.find({})));
      return all.flatMap((found) => found.map(({ org_id, call_id }) => `${org_id} ${call_id}`)).toSorted();
    },
  };
}
