import type { Line, Told } from './stt-protocol.ts';
import { Timeline } from './utterance-timeline.ts';
import { wireAudio } from './wire-codec.ts';

/** What tells one vendor who says where in the audio its words are from another. */
interface PlacedDialect {
  readonly sampleRate: number;
  /** What ends a turn. */
  readonly finish: string;
  /** What a message says of the turns on the line of time. */
  read(message: string, timeline: Timeline): Told | null;
}

/** The line of a vendor who takes bare audio, and says where in it the words are that it heard. */
export function placedLine({ sampleRate, finish, read }: PlacedDialect): Line {
  const timeline = new Timeline(sampleRate);
  const wire = wireAudio(sampleRate);
  return {
    isInOrder: false,
    begin() {
      timeline.begin();
      return [];
    },
    audio(pcm) {
      timeline.sent(pcm.length);
      return wire.encode(pcm);
    },
    silence: () => null,
    finish() {
      timeline.end();
      return [finish];
    },
    read: (message) => read(message, timeline),
  };
}
