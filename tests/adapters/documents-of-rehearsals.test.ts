import { documentRehearsalRuns } from '../../adapters/documents/rehearsal-runs.ts';
import { documentRehearsalSuites } from '../../adapters/documents/rehearsal-suites.ts';
import { documentRehearsedConversations } from '../../adapters/documents/rehearsed-conversations.ts';
import { rehearsalRunsContract } from '../contracts/rehearsal-runs.contract.ts';
import { rehearsalSuitesContract } from '../contracts/rehearsal-suites.contract.ts';
import { rehearsedConversationsContract } from '../contracts/rehearsed-conversations.contract.ts';
import { repository } from './documents-repository.ts';

repository('rehearsal suites', rehearsalSuitesContract, documentRehearsalSuites, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
]);
repository('rehearsal runs', rehearsalRunsContract, documentRehearsalRuns, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
]);
repository('rehearsed conversations', rehearsedConversationsContract, documentRehearsedConversations, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
]);
