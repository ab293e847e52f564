import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { adviceOnName, nearestName } from '../../../domain/nearest-name.ts';
import type { Contract } from '../contract.ts';
import { objectAnswer } from './answers.ts';
import { component, componentNames, DESCRIBE_INPUT } from './input-schemas.ts';
import type { PreparedTool } from './offered-tools.ts';
import { failed, nameFaults, type Arguments } from './run-tool.ts';

/** Explains arguments that are only named in the list. */
export const DESCRIBING: Tool = {
  name: DESCRIBE_INPUT,
  title: 'Describe an argument',
  description:
    'The JSON Schema of a part of an argument, by the name that a description has. $ref has names of further parts.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Describe an argument',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};

/** The names that the descriptions of these tools have for arguments which they do not explain. */
export const abridgedNames = (offered: readonly PreparedTool[]): readonly string[] =>
  [...new Set(offered.flatMap(({ input }) => [...input.abridged.values()]))].toSorted();

/** Answers the schema of a part of an argument. Where there is none of this name, says which there are. */
export function describeInput(contract: Contract, named: readonly string[], given: Arguments): CallToolResult {
  const { name } = given;
  const faults = nameFaults(DESCRIBE_INPUT, given, { known: ['name'], required: ['name'] });
  if (faults.length === 0 && typeof name !== 'string') faults.push('name must be a text.');
  if (faults.length > 0) return failed(`${faults.join('\n')}\nArguments of the offered tools: ${named.join(', ')}.`);
  const found = component(contract, String(name));
  if (found !== null) return { content: [{ type: 'text', text: objectAnswer(found, null, 0) }] };
  const near = nearestName(String(name), named) ?? nearestName(String(name), componentNames(contract));
  const advice = near === null ? adviceOnName(String(name), named) : `did you mean ${near}?`;
  return failed(`There is no part ${JSON.stringify(String(name).slice(0, SHOWN_MAX))}: ${advice}`);
}

const SHOWN_MAX = 64;
