import type { AgentUseCases } from '../../../application/agents/index.ts';
import type { NewCanary } from '../../../application/agents/canaries.ts';
import type { NewAgent } from '../../../application/agents/create-agent.ts';
import type { NewDraft, PublishRequest, RestoreRequest } from '../../../application/agents/drafts.ts';
import type { ComparedChange } from '../../../application/agents/read-versions.ts';
import type { AgentChange } from '../../../application/agents/update-agent.ts';
import type { McpToolsRequest } from '../../../application/agents/list-mcp-tools.ts';
import type { ToolTest } from '../../../application/agents/test-tool.ts';
import { created, done, listed, ok, type Body, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

export const agentHandlers = (agents: AgentUseCases) =>
  ({
    ...canaries(agents),
    createAgent: async ({ principal }, body: Body<NewAgent>) => created(await agents.create(principal, body)),
    listAgents: ({ principal }) => listed({ items: agents.list(principal) }),
    getAgentByPhone: async ({ path }) => ok(await agents.findByNumber(path('phone_number'))),
    getAgent: async ({ principal, path }) => ok(await agents.find(principal, path('agent_id'))),
    updateAgent: async ({ principal, path }, body: Body<AgentChange>) =>
      ok(await agents.update(principal, path('agent_id'), body)),
    listAgentVersions: async ({ principal, path, query }) => {
      const { versions, ...beside } = await agents.listVersions(principal, path('agent_id'), pageOf(query));
      return listed({ items: versions, name: 'versions', beside });
    },
    getAgentVersion: async ({ principal, path }) =>
      ok(await agents.findVersion(principal, path('agent_id'), Number(path('version')))),
    compareAgentVersions: async ({ principal, path, query }) =>
      ok(
        await agents.compareVersions(principal, path('agent_id'), Number(path('version')), numberOf(query('against'))),
      ),
    compareAgentChange: async ({ principal, path }, body: Body<Partial<ComparedChange>>) =>
      ok(await agents.compareChange(principal, path('agent_id'), body)),
    restoreAgentVersion: async ({ principal, path }, body: Body<RestoreRequest>) =>
      ok(await agents.restoreVersion(principal, path('agent_id'), Number(path('version')), body)),
    getAgentDraft: async ({ principal, path }) => ok(await agents.findDraft(principal, path('agent_id'))),
    saveAgentDraft: async ({ principal, path }, body: Body<NewDraft>) =>
      ok(await agents.saveDraft(principal, path('agent_id'), body)),
    discardAgentDraft: async ({ principal, path }) => {
      await agents.discardDraft(principal, path('agent_id'));
      return done('Draft discarded');
    },
    compareAgentDraft: async ({ principal, path }) => ok(await agents.compareDraft(principal, path('agent_id'))),
    publishAgentDraft: async ({ principal, path }, body: Body<PublishRequest>) =>
      ok(await agents.publishDraft(principal, path('agent_id'), body)),
    testAgentTool: async ({ principal, path }, body: Body<ToolTest>) =>
      ok(await agents.testTool(principal, path('agent_id'), path('tool_name'), body)),
    listMcpTools: async ({ principal }, body: Body<McpToolsRequest>) => ok(await agents.listMcpTools(principal, body)),
    proposeAgentWaits: async ({ principal, path }) => ok(await agents.proposeWaits(principal, path('agent_id'))),
    deleteAgent: async ({ principal, path }) => {
      await agents.delete(principal, path('agent_id'));
      return done('Agent deleted');
    },
  }) satisfies Partial<Handlers>;

const canaries = (agents: AgentUseCases) =>
  ({
    startAgentCanary: async ({ principal, path }, body: Body<NewCanary>) =>
      created(await agents.startCanary(principal, path('agent_id'), body)),
    getAgentCanary: async ({ principal, path }) => ok(await agents.findCanary(principal, path('agent_id'))),
    abortAgentCanary: async ({ principal, path }) => {
      await agents.abortCanary(principal, path('agent_id'));
      return done('Canary aborted');
    },
    promoteAgentCanary: async ({ principal, path }, body: Body<{ readonly note?: string }>) =>
      ok(await agents.promoteCanary(principal, path('agent_id'), body)),
    getAgentVersionMetrics: async ({ principal, path, query }) => {
      const filter = { agent_version: path('version'), from: query('from'), to: query('to') };
      return ok(await agents.readVersionMetrics(principal, path('agent_id'), filter));
    },
  }) satisfies Partial<Handlers>;
