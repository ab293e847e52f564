import type { SttProtocol, SttResult } from './stt-protocol.ts';
import { UtteranceTimeline } from './utterance-timeline.ts';
import { wireCodec } from './wire-codec.ts';

/** What differs between vendors that report where in the audio their words are. */
interface TimestampedProtocolOptions {
  readonly sampleRate: number;
  /** Message that ends an utterance. */
  readonly endMessage: string;
  /** Parses a message into a result, using the timeline. */
  read(message: string, timeline: UtteranceTimeline): SttResult | null;
}

/** Protocol of a vendor that takes raw audio and reports the position of its words. */
export function timestampedSttProtocol({ sampleRate, endMessage, read }: TimestampedProtocolOptions): SttProtocol {
  const timeline = new UtteranceTimeline(sampleRate);
  const wire = wireCodec(sampleRate);
  return {
    isOrdered: false,
    startUtterance() {
      timeline.begin();
      return [];
    },
    audio(pcm) {
      timeline.sent(pcm.length);
      return wire.encode(pcm);
    },
    silence: () => null,
    endUtterance() {
      timeline.end();
      return [endMessage];
    },
    read: (message) => read(message, timeline),
  };
}
