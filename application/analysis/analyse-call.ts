import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentAnalysis } from '../../domain/agents/analysis.ts';
import { providerChain } from '../../domain/agents/models.ts';
import {
  analysisAnswer,
  analysisMessages,
  readablePart,
  type AnalysisAnswer,
} from '../../domain/calls/analysis-answer.ts';
import { withoutUndeclared } from '../../domain/calls/absent-values.ts';
import { artifactKey } from '../../domain/calls/artifact-urls.ts';
import type { AnalysisResult, AnalysisUsage } from '../../domain/calls/call-analysis.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { tokenLines, type UsageItem } from '../../domain/costs/usage.ts';
import { missing } from '../../domain/errors.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel, TokenUsage } from '../ports/language-model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { OrganisationModels } from '../ports/providers.ts';
import { structuredAnswer } from '../structured-answer.ts';

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

/** Longest answer in tokens, reasoning included. */
const ANSWER_TOKENS_MAX = 8_192;
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
      const question = {
        ...{ wanted: analysisAnswer(analysis), messages },
        maxTokens: isBounded ? undefined : ANSWER_TOKENS_MAX,
      };
      const metered = meteredModel(model, (tokens) => used(tokenLines({ provider, model: model.model }, tokens)));
      const { answer, tokens } = await structuredAnswer(ports.argumentSchemas, metered, question, signal);
      const usage: AnalysisUsage | null = tokens && { input_tokens: tokens.input, output_tokens: tokens.output };
      return {
        ...declared(answer, analysis),
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

/** The answer, with the fields that the agent asks for. */
const declared = ({ fields, ...answer }: AnalysisAnswer, { fields: schema }: AgentAnalysis): AnalysisAnswer => ({
  ...answer,
  ...(fields && { fields: schema ? (withoutUndeclared(fields, schema) as AnalysisAnswer['fields'] & object) : fields }),
});

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
