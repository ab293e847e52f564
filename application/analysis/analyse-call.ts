import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentAnalysis } from '../../domain/agents/analysis.ts';
import { providerChain } from '../../domain/agents/models.ts';
import { withoutAbsent } from '../../domain/calls/absent-values.ts';
import {
  analysisAnswer,
  analysisMessages,
  readablePart,
  readAnswer,
  repeatedMessages,
  UNREADABLE,
  type AnalysisAnswer,
} from '../../domain/calls/analysis-answer.ts';
import { artifactKey } from '../../domain/calls/artifact-urls.ts';
import type { AnalysisResult, AnalysisUsage } from '../../domain/calls/call-analysis.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { tokenLines, type UsageItem } from '../../domain/costs/usage.ts';
import { failed, missing } from '../../domain/errors.ts';
import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { Clock } from '../ports/clock.ts';
import type { GenerationRequest, LanguageModel, TokenUsage } from '../ports/language-model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { OrganisationModels } from '../ports/providers.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';

export interface AnalysePorts {
  readonly objects: ObjectStore;
  readonly organisationModels: OrganisationModels;
  readonly argumentSchemas: ArgumentSchemas;
  readonly clock: Clock;
}

interface AnalysisAttempt {
  /** Counts from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** Takes what the vendor reports of each answer, valid or not. */
  used(lines: readonly UsageItem[]): void;
}

/** Answers to one transcript: the first, and one after its problems. */
const ANSWERS_MAX = 2;
/** Longest answer in tokens, reasoning included. */
const ANSWER_TOKENS_MAX = 8_192;
/** A vendor that sends more than this is stopped, in UTF-16 units. Longer answers are invalid anyway. */
const TEXT_MAX = 65_536;
/** Most bytes of one character in UTF-8. */
const CHARACTER_BYTES = 4;

/**
 * Asks the agent's model about a call. Attempts take turns among the configured providers. An invalid answer is repeated
 * once with its problems. Throws a VendorFailure, `missing` without a transcript, and `failed` after two invalid answers.
 */
export const analyseCall =
  (ports: AnalysePorts) =>
  async (
    call: CallLog,
    agent: Agent,
    analysis: AgentAnalysis,
    { attempt, signal, used }: AnalysisAttempt,
  ): Promise<AnalysisResult> => {
    const transcript = readablePart(await readTranscript(ports, call), analysis);
    const chain = providerChain(analysis.llm_config ?? agent.config.models.llm_config);
    const settings = chain[(attempt - 1) % chain.length] ?? chain[0];
    const model = await ports.organisationModels.open(call.org_id, settings);
    const { provider } = settings;
    try {
      const messages = analysisMessages(analysis, transcript.text);
      // Answers of a conversation are short. An analysis may be longer, unless its own settings say otherwise.
      const isBounded = analysis.llm_config !== undefined && settings['max_tokens'] !== undefined;
      const question = { analysis, messages, maxTokens: isBounded ? undefined : ANSWER_TOKENS_MAX };
      const metered = meteredModel(model, (tokens) => used(tokenLines({ provider, model: model.model }, tokens)));
      const { answer, usage } = await validAnswer(ports, metered, question, signal);
      return {
        ...answer,
        provider,
        model: model.model,
        agent_updated_at: agent.updated_at,
        transcript_cut: transcript.isCut,
        usage,
        analysed_at: ports.clock.now().toISOString(),
      };
    } finally {
      model.close();
    }
  };

/** A model whose reported tokens are passed on. */
const meteredModel = (model: LanguageModel, used: (tokens: TokenUsage) => void): LanguageModel => ({
  model: model.model,
  async *generate(request, signal) {
    for await (const chunk of model.generate(request, signal)) {
      if (chunk.type === 'finished' && chunk.usage) used(chunk.usage);
      yield chunk;
    }
  },
  close: () => model.close(),
});

/** The lines of the transcript. A very long one is read in part. */
async function readTranscript({ objects }: AnalysePorts, call: CallLog): Promise<string> {
  const key = artifactKey(call, 'transcript', objects.root);
  const object = await objects.open(key, { first: 0, last: TRANSCRIPT_MAX_BYTES - 1 });
  if (!object) throw missing('Transcript');
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of object.bytes) text += decoder.decode(bytes, { stream: true });
  return text.slice(text.indexOf('---\n') + 1 && text.indexOf('---\n') + 4);
}

/** Largest part of a transcript that is read: 4 MB, that of the longest configurable part and more. */
const TRANSCRIPT_MAX_BYTES = 1_000_000 * CHARACTER_BYTES;

interface Question {
  readonly analysis: AgentAnalysis;
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number | undefined;
}

interface ValidAnswer {
  readonly answer: AnalysisAnswer;
  readonly usage: AnalysisUsage | null;
}

async function validAnswer(
  { argumentSchemas }: AnalysePorts,
  model: LanguageModel,
  { analysis, messages, maxTokens }: Question,
  signal: AbortSignal,
): Promise<ValidAnswer> {
  const wanted = analysisAnswer(analysis);
  const ask = asking(model, { answer: wanted, ...(maxTokens !== undefined && { maxTokens }) }, signal);
  let usage: AnalysisUsage | null = null;
  let request = messages;
  let problems: readonly string[] = [];
  for (let count = 0; count < ANSWERS_MAX; count += 1) {
    const given = await ask(request);
    usage = added(usage, given.usage);
    const answer = withoutAbsent(readAnswer(given.text), wanted.parameters);
    problems = answer ? argumentSchemas.problems(wanted.parameters, answer) : [UNREADABLE];
    if (answer && problems.length === 0) return { answer, usage };
    request = repeatedMessages(messages, problems);
  }
  throw failed(`The model gave no valid answer: ${problems.slice(0, 3).join('; ')}`);
}

interface ModelOutput {
  readonly text: string;
  readonly usage: AnalysisUsage | null;
}

/**
 * Asks for a structured answer. A model that refuses such a request is asked in words from then on: the messages contain
 * the schema, and vendors do not charge for requests that they refuse.
 */
function asking(
  model: LanguageModel,
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
async function generate(model: LanguageModel, request: GenerationRequest, signal: AbortSignal): Promise<ModelOutput> {
  let text = '';
  let called: string | null = null;
  let usage: AnalysisUsage | null = null;
  for await (const chunk of model.generate(request, signal)) {
    if (chunk.type === 'text') text += chunk.text;
    else if (chunk.type === 'tool_call') called ??= JSON.stringify(chunk.call.arguments);
    else if (chunk.usage) usage = { input_tokens: chunk.usage.input, output_tokens: chunk.usage.output };
    if (text.length > TEXT_MAX) break;
  }
  signal.throwIfAborted();
  return { text: called ?? text, usage };
}

const added = (one: AnalysisUsage | null, other: AnalysisUsage | null): AnalysisUsage | null =>
  one && other
    ? {
        input_tokens: one.input_tokens + other.input_tokens,
        output_tokens: one.output_tokens + other.output_tokens,
      }
    : (other ?? one);
