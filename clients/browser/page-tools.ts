import type { VoiceAgentEvents } from './events.ts';
import type { RtviMessage } from './frames.ts';

/**
 * A tool that runs in the page, by its name in the agent's configuration. What it answers is read by the model as text: a
 * string, or a value that becomes JSON. An error tells the model that it failed, with its message.
 */
export type PageTool = (given: Readonly<Record<string, unknown>>) => unknown;

/** The runtime cuts longer answers. In UTF-16 units. */
const ANSWER_MAX = 16_384;
/** It closes the call for a message above 64 KiB. In bytes of JSON. */
const BYTES_MAX = 48_000;

interface ToolCall {
  readonly name: string;
  readonly id: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The call of a page tool in a message. Null: it has none. */
export function toolCallIn({ type, data = {} }: RtviMessage): ToolCall | null {
  const { function_name: name, tool_call_id: id, arguments: given } = data;
  if (type !== 'llm-function-call-in-progress' || typeof name !== 'string' || typeof id !== 'string') return null;
  return { name, id, given: typeof given === 'object' && given !== null ? (given as ToolCall['given']) : {} };
}

/** Runs a tool and sends its answer. Never rejects. */
export async function runPageTool(
  tools: Readonly<Record<string, PageTool>>,
  { name, id, given }: ToolCall,
  send: (type: string, data: Readonly<Record<string, unknown>>) => void,
  emit: (event: VoiceAgentEvents['tool']) => void,
): Promise<void> {
  const answered = (result: unknown): void =>
    send('llm-function-call-result', { function_name: name, tool_call_id: id, arguments: {}, result });
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) return answered({ error: `The page has no tool named ${name}` });
  emit({ name, outcome: 'started' });
  try {
    answered(readable(await tool(given)));
    emit({ name, outcome: 'done' });
  } catch (error) {
    answered({ error: error instanceof Error ? short(error.message) : 'It failed' });
    emit({ name, outcome: 'failed' });
  }
}

/** The answer as the model reads it. Throws for what cannot be JSON. */
function readable(answer: unknown): string {
  // No JSON for `undefined` and functions, whatever the compiler's library says.
  const json = JSON.stringify(answer) as string | undefined;
  return short(typeof answer === 'string' ? answer : (json ?? 'Done'));
}

function short(text: string): string {
  let cut = text.slice(0, ANSWER_MAX);
  while (new TextEncoder().encode(JSON.stringify(cut)).length > BYTES_MAX) cut = cut.slice(0, cut.length / 2);
  return cut;
}
