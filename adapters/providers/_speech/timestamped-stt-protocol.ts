import type { SttProtocol, SttResult } from './stt-protocol.ts';
import { Timeline } from './utterance-timeline.ts';
import { wireCodec } from './wire-codec.ts';

/** What tells one vendor who says where in the audio its words are from another. */
interface TimestampedProtocolOptions {
  readonly sampleRate: number;
  /** What ends a turn. */
  readonly endMessage: string;
  /** What a message says of the turns on the line of time. */
  read(message: string, timeline: Timeline): SttResult | null;
}

/** The line of a vendor who takes bare audio, and says where in it the words are that it heard. */
export function timestampedSttProtocol({ sampleRate, endMessage, read }: TimestampedProtocolOptions): SttProtocol {
  const timeline = new Timeline(sampleRate);
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
