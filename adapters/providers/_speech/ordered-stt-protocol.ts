import type { SttMessage, SttProtocol, SttResult } from './stt-protocol.ts';
import { OrderedResults } from './ordered-results.ts';

/** What tells one vendor whose turns are answered in their order from another. */
interface OrderedProtocolOptions {
  /** What is sent when a turn begins. */
  readonly startMessages?: readonly string[];
  audio(pcm: Int16Array): SttMessage;
  /** What ends a turn. */
  readonly endMessage: string;
  /** What stands between two parts of a turn. */
  readonly separator?: string;
  /** What a message says of the turns. */
  read(message: string, results: OrderedResults): SttResult | null;
}

/** The line of a vendor who hears turns that we begin and end, and answers them in their order. */
export function orderedSttProtocol({
  startMessages = [],
  audio,
  endMessage,
  separator,
  read,
}: OrderedProtocolOptions): SttProtocol {
  const results = new OrderedResults(separator);
  return {
    isOrdered: true,
    startUtterance() {
      results.startUtterance();
      return startMessages;
    },
    audio,
    silence: () => null,
    endUtterance: () => [endMessage],
    read: (message) => read(message, results),
  };
}
