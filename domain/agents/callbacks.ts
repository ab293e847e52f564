import { readFields, readFlag, readObject } from './json-readers.ts';

/** Whether an agent agrees on callbacks with the persons on its calls. */
export interface AgentCallbacks {
  /** Whether the model can schedule one, with the tool `schedule_callback`. */
  readonly tool: boolean;
}

/** Parses the section from untyped JSON. Null when absent. */
export function parseCallbacks(input: unknown): AgentCallbacks | null {
  const given = readObject(input, 'callbacks');
  return given && readFields(given, 'callbacks', { tool: () => readFlag(given['tool'], 'callbacks.tool') ?? true });
}
