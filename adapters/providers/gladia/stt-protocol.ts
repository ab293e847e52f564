import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { Line, Told } from '../_speech/stt-protocol.ts';
import { Timeline } from '../_speech/utterance-timeline.ts';
import type { WireAudio } from '../_speech/wire-codec.ts';

/** The silence that is sent behind an utterance, so that the vendor ends it, and what is sent to wait a little longer. In seconds. */
const SILENCE = 0.5;
const MOMENT = 0.1;

interface Message {
  readonly type: string;
  readonly acknowledged: unknown;
  readonly data: {
    readonly time?: unknown;
    readonly byte_range?: readonly unknown[] | null;
    readonly is_final?: unknown;
    readonly utterance?: { readonly text?: unknown; readonly start?: unknown; readonly end?: unknown } | null;
  } | null;
}

/** An utterance that is owed an answer. */
interface Owed {
  readonly utterance: number;
  /** When so much has been taken all of it was, in bytes. */
  end: number;
  isLate: boolean;
}

/**
 * Gladia's live protocol. The vendor ends its utterances at a short silence; ours is over when all of its audio has been
 * taken and nothing is left that was spoken in it and not yet written. What is never written holds up no later one.
 */
export class GladiaLine implements Line {
  readonly isInOrder = false;
  readonly #wire: WireAudio;
  readonly #sampleRate: number;
  readonly #timeline: Timeline;
  readonly #owed: Owed[] = [];
  /** In which utterances somebody spoke, as far as the vendor told. */
  readonly #voiced = new Set<number>();
  /** When speech began of which the final words are to come, in seconds. */
  #unwritten: readonly number[] = [];
  #released: Uint8Array[] = [];
  #sent = 0;
  #taken = 0;
  #begun = 0;
  #isSpeaking = false;

  constructor(wire: WireAudio, sampleRate: number) {
    this.#wire = wire;
    this.#sampleRate = sampleRate;
    this.#timeline = new Timeline(sampleRate);
  }

  begin(): readonly string[] {
    this.#begun += 1;
    this.#isSpeaking = true;
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
    const silence = this.#silent(SILENCE);
    this.#timeline.end();
    this.#isSpeaking = false;
    this.#owed.push({ utterance: this.#begun - 1, end: this.#sent, isLate: false });
    return [silence];
  }

  read(message: string): Told | null {
    const { type, acknowledged, data } = parseObject<Message>(message);
    switch (type) {
      case 'error':
        throw reportedFault('gladia', null, true);
      case 'audio_chunk':
        return acknowledged === false ? this.#refused() : this.#took(data);
      case 'speech_start':
        this.#spoken(data);
        return null;
      case 'transcript':
        return this.#written(data);
      default:
        return null;
    }
  }

  released(): readonly Uint8Array[] {
    return this.#released.splice(0);
  }

  /** What is sent while nobody speaks holds no audio, and may be refused for that. */
  #refused(): null {
    if (this.#isSpeaking || this.#owed.length > 0) throw reportedFault('gladia', null, true);
    return null;
  }

  #took(data: Message['data'] | undefined): Told | null {
    this.#taken = Math.max(this.#taken, numberIn(data?.byte_range?.[1]));
    return this.#over();
  }

  #spoken(data: Message['data'] | undefined): void {
    const time = typeof data?.time === 'number' ? data.time : this.#seconds(this.#taken);
    const utterance = this.#timeline.at(time);
    if (utterance === null) return;
    this.#voiced.add(utterance);
    this.#unwritten = [...this.#unwritten, time];
  }

  #written(data: Message['data'] | undefined): Told | null {
    const { text, start, end } = data?.utterance ?? {};
    const utterance = this.#timeline.at((numberIn(start) + numberIn(end)) / 2);
    if (utterance === null || typeof text !== 'string') return null;
    const isFinal = data?.is_final === true;
    this.#voiced.add(utterance);
    if (isFinal) this.#forget((time) => time <= numberIn(end) && this.#timeline.at(time) === utterance);
    const heard = { utterance, text: this.#timeline.hear(utterance, text.trim(), isFinal), final: false };
    return isFinal ? (this.#over() ?? heard) : heard;
  }

  /** The next utterance of which all was taken and written. None before it gets more words. */
  #over(): Told | null {
    const at = this.#owed.findIndex(({ utterance, end }) => this.#taken >= end && !this.#isUnwritten(utterance));
    const next = this.#owed[at];
    if (!next) return null;
    if (!next.isLate && !this.#voiced.has(next.utterance)) return this.#linger(next);
    this.#owed.splice(0, at + 1);
    this.#voiced.delete(next.utterance);
    this.#forget((time) => (this.#timeline.at(time) ?? Infinity) <= next.utterance);
    return { utterance: next.utterance, text: this.#timeline.hear(next.utterance, '', false), final: true };
  }

  /** That somebody speaks is told after the audio was taken: where it was not, what is taken next decides. */
  #linger(next: Owed): null {
    next.isLate = true;
    if (!this.#isSpeaking) this.#released.push(this.#silent(MOMENT));
    next.end = Math.max(this.#sent, next.end + 1);
    return null;
  }

  #forget(isOver: (time: number) => boolean): void {
    this.#unwritten = this.#unwritten.filter((time) => !isOver(time));
  }

  #isUnwritten(utterance: number): boolean {
    return this.#unwritten.some((time) => this.#timeline.at(time) === utterance);
  }

  #silent(seconds: number): Uint8Array {
    return this.audio(new Int16Array(seconds * this.#sampleRate));
  }

  #seconds(bytes: number): number {
    return bytes / this.#wire.sampleBytes / this.#sampleRate;
  }
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
