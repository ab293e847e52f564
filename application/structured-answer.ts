import { withoutAbsent } from '../domain/calls/absent-values.ts';
import { readAnswer, repeatedMessages, UNREADABLE } from '../domain/calls/analysis-answer.ts';
import type { JsonObject } from '../domain/agents/json-readers.ts';
import { failed } from '../domain/errors.ts';
import type { ChatMessage, Tool } from '../domain/voice/conversation-context.ts';
import type { ArgumentSchemas } from './ports/argument-schemas.ts';
import type { GenerationRequest, LanguageModel, TokenUsage } from './ports/language-model.ts';
import { VendorFailure } from './ports/vendor-failure.ts';

/** Answers to one question: the first, and one after its problems. */
const ANSWERS_MAX = 2;
/** A vendor that sends more than this is stopped, in UTF-16 units. Longer answers are invalid anyway. */
const TEXT_MAX = 65_536;

/** What a model is to answer as the arguments of a tool. */
export interface StructuredQuestion {
  readonly wanted: Tool;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens?: number | undefined;
  /** Problems of an answer that its schema does not find. */
  readonly problemsOf?: (answer: JsonObject) => readonly string[];
}

export interface StructuredAnswer {
  readonly answer: JsonObject;
  /** Of all answers together, where the vendor reports it. */
  readonly tokens: Pick<TokenUsage, 'input' | 'output'> | null;
}

/** Asks a model for a structured answer. An invalid one is repeated once with its problems. Throws `failed` after two of them. */
export async function structuredAnswer(
  schemas: ArgumentSchemas,
  model: Pick<LanguageModel, 'generate'>,
  { wanted, messages, maxTokens, problemsOf = () => [] }: StructuredQuestion,
  signal: AbortSignal,
): Promise<StructuredAnswer> {
  const ask = asking(model, { answer: wanted, ...(maxTokens !== undefined && { maxTokens }) }, signal);
  let tokens: StructuredAnswer['tokens'] = null;
  let request = messages;
  let problems: readonly string[] = [];
  for (let count = 0; count < ANSWERS_MAX; count += 1) {
    const given = await ask(request);
    tokens = added(tokens, given.tokens);
    const answer = withoutAbsent(readAnswer(given.text), wanted.parameters);
    problems = answer ? schemas.problems(wanted.parameters, answer) : [UNREADABLE];
    if (answer && problems.length === 0) problems = problemsOf(answer);
    if (answer && problems.length === 0) return { answer, tokens };
    request = repeatedMessages(messages, problems);
  }
  throw failed(`The model gave no valid answer: ${problems.slice(0, 3).join('; ')}`);
}

interface ModelOutput {
  readonly text: string;
  readonly tokens: StructuredAnswer['tokens'];
}

/**
 * Asks for a structured answer. A model that refuses such a request is asked in words from then on: the messages contain
 * the schema, and vendors do not charge for requests that they refuse.
 */
function asking(
  model: Pick<LanguageModel, 'generate'>,
  structured: Pick<GenerationRequest, 'answer' | 'maxTokens'>,
  signal: AbortSignal,
) {
  let options = structured;
  return async (messages: readonly ChatMessage[]): Promise<ModelOutput> => {
    try {
      return await generate(model, { messages, tools: [], ...options }, signal);
    } catch (error) {
      if (!options.answer || !(error instanceof VendorFailure) || !error.isBadRequest) throw error;
      options = {};
      return generate(model, { messages, tools: [] }, signal);
    }
  };
}

/** The model's answer as JSON text: its words, or the arguments of the call that it made instead. */
async function generate(
  model: Pick<LanguageModel, 'generate'>,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<ModelOutput> {
  let text = '';
  let called: string | null = null;
  let tokens: StructuredAnswer['tokens'] = null;
  for await (const chunk of model.generate(request, signal)) {
    if (chunk.type === 'text') text += chunk.text;
    else if (chunk.type === 'tool_call') called ??= JSON.stringify(chunk.call.arguments);
    else if (chunk.usage) tokens = { input: chunk.usage.input, output: chunk.usage.output };
    if (text.length > TEXT_MAX) break;
  }
  signal.throwIfAborted();
  return { text: called ?? text, tokens };
}

const added = (one: StructuredAnswer['tokens'], other: StructuredAnswer['tokens']): StructuredAnswer['tokens'] =>
  one && other ? { input: one.input + other.input, output: one.output + other.output } : (other ?? one);
