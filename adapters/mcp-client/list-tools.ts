import type { McpAccess } from '../../application/ports/mcp-client.ts';
import {
  LISTED_TOOLS_MAX,
  readMcpTool,
  type ListedMcpTool,
  type McpToolList,
} from '../../domain/agents/mcp-tool-list.ts';
import { REASON_MAX, shortenedTo, visibleText } from '../../domain/agents/tool-answer.ts';
import { TimeSlices } from '../lib/time-slices.ts';
import { reasonOf } from './mcp-answers.ts';
import { openConnection, RESPONSE_BYTES_MAX, type McpConnection, type McpParts } from './mcp-connection.ts';
import { McpExchange } from './mcp-exchange.ts';
import { McpFault, rpcErrorOf } from './mcp-fault.ts';

/** Pages of a list that are read. */
const PAGES_MAX = 10;

/** Reading the schemas of a hostile server takes long, so that calls and other requests have to run in between. */
const readings = new TimeSlices();

interface Pages {
  readonly tools: readonly unknown[];
  readonly isComplete: boolean;
}

/** The tools of a server, of all pages, in a session that ends with them. Never rejects. */
export async function listTools(parts: McpParts, access: McpAccess): Promise<McpToolList> {
  const secrets = access.secrets.map(({ value }) => value);
  const timeoutMs = access.server.timeout_secs * 1_000;
  let connection: McpConnection | null = null;
  try {
    const opened = await openConnection(parts, access, new AbortController().signal);
    connection = opened;
    const exchange = new McpExchange({ clock: parts.clock, timeoutMs, bytes: RESPONSE_BYTES_MAX });
    const { tools, isComplete } = await exchange.run((signal) => pagesOf(opened, signal));
    const read = await readings.run(toolsIn(parts, tools, secrets), new AbortController().signal);
    return { tools: read ?? [], isComplete, reason: null, cause: null };
  } catch (error) {
    return { tools: [], isComplete: false, ...failureOf(error, secrets) };
  } finally {
    await connection?.close();
  }
}

/** The listed tools, one in each step. */
function* toolsIn(
  { argumentSchemas }: McpParts,
  listed: readonly unknown[],
  secrets: readonly string[],
): Generator<void, readonly ListedMcpTool[]> {
  const tools: ListedMcpTool[] = [];
  for (const each of listed.slice(0, LISTED_TOOLS_MAX)) {
    const tool = readMcpTool(each, secrets);
    if (tool) tools.push({ ...tool, problem: tool.problem ?? schemaProblem(argumentSchemas, tool) });
    yield;
  }
  return tools;
}

function schemaProblem(
  argumentSchemas: McpParts['argumentSchemas'],
  { parameters }: Pick<ListedMcpTool, 'parameters'>,
): string | null {
  const fault = argumentSchemas.fault(parameters);
  return fault === null ? null : `tool.parameters${fault}`;
}

async function pagesOf(connection: McpConnection, signal: AbortSignal): Promise<Pages> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < PAGES_MAX && tools.length <= LISTED_TOOLS_MAX; page += 1) {
    const result = await connection.request('tools/list', cursor === undefined ? {} : { cursor }, signal);
    if (!Array.isArray(result['tools'])) throw new McpFault('a list without tools');
    tools.push(...(result['tools'] as unknown[]));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string') return { tools, isComplete: tools.length <= LISTED_TOOLS_MAX };
  }
  return { tools, isComplete: false };
}

function failureOf(error: unknown, secrets: readonly string[]): Pick<McpToolList, 'reason' | 'cause'> {
  const rpc = rpcErrorOf(error);
  return {
    reason: rpc ? shortenedTo(visibleText(rpc.message, secrets), REASON_MAX) : reasonOf(error),
    cause: error instanceof McpFault ? (error.failure.cause ?? null) : null,
  };
}
