import { invalid } from '../errors.ts';
import { readFields, readFlag, readObject, readText } from './json-readers.ts';

/** How callers of an agent say that they are not to be called again. */
export interface AgentDoNotCall {
  /** Whether the model can say so for them, with the tool `do_not_call`. */
  readonly tool: boolean;
  /** The key that says so when it is pressed alone. Absent: none. */
  readonly key?: string;
}

const KEY = /^[0-9*]$/;

/** Parses the section from untyped JSON. Null when absent. */
export function parseDoNotCall(input: unknown): AgentDoNotCall | null {
  const given = readObject(input, 'do_not_call');
  if (!given) return null;
  const { tool, key } = readFields(given, 'do_not_call', {
    tool: () => readFlag(given['tool'], 'do_not_call.tool') ?? true,
    key: () => parseKey(given['key']),
  });
  if (!tool && key === null) throw invalid('do_not_call requires tool true or a key');
  return { tool, ...(key !== null && { key }) };
}

function parseKey(value: unknown): string | null {
  const key = readText(value, 'do_not_call.key');
  // # ends an entry and is never one.
  if (key !== null && !KEY.test(key)) throw invalid('do_not_call.key must be one of 0 to 9 and *');
  return key;
}
