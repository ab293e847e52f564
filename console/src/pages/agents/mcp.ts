import type { components } from '../../api.ts';
import type { AgentConfig } from './agent.ts';

/** An MCP server of an agent as the API answers it. */
export type McpServer = NonNullable<AgentConfig['mcp_servers']>[number];
export type McpTool = McpServer['tools'][number];
/** A tool that a server offers. */
export type ListedTool = components['schemas']['ListedMcpTool'];

/** A new server, without a name. */
export const blankServer = (): McpServer => ({ name: '', url: '', timeout_secs: 8, tools: [] });

/** The configuration with these servers: without the section when there are none. */
export const withServers = (servers: readonly McpServer[]): Pick<AgentConfig, 'mcp_servers'> =>
  ({ mcp_servers: servers.length === 0 ? undefined : [...servers] }) as Pick<AgentConfig, 'mcp_servers'>;

/** The name by which the model calls a tool, as the API forms it. */
export const calledName = ({ name: server }: Pick<McpServer, 'name'>, { name }: Pick<McpTool, 'name'>): string =>
  `${server}_${name.replace(/[^A-Za-z0-9_-]/gu, '_')}`;

/** The server with or without a tool that it offers. The chosen tools keep their order. */
export function withChoice(server: McpServer, listed: ListedTool, isChosen: boolean): McpServer {
  const others = server.tools.filter(({ name }) => name !== listed.name);
  const { problem: _problem, ...tool } = listed;
  return { ...server, tools: isChosen ? [...others, tool] : others };
}

/** What is tried with a tool: its name for the model, and where the variables of its request stand. */
export const triedTool = (server: McpServer, tool: McpTool) => ({
  ...{ name: calledName(server, tool), parameters: tool.parameters, side_effects: tool.side_effects },
  request: server.headers ?? {},
});
