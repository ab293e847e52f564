import type { OperationTool } from './tool.ts';

/** Tools for agents. */
export const AGENT_TOOLS: readonly OperationTool[] = [
  {
    ...{ name: 'list_agents', title: 'List agents', toolset: 'agents', operation: 'listAgents' },
    ...{ needs: 'agents.list', effect: 'read' },
    description: 'All voice agents of the organisation, newest first, without their configuration.',
    list: {
      at: null,
      fields: ['agent_id', 'name', 'status', 'agent_category', 'linked_phone_number', 'version', 'updated_at'],
      hasPages: false,
    },
  },
  {
    ...{ name: 'get_agent', title: 'Read an agent', toolset: 'agents', operation: 'getAgent' },
    ...{ needs: 'agents.read', effect: 'read' },
    description: 'One agent with its whole configuration: prompts, models, voice, tools, knowledge.',
  },
  {
    ...{ name: 'list_agent_versions', title: 'List versions of an agent', toolset: 'agents' },
    ...{ operation: 'listAgentVersions', needs: 'agents.list', effect: 'read' },
    description: 'The published versions of an agent, newest first: who changed which fields, and when.',
    list: {
      at: 'versions',
      fields: ['version', 'created_by', 'created_at', 'note', 'restored_from', 'changed_fields'],
      hasPages: true,
    },
  },
  {
    ...{ name: 'compare_agent_versions', title: 'Compare versions of an agent', toolset: 'agents' },
    ...{ operation: 'compareAgentVersions', needs: 'agents.list', effect: 'read' },
    description: 'What differs between a version of an agent and another one, or the one before.',
  },
  {
    ...{ name: 'create_agent', title: 'Create an agent', toolset: 'agents', operation: 'createAgent' },
    ...{ needs: 'agents.write', effect: 'write' },
    description: 'Creates a voice agent. Read an agent that exists first, to copy the form of its config.',
  },
  {
    ...{
      name: 'save_agent_draft',
      title: 'Write the draft of an agent',
      toolset: 'agents',
      operation: 'saveAgentDraft',
    },
    ...{ needs: 'agents.write', effect: 'destructive', isIdempotent: true },
    description: 'Stores a configuration that no call runs until it is published. The former draft is lost.',
  },
  {
    ...{ name: 'publish_agent_draft', title: 'Publish the draft of an agent', toolset: 'agents' },
    ...{ operation: 'publishAgentDraft', needs: 'agents.write', effect: 'destructive' },
    description: 'Makes the draft a new version, which calls run from now on. restore_agent_version takes it back.',
  },
  {
    ...{ name: 'update_agent', title: 'Change an agent', toolset: 'agents', operation: 'updateAgent' },
    ...{ needs: 'agents.write', effect: 'destructive', isIdempotent: true },
    description:
      'Changes an agent at once, for calls from now on. config replaces the former one as a whole: read the agent, change a copy. ' +
      'Another category or provider loses the number.',
  },
  {
    ...{
      name: 'restore_agent_version',
      title: 'Roll an agent back',
      toolset: 'agents',
      operation: 'restoreAgentVersion',
    },
    ...{ needs: 'agents.write', effect: 'destructive' },
    description: 'Publishes the configuration of an earlier version as a new version.',
  },
  {
    ...{ name: 'delete_agent', title: 'Delete an agent', toolset: 'agents', operation: 'deleteAgent' },
    ...{ needs: 'agents.delete', effect: 'destructive', isIdempotent: true },
    description: 'Deletes an agent and detaches its number. update_agent with status archived only stops its calls.',
  },
];
