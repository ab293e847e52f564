import { documentAgentCanaries } from '../../adapters/documents/agent-canaries.ts';
import { documentAgentDrafts } from '../../adapters/documents/agent-drafts.ts';
import { documentAgentVersions } from '../../adapters/documents/agent-versions.ts';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { agentCanariesContract } from '../contracts/agent-canaries.contract.ts';
import { agentDraftsContract } from '../contracts/agent-drafts.contract.ts';
import { agentVersionsContract } from '../contracts/agent-versions.contract.ts';
import { agentsContract } from '../contracts/agents.contract.ts';
import { repository } from './documents-repository.ts';

repository('agents', agentsContract, documentAgents, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
  'removesMore',
  'hesitates',
]);
repository('agent versions', agentVersionsContract, documentAgentVersions, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
]);
repository('agent drafts', agentDraftsContract, documentAgentDrafts, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'changesNothing',
  'removesMore',
  'hesitates',
]);
repository('agent canaries', agentCanariesContract, documentAgentCanaries, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'hesitates',
]);
