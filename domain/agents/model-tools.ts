import type { HttpTool } from './http-tool.ts';
import type { JsonObject } from './json-readers.ts';
import { mcpToolName, type McpServer } from './mcp-server.ts';
import type { PageTool } from './page-tools.ts';

/** A tool of an agent, as far as the model and the conversation need to know it. */
export interface ModelTool {
  /** Name by which the model calls it. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly side_effects: boolean;
  readonly say_while_waiting?: string;
}

/** The sections of an agent's configuration that have tools. */
interface Sections {
  readonly tools?: readonly HttpTool[];
  readonly mcp_servers?: readonly McpServer[];
  readonly page_tools?: readonly PageTool[];
}

/** The tools of an agent by the names that the model calls: over HTTP, in pages, then those of MCP servers. */
export const modelTools = ({
  tools = [],
  mcp_servers: servers = [],
  page_tools: ofPage = [],
}: Sections): readonly ModelTool[] => [
  ...tools,
  ...ofPage,
  ...servers.flatMap((server) => server.tools.map((tool) => ({ ...tool, name: mcpToolName(server, tool) }))),
];
