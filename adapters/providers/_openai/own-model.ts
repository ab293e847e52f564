import type { LanguageModel } from '../../../application/ports/language-model.ts';
import { openAiChat, type ChatWire } from './chat.ts';
import { effortFor, type Effort, type Reasoning } from './reasoning.ts';
import { openAiResponses } from './responses.ts';

interface OwnModel extends Omit<ChatWire, 'parameters' | 'callId' | 'structuredOutput'> {
  /** What the model supports. Null when unknown. */
  readonly reasoning: Reasoning | null;
  /** The configured effort. For an unknown model it is sent as it is. */
  readonly effort: Effort | undefined;
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly verbosity?: string | undefined;
  readonly serviceTier?: string | undefined;
}

/**
 * An OpenAI model, hosted by OpenAI or Azure. Uses chat completions, and the responses API where chat completions would
 * be refused: tools with reasoning from 5.2 on, and effort `max`.
 */
export function openAiModel({ reasoning, effort: chosen, ...own }: OwnModel): LanguageModel {
  const effort = reasoning ? effortFor(reasoning, chosen) : chosen;
  const isSampled = effort === 'none' || (effort === undefined && !reasoning?.isFixed);
  const chat = chatModel(own, effort, isSampled);
  if (!reasoning?.responses || effort === 'none') return chat;
  const isAlways = reasoning.responses === 'always' || effort === 'max';
  const responses = responsesModel(own, effort);
  return {
    model: own.model,
    generate: (request, signal) => (isAlways || request.tools.length > 0 ? responses : chat).generate(request, signal),
    close() {
      chat.close();
      responses.close();
    },
  };
}

type ModelWire = Omit<OwnModel, 'reasoning' | 'effort'>;

function chatModel(
  { maxTokens, temperature, topP, verbosity, serviceTier, ...wire }: ModelWire,
  effort?: Effort,
  isSampled = true,
) {
  return openAiChat({
    ...wire,
    structuredOutput: { strict: true },
    parameters: {
      max_completion_tokens: maxTokens,
      reasoning_effort: effort,
      verbosity: effort === undefined ? undefined : verbosity,
      ...(isSampled && { temperature, top_p: topP }),
      service_tier: serviceTier,
      stream_options: { include_usage: true },
    },
  });
}

function responsesModel({ maxTokens, verbosity, serviceTier, ...own }: ModelWire, effort?: Effort) {
  const { vendor, baseUrl, headers, model, network } = own;
  return openAiResponses({
    ...{ vendor, baseUrl, headers, model, network },
    parameters: {
      max_output_tokens: maxTokens,
      reasoning: { effort },
      ...(verbosity !== undefined && { text: { verbosity } }),
      service_tier: serviceTier,
    },
  });
}
