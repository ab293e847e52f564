import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { may, type Principal } from '../../../domain/accounts/principal.ts';
import { invalid } from '../../../domain/errors.ts';
import { nearestName } from '../../../domain/nearest-name.ts';
import { oncePerContract, type Contract } from '../contract.ts';
import { DESCRIBE_INPUT, toolInput, type ToolInput } from './input-schemas.ts';
import { MCP_TOOLS } from './tool-list.ts';
import { DEFAULT_TOOLSETS, TOOLSETS, type OperationTool, type Toolset } from './tool.ts';

/** A tool with what openapi.yaml says about its arguments. */
export interface PreparedTool {
  readonly tool: OperationTool;
  readonly input: ToolInput;
  /** As clients see it. */
  readonly listed: Tool;
}

/** What a client has chosen in the address of the server. */
export interface Selection {
  readonly toolsets: readonly Toolset[];
  readonly mayWrite: boolean;
}

/** The tools of a contract. Throws when one runs an operation that does not exist. */
export const preparedTools = oncePerContract((contract: Contract): readonly PreparedTool[] =>
  MCP_TOOLS.map((tool) => {
    const input = toolInput(contract, tool);
    return { tool, input, listed: listedTool(tool, input) };
  }),
);

const ACCESS = ['read', 'write'];

/** Reads `?toolsets=calls,knowledge&access=write`. Rejects what it does not know, so that no tool is missing silently. */
export function selectionIn(query: Readonly<Record<string, unknown>>): Selection {
  const { toolsets, access = 'read', ...others } = query;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(`${unknown} is not a parameter of this address: use toolsets and access`);
  if (typeof access !== 'string' || !ACCESS.includes(access))
    throw invalid(`access must be one of ${ACCESS.join(', ')}`);
  return { toolsets: toolsetsIn(toolsets), mayWrite: access === 'write' };
}

function toolsetsIn(text: unknown): readonly Toolset[] {
  if (text === undefined) return DEFAULT_TOOLSETS;
  const names = typeof text === 'string' ? text.split(',').map((name) => name.trim()) : [];
  if (names.length === 1 && names[0] === 'all') return TOOLSETS;
  const known = TOOLSETS.filter((toolset) => names.includes(toolset));
  if (known.length === 0 || known.length < new Set(names).size)
    throw invalid(`toolsets must be all, or some of ${TOOLSETS.join(', ')}, separated by commas`);
  return known;
}

/** The tools that a client has chosen and its principal may use. */
export const offeredTools = (all: readonly PreparedTool[], { toolsets, mayWrite }: Selection, principal: Principal) =>
  all.filter(
    ({ tool }) => toolsets.includes(tool.toolset) && (mayWrite || tool.effect === 'read') && may(principal, tool.needs),
  );

/** Why a tool is not offered, and what would change that. */
export function whyNotOffered(
  all: readonly PreparedTool[],
  name: string,
  selection: Selection,
  principal: Principal,
): string {
  const found = all.find(({ tool }) => tool.name === name);
  if (name === DESCRIBE_INPUT) return `${DESCRIBE_INPUT} is not offered here: no tool that is offered needs it.`;
  if (!found) {
    const near = nearestName(
      name,
      all.map(({ tool }) => tool.name),
    );
    const advice = near === null ? '' : ` Did you mean ${near}?`;
    return `There is no tool ${JSON.stringify(name.slice(0, NAME_MAX))}.${advice} tools/list shows all that are offered.`;
  }
  const { toolset, effect, needs } = found.tool;
  const changes = [
    ...(selection.toolsets.includes(toolset) ? [] : [`toolsets=${[...selection.toolsets, toolset].join(',')}`]),
    ...(selection.mayWrite || effect === 'read' ? [] : ['access=write']),
  ];
  const address = `The user has to add ${changes.join(' and ')} to the address of this server (in the CLI: --toolsets, --write).`;
  return [
    `${name} is not offered here.`,
    ...(changes.length > 0 ? [address] : []),
    ...(may(principal, needs)
      ? []
      : [`The token does not permit ${needs}: an admin can make an API key with this scope.`]),
  ].join(' ');
}

const NAME_MAX = 64;

function listedTool(
  { name, title, description, effect, isIdempotent, reachesOut }: OperationTool,
  { schema }: ToolInput,
): Tool {
  const isRead = effect === 'read';
  return {
    ...{ name, title, description },
    inputSchema: schema,
    annotations: {
      title,
      readOnlyHint: isRead,
      destructiveHint: effect === 'destructive',
      idempotentHint: isRead || isIdempotent === true,
      openWorldHint: reachesOut === true,
    },
  };
}
