import type { GenerationChunk } from '../../../application/ports/language-model.ts';

/** Parses the events of one streamed response into generation chunks. */
export interface ChatStreamParser {
  /** Whether the response is complete, although the stream may stay open. */
  readonly isComplete: boolean;
  /**
   * Chunks in one event. Null marks activity without output: reasoning or a partial tool call. Throws a VendorFailure
   * when the event reports an error.
   */
  parse(event: string): Iterable<GenerationChunk | null>;
  /** Chunks known only at the end: tool calls and the finish reason. Throws when the response is incomplete. */
  end(): Iterable<GenerationChunk>;
}
