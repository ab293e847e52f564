import type { SttMessage, SttProtocol, SttResult } from './stt-protocol.ts';
import { OrderedResults } from './ordered-results.ts';

/** What differs between vendors that answer utterances in their order. */
interface OrderedProtocolOptions {
  /** Messages that start an utterance. */
  readonly startMessages?: readonly string[];
  audio(pcm: Int16Array): SttMessage;
  /** Message that ends an utterance. */
  readonly endMessage: string;
  /** Separator between two parts of an utterance. */
  readonly separator?: string;
  /** Of the audio, for a vendor that tells the times of words. */
  readonly sampleRate?: number;
  /** Parses a message into a result. */
  read(message: string, results: OrderedResults): SttResult | null;
}

/** Protocol of a vendor to which the client reports start and end of utterances, and which answers them in their order. */
export function orderedSttProtocol({
  startMessages = [],
  audio,
  endMessage,
  separator,
  sampleRate,
  read,
}: OrderedProtocolOptions): SttProtocol {
  const results = new OrderedResults(separator, sampleRate);
  return {
    isOrdered: true,
    startUtterance() {
      results.startUtterance();
      return startMessages;
    },
    audio(pcm) {
      results.sent(pcm.length);
      return audio(pcm);
    },
    silence: () => null,
    endUtterance() {
      results.requestEnd();
      return [endMessage];
    },
    read: (message) => read(message, results),
  };
}
