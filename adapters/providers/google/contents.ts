import type { GenerationRequest } from '../../../application/ports/language-model.ts';
import type { ChatMessage, Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import type { ToolCallState } from '../_chat/tool-call-state.ts';
import { alternateRoles } from '../_chat/alternating-turns.ts';

/** A tool call must return with its signature. This replaces one that came from another vendor. */
const UNSIGNED = 'skip_thought_signature_validator';

/** Signatures of tool calls, by id. */
export type Signatures = Pick<ToolCallState<string>, 'get'>;

/** Builds the messages for Gemini. */
export function contentsOf({ messages, tools }: GenerationRequest, signatures: Signatures) {
  const names = namesOf(messages);
  const partsOf = (message: ChatMessage) => parts(message, names, signatures);
  const { system, turns } = alternateRoles<object>(messages, partsOf, () => ({ text: '(silence)' }));
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map((turn) => ({ role: turn.role === 'user' ? 'user' : 'model', parts: turn.parts })),
    ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
  };
}

/** A function without parameters must not declare any. */
function declarationOf({ name, description, parameters }: Tool) {
  const properties = Object.keys((parameters['properties'] as object | undefined) ?? {});
  return { name, description, ...(properties.length > 0 && { parametersJsonSchema: parameters }) };
}

function parts(message: ChatMessage, names: ReadonlyMap<string, string>, signatures: Signatures): object[] {
  if (message.role === 'tool') {
    const id = message.tool_call_id;
    return [{ functionResponse: { id, name: names.get(id) ?? '', response: { output: message.content } } }];
  }
  const texts = message.content.trim() === '' ? [] : [{ text: message.content }];
  if (message.role !== 'assistant') return texts;
  return [...texts, ...(message.tool_calls ?? []).map((call, index) => called(call, index, signatures))];
}

/** Only the first of parallel calls is signed. */
function called({ id, name, arguments: args }: ToolCall, index: number, signatures: Signatures): object {
  const thoughtSignature = signatures.get(id) ?? (index === 0 ? UNSIGNED : undefined);
  return { functionCall: { id, name, args }, ...(thoughtSignature !== undefined && { thoughtSignature }) };
}

const namesOf = (messages: readonly ChatMessage[]): ReadonlyMap<string, string> =>
  new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id, name }) => [id, name] as const) : [],
    ),
  );
