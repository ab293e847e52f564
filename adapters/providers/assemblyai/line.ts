import { parsed } from '../../lib/parsed.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import { Chunks } from '../speech/chunks.ts';
import type { Line, Told } from '../speech/line.ts';
import { Timeline } from '../speech/timeline.ts';
import type { WireAudio } from '../speech/wire-audio.ts';

/** The vendor takes no less at a time. In seconds. */
const CHUNK_SECONDS = 0.05;
const MS = 1_000;

interface Message {
  readonly type: string;
  readonly transcript: unknown;
  readonly end_of_turn: unknown;
  readonly turn_is_formatted: unknown;
  readonly words: unknown;
}

interface Options {
  readonly sampleRate: number;
  readonly wire: WireAudio;
  /** Whether the end of a turn comes twice, the second time as it is to be written. */
  readonly isFormattedLater: boolean;
}

/** AssemblyAI's `/v3/ws`: turns that end when we say so, with the place of each word in the audio. */
export class AssemblyAiLine implements Line {
  readonly isInOrder = false;
  readonly #options: Options;
  readonly #timeline: Timeline;
  readonly #chunks: Chunks;

  constructor(options: Options) {
    this.#options = options;
    this.#timeline = new Timeline(options.sampleRate);
    this.#chunks = new Chunks(CHUNK_SECONDS * options.sampleRate);
  }

  begin(): readonly string[] {
    this.#timeline.begin();
    return [];
  }

  audio(pcm: Int16Array): Uint8Array | null {
    return this.#sent(this.#chunks.add(pcm));
  }

  silence(): null {
    return null;
  }

  finish(): readonly (Uint8Array | string | null)[] {
    const rest = this.#sent(this.#chunks.rest());
    this.#timeline.end();
    return [rest, '{"type":"ForceEndpoint"}'];
  }

  read(message: string): Told | null {
    const { type, transcript, end_of_turn, turn_is_formatted, words } = parsed<Message>(message);
    if (type === 'Error') throw complaint('assemblyai', null, true);
    const moment = type === 'Turn' ? momentIn(words) : null;
    const utterance = moment === null ? null : this.#timeline.at(moment / MS);
    if (utterance === null || typeof transcript !== 'string') return null;
    const isEnd = end_of_turn === true && (turn_is_formatted === true || !this.#options.isFormattedLater);
    const text = this.#timeline.hear(utterance, transcript, isEnd);
    return { utterance, text, final: isEnd && this.#timeline.hasEnded(utterance) };
  }

  #sent(pcm: Int16Array | null): Uint8Array | null {
    this.#timeline.sent(pcm?.length ?? 0);
    return pcm && this.#options.wire.encode(pcm);
  }
}

/** A moment within the first word, in milliseconds; null when there is none. */
function momentIn(words: unknown): number | null {
  const [first] = (Array.isArray(words) ? words : []) as { readonly start?: unknown; readonly end?: unknown }[];
  return typeof first?.start === 'number' && typeof first.end === 'number' ? (first.start + first.end) / 2 : null;
}
