import { parseObject } from '../../lib/parse-object.ts';
import { refusal } from '../../lib/vendor-failures.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { orderedSttProtocol } from '../_speech/ordered-stt-protocol.ts';
import type { OrderedResults } from '../_speech/ordered-results.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';

/** Control tokens among the words. */
const FINALIZED = '<fin>';
const ENDPOINT = '<end>';
const CONTROL: readonly string[] = [FINALIZED, ENDPOINT];

/** Its times are in ms. */
const MS = 1_000;

interface Token {
  readonly text?: unknown;
  readonly language?: unknown;
  readonly is_final?: unknown;
  readonly start_ms?: unknown;
  readonly end_ms?: unknown;
}

interface Message {
  readonly tokens: unknown;
  readonly error_code: unknown;
}

interface SonioxOptions {
  readonly wire: WireCodec;
  readonly sampleRate: number;
  /** Silence that was sent when an utterance ends, in ms. */
  readonly trailingSilenceMs: number;
  /** Whether the vendor ends turns, too. Otherwise only we do. */
  readonly endsTurns: boolean;
  /** Canonical id of the vendor's code for a language. */
  readonly languageOf: (code: unknown) => string | undefined;
}

/** Soniox' stream of tokens with their own spaces: final tokens are sent once, the others again with every message. */
export function sonioxSttProtocol(options: SonioxOptions): SttProtocol {
  const { wire, sampleRate, trailingSilenceMs, endsTurns, languageOf } = options;
  const ends = endsTurns ? [FINALIZED, ENDPOINT] : [FINALIZED];
  return orderedSttProtocol({
    audio: (pcm) => wire.encode(pcm),
    // The vendor adds silence before finalizing, unless it knows how much was sent already.
    endMessage: JSON.stringify({ type: 'finalize', trailing_silence_ms: trailingSilenceMs }),
    separator: '',
    sampleRate,
    read(message, results) {
      const { tokens, error_code } = parseObject<Message>(message);
      if (typeof error_code === 'number') throw refusal('soniox', error_code);
      if (!Array.isArray(tokens)) return null;
      const all = tokens as readonly (Token | null)[];
      results.setLanguage(languageOf(all.findLast((token) => token?.language)?.language));
      const last = all.findIndex((token) => ends.includes(String(token?.text)));
      if (last === -1) return addTokens(results, all);
      addTokens(results, all.slice(0, last));
      const isConfirmed = all.some((token) => token?.text === FINALIZED);
      const result = isConfirmed ? results.endUtterance() : results.endTurn();
      addTokens(results, all.slice(last + 1));
      return result;
    },
  });
}

function addTokens(results: OrderedResults, tokens: readonly (Token | null)[]): SttResult | null {
  for (const token of tokens) addTimes(results, token);
  results.addFinal(wordsOf(tokens, true));
  return results.interim(wordsOf(tokens, false));
}

/** Tokens are parts of words. */
function addTimes(results: OrderedResults, token: Token | null): void {
  const { text, is_final, start_ms: start, end_ms: end } = token ?? {};
  if (is_final === true && typeof text === 'string' && typeof start === 'number' && typeof end === 'number')
    results.addPiece(text, start / MS, end / MS);
}

const wordsOf = (tokens: readonly (Token | null)[], isFinal: boolean): string =>
  tokens
    .filter((token) => (token?.is_final === true) === isFinal)
    .map((token) => (typeof token?.text === 'string' && !CONTROL.includes(token.text) ? token.text : ''))
    .join('');
