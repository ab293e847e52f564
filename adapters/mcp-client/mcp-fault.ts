import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { ToolFailure, ToolResponse } from '../../domain/agents/tool-answer.ts';

/** A failure with its words for the model. They contain nothing that the server wrote. */
export class McpFault extends Error {
  readonly failure: ToolFailure;

  constructor(text: string, mayHaveRun = false, cause?: string) {
    super(text);
    this.name = 'McpFault';
    this.failure = { text, mayHaveRun, ...(cause !== undefined && { cause }) };
  }
}

/** A response that is not a success. */
export class McpStatus extends Error {
  readonly response: ToolResponse;

  constructor(response: ToolResponse) {
    super(`status ${response.status}`);
    this.name = 'McpStatus';
    this.response = response;
  }
}

/** Errors by which a server refuses a request before it does anything: JSON-RPC 2.0, section 5.1. */
const REFUSALS: readonly number[] = [-32_700, -32_600, -32_601, -32_602];

/** What a JSON-RPC error says, and whether the server may have done something before. Null for another error. */
export function rpcErrorOf(error: unknown): { readonly message: string; readonly isRefusal: boolean } | null {
  if (!(error instanceof McpError)) return null;
  return { message: error.message, isRefusal: REFUSALS.includes(error.code) };
}
