import { randomUUID } from 'node:crypto';
import type { StopReason, GenerationChunk, TokenUsage } from '../../../application/ports/language-model.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { Tool, ToolCall } from '../../../domain/voice/conversation-context.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault, isRetryable } from '../../lib/vendor-failures.ts';
import type { ChatStreamParser } from '../_chat/stream-parser.ts';
import type { ToolCallState } from '../_chat/tool-call-state.ts';
import { finishChunk } from '../_chat/finish.ts';
import { tokenUsage } from '../_chat/token-usage.ts';
import { TOOL_CALLS_MAX, appendArguments, toolArguments, unreadableCall } from '../_chat/tool-arguments.ts';

interface ContentChunk {
  readonly candidates: unknown;
  readonly promptFeedback: { readonly blockReason?: unknown } | null;
  readonly usageMetadata: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code?: unknown; readonly status?: unknown } | null;
}

interface Candidate {
  readonly content?: { readonly parts?: readonly (Part | null)[] | null } | null;
  readonly finishReason?: string | null;
}

interface Part {
  readonly text?: unknown;
  readonly thought?: boolean;
  readonly thoughtSignature?: unknown;
  readonly functionCall?: { readonly id?: string; readonly name?: string; readonly args?: unknown } | null;
}

/** Any other reason is a refusal. */
const REASONS: ReadonlyMap<string, StopReason> = new Map([
  ['STOP', 'stop'],
  ['FINISH_REASON_UNSPECIFIED', 'stop'],
  ['MAX_TOKENS', 'length'],
]);

/** Assembles a streamed response of Gemini and stores the signatures of its tool calls. */
export class ContentAnswer implements ChatStreamParser {
  readonly #vendor: string;
  readonly #offered: ReadonlySet<string>;
  readonly #signatures: ToolCallState<string>;
  readonly #calls: ToolCall[] = [];
  /** No event is surely the last. Only the end of the stream is. */
  readonly isComplete = false;
  #isSilent = true;
  #reason: StopReason | null = null;
  #usage: TokenUsage | null = null;

  constructor(vendor: string, offered: readonly Tool[], signatures: ToolCallState<string>) {
    this.#vendor = vendor;
    this.#offered = new Set(offered.map(({ name }) => name));
    this.#signatures = signatures;
  }

  *parse(event: string): Generator<GenerationChunk | null, void> {
    const { candidates, promptFeedback, usageMetadata, error } = parseObject<ContentChunk>(event);
    if (error) throw this.#fault(error);
    this.#usage = usageIn(usageMetadata) ?? this.#usage;
    if (promptFeedback?.blockReason) this.#reason = 'refused';
    if (Array.isArray(candidates)) yield* this.#progress((candidates[0] as Candidate | null | undefined) ?? {});
  }

  *end(): Generator<GenerationChunk, void> {
    const called = this.#calls.filter(({ name }) => this.#offered.has(name));
    const reason = this.#reason === 'stop' && called.length > 0 ? 'tool_calls' : this.#reason;
    const isEmpty = this.#isSilent && called.length === 0;
    const last = finishChunk({ vendor: this.#vendor, reason, usage: this.#usage, isEmpty });
    for (const call of called) yield { type: 'tool_call', call };
    yield last;
  }

  *#progress({ content, finishReason }: Candidate): Generator<GenerationChunk | null, void> {
    for (const part of content?.parts ?? []) if (part) yield* this.#part(part);
    if (finishReason) this.#finish(finishReason);
  }

  *#part({ text, thought, functionCall, thoughtSignature }: Part): Generator<GenerationChunk | null, void> {
    if (functionCall) this.#call(functionCall, thoughtSignature);
    if (typeof text !== 'string' || text === '' || thought === true) {
      yield null;
      return;
    }
    this.#isSilent = false;
    yield { type: 'text', text };
  }

  #call({ id = randomUUID(), name = '', args }: NonNullable<Part['functionCall']>, signature: unknown): void {
    if (this.#calls.length >= TOOL_CALLS_MAX) return;
    const given = toolArguments(this.#vendor, appendArguments(this.#vendor, '', JSON.stringify(args ?? {})));
    if (typeof signature === 'string') this.#signatures.keep(id, signature);
    this.#calls.push({ id, name, arguments: given });
  }

  #finish(reason: string): void {
    if (reason === 'MALFORMED_FUNCTION_CALL' || reason === 'UNEXPECTED_TOOL_CALL') throw unreadableCall(this.#vendor);
    this.#reason = REASONS.get(reason) ?? 'refused';
  }

  #fault({ code, status }: NonNullable<ContentChunk['error']>): VendorFailure {
    return reportedFault(this.#vendor, status, typeof code !== 'number' || isRetryable(code));
  }
}

function usageIn(metadata: ContentChunk['usageMetadata'] | undefined): TokenUsage | null {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount } = metadata ?? {};
  const output = (Number(candidatesTokenCount) || 0) + (Number(thoughtsTokenCount) || 0);
  return tokenUsage(promptTokenCount, output, cachedContentTokenCount);
}
