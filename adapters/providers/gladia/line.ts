import { parsed } from '../../lib/parsed.ts';
import type { Line, Told } from '../speech/line.ts';
import { Timeline } from '../speech/timeline.ts';
import type { WireAudio } from '../speech/wire-audio.ts';

/** The silence that is sent behind an utterance, so that the vendor ends it. In seconds. */
const SILENCE = 0.5;

interface Message {
  readonly type: string;
  readonly data: {
    readonly byte_range?: readonly unknown[] | null;
    readonly is_final?: unknown;
    readonly utterance?: { readonly text?: unknown; readonly start?: unknown; readonly end?: unknown } | null;
  } | null;
}

/**
 * Gladia's live protocol. The vendor ends its utterances at a short silence; ours is over when all of its audio has been
 * taken and nothing is left that was spoken and not yet written.
 */
export class GladiaLine implements Line {
  readonly isInOrder = false;
  readonly #wire: WireAudio;
  readonly #sampleRate: number;
  readonly #timeline: Timeline;
  /** Where the utterances end that are owed an answer, in bytes. */
  readonly #owed: { readonly utterance: number; readonly end: number }[] = [];
  #sent = 0;
  #taken = 0;
  #begun = 0;
  #unwritten = 0;

  constructor(wire: WireAudio, sampleRate: number) {
    this.#wire = wire;
    this.#sampleRate = sampleRate;
    this.#timeline = new Timeline(sampleRate);
  }

  begin(): readonly string[] {
    this.#begun += 1;
    this.#timeline.begin();
    return [];
  }

  audio(pcm: Int16Array): Uint8Array {
    const bytes = this.#wire.encode(pcm);
    this.#timeline.sent(pcm.length);
    this.#sent += bytes.length;
    return bytes;
  }

  silence(): null {
    return null;
  }

  finish(): readonly Uint8Array[] {
    const silence = this.audio(new Int16Array(SILENCE * this.#sampleRate));
    this.#timeline.end();
    this.#owed.push({ utterance: this.#begun - 1, end: this.#sent });
    return [silence];
  }

  read(message: string): Told | null {
    const { type, data } = parsed<Message>(message);
    switch (type) {
      case 'audio_chunk':
        this.#taken = Math.max(this.#taken, numberIn(data?.byte_range?.[1]));
        return this.#unwritten === 0 ? this.#over() : null;
      case 'speech_start':
        this.#unwritten += 1;
        return null;
      case 'transcript':
        return this.#written(data);
      default:
        return null;
    }
  }

  #written(data: Message['data'] | undefined): Told | null {
    const { text, start, end } = data?.utterance ?? {};
    const utterance = this.#timeline.at((numberIn(start) + numberIn(end)) / 2);
    if (utterance === null || typeof text !== 'string') return null;
    const isFinal = data?.is_final === true;
    if (isFinal) this.#unwritten = Math.max(0, this.#unwritten - 1);
    const heard = { utterance, text: this.#timeline.hear(utterance, text.trim(), isFinal), final: false };
    return isFinal && this.#unwritten === 0 ? (this.#over() ?? heard) : heard;
  }

  /** The next utterance that is owed, if all of it has been taken. */
  #over(): Told | null {
    const [next] = this.#owed;
    if (!next || this.#taken < next.end) return null;
    this.#owed.shift();
    return { utterance: next.utterance, text: this.#timeline.hear(next.utterance, '', false), final: true };
  }
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
