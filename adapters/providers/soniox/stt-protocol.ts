import { parseObject } from '../../lib/parse-object.ts';
import { refusal } from '../../lib/vendor-failures.ts';
import type { Line, Told } from '../_speech/stt-protocol.ts';
import { orderedLine } from '../_speech/ordered-stt-protocol.ts';
import type { Turns } from '../_speech/ordered-results.ts';
import type { WireAudio } from '../_speech/wire-codec.ts';

/** What stands among the words and is none. */
const FINALIZED = '<fin>';
const ENDPOINT = '<end>';

interface Token {
  readonly text?: unknown;
  readonly is_final?: unknown;
}

interface Message {
  readonly tokens: unknown;
  readonly error_code: unknown;
}

/** Soniox' stream of tokens with their own spaces: final ones are sent once, the others anew with every message. */
export const sonioxLine = (wire: WireAudio, trailingSilenceMs: number): Line =>
  orderedLine({
    audio: (pcm) => wire.encode(pcm),
    // The vendor pads what it finalizes with silence, unless it is told how much of it was sent already.
    finish: JSON.stringify({ type: 'finalize', trailing_silence_ms: trailingSilenceMs }),
    between: '',
    read(message, turns) {
      const { tokens, error_code } = parseObject<Message>(message);
      if (typeof error_code === 'number') throw refusal('soniox', error_code);
      if (!Array.isArray(tokens)) return null;
      const all = tokens as readonly (Token | null)[];
      const last = all.findIndex((token) => token?.text === FINALIZED);
      if (last === -1) return hear(turns, all);
      hear(turns, all.slice(0, last));
      const told = turns.end();
      hear(turns, all.slice(last + 1));
      return told;
    },
  });

function hear(turns: Turns, tokens: readonly (Token | null)[]): Told | null {
  turns.add(wordsOf(tokens, true));
  return turns.partial(wordsOf(tokens, false));
}

const wordsOf = (tokens: readonly (Token | null)[], isFinal: boolean): string =>
  tokens
    .filter((token) => (token?.is_final === true) === isFinal)
    .map((token) => (typeof token?.text === 'string' && token.text !== ENDPOINT ? token.text : ''))
    .join('');
