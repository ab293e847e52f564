import { parseObject } from '../../lib/parse-object.ts';
import { AudioChunker } from '../_speech/audio-chunker.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { Timeline } from '../_speech/utterance-timeline.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import { assemblyAiFault } from './faults.ts';

/** The vendor takes no less at a time. In seconds. */
const CHUNK_SECONDS = 0.05;
const MS = 1_000;
/**
 * A turn that the vendor has ended by itself may be all there is of an utterance: asked for its end, the vendor says
 * nothing more. Words that follow are told of within this. In milliseconds.
 */
const AFTER_END_TIMEOUT_MS = 300;
/** The final words come within this of being asked for. In milliseconds. */
export const FINAL_TIMEOUT_MS = 1_200;
/** The last word of an utterance may be so much further from its end than the silence that ends it. In seconds. */
const SLACK_SECONDS = 0.3;

interface Message {
  readonly type: string;
  readonly error_code: unknown;
  readonly transcript: unknown;
  readonly end_of_turn: unknown;
  readonly turn_is_formatted: unknown;
  readonly words: unknown;
}

interface Options {
  readonly sampleRate: number;
  readonly wire: WireCodec;
  /** Whether the end of a turn comes twice, the second time as it is to be written. */
  readonly isFormattedLater: boolean;
  /** The silence at the end of an utterance. */
  readonly endpointingMs: number;
}

/**
 * AssemblyAI's `/v3/ws`: turns that end when we say so, or sooner where the vendor hears a sentence that is whole, with the
 * place of each word in the audio.
 */
export class AssemblyAiSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #options: Options;
  readonly #timeline: Timeline;
  readonly #chunks: AudioChunker;
  /** The utterance that is being said, and the one in which the vendor has ended a turn last. */
  #current = -1;
  #lastEnded = -1;

  constructor(options: Options) {
    this.#options = options;
    this.#timeline = new Timeline(options.sampleRate);
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
    const text = this.#timeline.hear(utterance, transcript, isEnd);
    const final = isEnd && this.#timeline.hasEnded(utterance) && this.#isLast(utterance, words);
    return { utterance, text, final, ...(isEnd && !final && { stable: true }) };
  }

  #isEnd({ end_of_turn, turn_is_formatted }: Partial<Message>): boolean {
    return end_of_turn === true && (turn_is_formatted === true || !this.#options.isFormattedLater);
  }

  /**
   * Whether a turn that has ended is the last of its utterance. One that the vendor ended by itself is not when so much
   * follows its last word that there may be more: what that is, is told of soon.
   */
  #isLast(utterance: number, words: unknown): boolean {
    const { isFormattedLater, endpointingMs } = this.#options;
    return isFormattedLater || this.#timeline.isAll(utterance, (endOf(words) + endpointingMs) / MS + SLACK_SECONDS);
  }

  #encode(pcm: Int16Array | null): Uint8Array | null {
    this.#timeline.sent(pcm?.length ?? 0);
    return pcm && this.#options.wire.encode(pcm);
  }
}

/** When the last word ends, in milliseconds. */
function endOf(words: unknown): number {
  const end = (words as { readonly end?: unknown }[]).at(-1)?.end;
  return typeof end === 'number' ? end : 0;
}

/** A moment within the first word, in milliseconds; null when there is none. */
function momentIn(words: unknown): number | null {
  const [first] = (Array.isArray(words) ? words : []) as { readonly start?: unknown; readonly end?: unknown }[];
  return typeof first?.start === 'number' && typeof first.end === 'number' ? (first.start + first.end) / 2 : null;
}
