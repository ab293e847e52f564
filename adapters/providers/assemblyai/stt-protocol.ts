import { parseObject } from '../../lib/parse-object.ts';
import { AudioChunker } from '../_speech/audio-chunker.ts';
import type { VendorTurnReport } from '../../../domain/voice/state.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { UtteranceTimeline } from '../_speech/utterance-timeline.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import { assemblyAiFault } from './error-codes.ts';

/** Minimum length of a chunk, in seconds. */
const CHUNK_SECONDS = 0.05;
const MS = 1_000;
/**
 * Timeout after a turn that the vendor ended itself, in ms. The turn may be the whole utterance, and the vendor then
 * sends nothing more.
 */
const AFTER_END_TIMEOUT_MS = 300;
/** Timeout for the final transcript, in ms. */
export const FINAL_TIMEOUT_MS = 1_200;
/** Tolerance between the last word and the silence that ends the utterance, in seconds. */
const SLACK_SECONDS = 0.3;

interface Message {
  readonly type: string;
  readonly error_code: unknown;
  readonly transcript: unknown;
  readonly end_of_turn: unknown;
  readonly turn_is_formatted: unknown;
  readonly words: unknown;
  readonly language_code: unknown;
}

interface Options {
  readonly sampleRate: number;
  readonly wire: WireCodec;
  /** Whether the vendor reports the end of a turn twice, the second time formatted. */
  readonly isFormattedLater: boolean;
  /** Silence that ends an utterance, in ms. */
  readonly endpointingMs: number;
  /** Whether a turn that the vendor ended is a whole utterance. Otherwise its turns are parts of ours. */
  readonly endsTurns: boolean;
  /** Canonical id of the vendor's code for a language. */
  readonly languageOf: (code: unknown) => string | undefined;
}

/**
 * AssemblyAI's `/v3/ws`. Turns end when we request it, or earlier at the end of a sentence. Words come with their
 * position in the audio.
 */
export class AssemblyAiSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #options: Options;
  readonly #timeline: UtteranceTimeline;
  readonly #chunks: AudioChunker;
  /** The current utterance, and the one whose last turn the vendor has ended. */
  #current = -1;
  #lastEnded = -1;

  constructor(options: Options) {
    this.#options = options;
    this.#timeline = new UtteranceTimeline(options.sampleRate);
    this.#chunks = new AudioChunker(CHUNK_SECONDS * options.sampleRate);
  }

  finalTimeoutMs(): number {
    return this.#lastEnded === this.#current ? AFTER_END_TIMEOUT_MS : FINAL_TIMEOUT_MS;
  }

  startUtterance(): readonly string[] {
    this.#current += 1;
    this.#timeline.begin();
    return [];
  }

  audio(pcm: Int16Array): Uint8Array | null {
    return this.#encode(this.#chunks.add(pcm));
  }

  silence(): null {
    return null;
  }

  endUtterance(): readonly (Uint8Array | string | null)[] {
    const rest = this.#encode(this.#chunks.rest());
    this.#timeline.end();
    return [rest, '{"type":"ForceEndpoint"}'];
  }

  read(message: string): SttResult | null {
    const parsedMessage = parseObject<Message>(message);
    if (parsedMessage.type === 'Error') throw assemblyAiFault(parsedMessage.error_code);
    if (parsedMessage.type === 'SpeechStarted') this.#lastEnded = -1;
    return parsedMessage.type === 'Turn' ? this.#turn(parsedMessage) : null;
  }

  #turn(turn: Partial<Message>): SttResult | null {
    const { transcript, words } = turn;
    const moment = momentIn(words);
    const utterance = moment === null ? null : this.#timeline.at(moment / MS);
    if (utterance === null || typeof transcript !== 'string') return null;
    const isEnd = this.#isEnd(turn);
    this.#lastEnded = isEnd ? utterance : -1;
    const text = this.#timeline.hear(utterance, transcript, isEnd, { words, perSecond: MS });
    const report = this.#reportOf(utterance, turn);
    if (report.turn === 'ended') this.#timeline.end(endOf(words) / MS);
    const final = isEnd && this.#timeline.hasEnded(utterance) && this.#isLast(utterance, words);
    const times = this.#timeline.timesOf(utterance, final);
    return { utterance, text, final, ...(isEnd && !final && { stable: true }), ...report, ...times };
  }

  #reportOf(utterance: number, turn: Partial<Message>): VendorTurnReport {
    const isReported = this.#options.endsTurns && turn.end_of_turn === true && !this.#timeline.hasEnded(utterance);
    const language = this.#options.languageOf(turn.language_code);
    // Words that are formatted later belong to a turn that has ended, but are not final.
    const state = this.#isEnd(turn) ? 'ended' : 'likely_ended';
    return { ...(isReported && { turn: state }), ...(language && { language }) };
  }

  #isEnd({ end_of_turn, turn_is_formatted }: Partial<Message>): boolean {
    return end_of_turn === true && (turn_is_formatted === true || !this.#options.isFormattedLater);
  }

  /**
   * Whether an ended turn is the last of its utterance. After a turn that the vendor ended itself, more words may
   * follow if enough audio follows its last word.
   */
  #isLast(utterance: number, words: unknown): boolean {
    const { isFormattedLater, endsTurns, endpointingMs } = this.#options;
    return (
      isFormattedLater ||
      endsTurns ||
      this.#timeline.isAll(utterance, (endOf(words) + endpointingMs) / MS + SLACK_SECONDS)
    );
  }

  #encode(pcm: Int16Array | null): Uint8Array | null {
    this.#timeline.sent(pcm?.length ?? 0);
    return pcm && this.#options.wire.encode(pcm);
  }
}

/** End of the last word, in ms. */
function endOf(words: unknown): number {
  const end = (words as { readonly end?: unknown }[]).at(-1)?.end;
  return typeof end === 'number' ? end : 0;
}

/** Middle of the first word, in ms. Null when there is none. */
function momentIn(words: unknown): number | null {
  const [first] = (Array.isArray(words) ? words : []) as { readonly start?: unknown; readonly end?: unknown }[];
  return typeof first?.start === 'number' && typeof first.end === 'number' ? (first.start + first.end) / 2 : null;
}
