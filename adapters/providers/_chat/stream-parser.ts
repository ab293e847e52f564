import type { Thought } from '../../../application/ports/language-model.ts';

/** Makes thoughts of the events of one streamed answer. */
export interface ChatStreamParser {
  /** Whether the vendor has said that nothing more comes, although its stream may stay open. */
  readonly isComplete: boolean;
  /**
   * The thoughts in one event, and null for a sign of life that nobody is told of: reasoning, a piece of a tool call.
   * Throws a VendorFailure when the event reports a fault.
   */
  parse(event: string): Iterable<Thought | null>;
  /** What is only known at the end: the tool calls, and how the answer ended. Throws when it is not whole. */
  end(): Iterable<Thought>;
}
