import { area } from '../area.ts';
import { abortCanary, findCanary, promoteCanary, startCanary } from './canaries.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { compareDraft, discardDraft, findDraft, publishDraft, restoreVersion, saveDraft } from './drafts.ts';
import { followCanaries } from './follow-canaries.ts';
import { findAgent, findAgentByNumber, listAgents } from './read-agents.ts';
import { listMcpTools } from './list-mcp-tools.ts';
import { proposeWaits } from './propose-waits.ts';
import { compareChange, compareVersions, findVersion, listVersions } from './read-versions.ts';
import { testTool } from './test-tool.ts';
import { updateAgent } from './update-agent.ts';
import { readVersionMetrics } from './version-metrics.ts';

/** Use cases of the agents area. */
export const agentUseCases = area({
  create: createAgent,
  list: listAgents,
  find: findAgent,
  findByNumber: findAgentByNumber,
  update: updateAgent,
  delete: deleteAgent,
  testTool,
  listMcpTools,
  proposeWaits,
  listVersions,
  findVersion,
  compareVersions,
  compareChange,
  restoreVersion,
  findDraft,
  saveDraft,
  discardDraft,
  compareDraft,
  publishDraft,
  startCanary,
  findCanary,
  abortCanary,
  promoteCanary,
  followCanaries,
  readVersionMetrics,
});
export type AgentUseCases = ReturnType<typeof agentUseCases>;
