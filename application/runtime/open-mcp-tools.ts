import type { JsonObject } from '../../domain/agents/json-readers.ts';
import { mcpToolName, type McpServer } from '../../domain/agents/mcp-server.ts';
import { mcpSecretNames } from '../../domain/agents/mcp-servers.ts';
import type { CustomVariables } from '../../domain/agents/variables.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import type { Log } from '../ports/log.ts';
import type { McpClient, McpSession } from '../ports/mcp-client.ts';
import type { RunnableTool } from './tool-runner.ts';

interface Parts {
  readonly mcpClient: McpClient;
  readonly log: Log;
  /** Loads a tool secret. Null when it is not stored, or could not be loaded now. */
  readonly load: (name: string) => Promise<NewToolSecret | null>;
}

interface Context {
  readonly callId: string;
  readonly variables: CustomVariables;
}

type Run = Pick<Parameters<RunnableTool['call']>[0], 'run'> & { readonly arguments: JsonObject };

/**
 * The tools of MCP servers, by the names that the model calls. Each server gets one session, opened in the background so
 * that the first call need not wait; a server that is down fails only the calls of its tools. `close` ends the sessions.
 */
export function openMcpTools(parts: Parts, servers: readonly McpServer[], context: Context) {
  const opened = servers.map((server) => openServer(parts, server, context));
  return {
    tools: opened.flatMap(({ tools }) => tools),
    /** Never rejects and takes bounded time. */
    close: async (): Promise<void> => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}

function openServer({ mcpClient, log, load }: Parts, server: McpServer, { callId, variables }: Context) {
  const { tools, ...endpoint } = server;
  let kept: McpSession | null = null;
  let isClosed = false;

  async function session(): Promise<McpSession> {
    const secrets = await Promise.all(mcpSecretNames(server).map(load));
    const fresh = (): McpSession =>
      mcpClient.session({ server: endpoint, variables, secrets: secrets.filter((secret) => secret !== null) });
    // Without a secret it fails and opens nothing. The next call loads the secret again.
    if (isClosed || secrets.includes(null)) return fresh();
    return (kept ??= fresh());
  }

  async function openEarly(): Promise<void> {
    const early = await session();
    if (isClosed) return;
    const reason = await early.open();
    if (reason !== null && !isClosed) log.warn('tools.mcp_not_opened', { call_id: callId, name: server.name, reason });
  }

  if (tools.length > 0) void openEarly();
  return {
    tools: tools.map((tool): readonly [string, RunnableTool] => {
      const name = mcpToolName(server, tool);
      const requestOf = (run: Run) => ({ tool, arguments: run.arguments, run: run.run, callId });
      const runnable: RunnableTool = {
        hasSideEffects: tool.side_effects,
        idempotencyKey: (run) => mcpClient.idempotencyKey(endpoint, requestOf(run)),
        async call(run, signal) {
          const answer = await (await session()).call(requestOf(run), signal);
          const { cause, status } = answer;
          if (cause !== undefined) log.warn('tools.failed', { call_id: callId, name, status, reason: cause });
          return answer;
        },
      };
      return [name, runnable];
    }),
    async close(): Promise<void> {
      isClosed = true;
      await kept?.close();
    },
  };
}
