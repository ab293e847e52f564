import type { Frame, Line, Told } from './stt-protocol.ts';
import { Turns } from './ordered-results.ts';

/** What tells one vendor whose turns are answered in their order from another. */
interface OrderedDialect {
  /** What is sent when a turn begins. */
  readonly begin?: readonly string[];
  audio(pcm: Int16Array): Frame;
  /** What ends a turn. */
  readonly finish: string;
  /** What stands between two parts of a turn. */
  readonly between?: string;
  /** What a message says of the turns. */
  read(message: string, turns: Turns): Told | null;
}

/** The line of a vendor who hears turns that we begin and end, and answers them in their order. */
export function orderedLine({ begin = [], audio, finish, between, read }: OrderedDialect): Line {
  const turns = new Turns(between);
  return {
    isInOrder: true,
    begin() {
      turns.begin();
      return begin;
    },
    audio,
    silence: () => null,
    finish: () => [finish],
    read: (message) => read(message, turns),
  };
}
