import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { UtteranceTimeline } from '../_speech/utterance-timeline.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';

/** Silence sent after an utterance so that the vendor ends it, and extra silence to wait longer, in seconds. */
const SILENCE_SECONDS = 0.5;
const LINGER_SECONDS = 0.1;

interface Message {
  readonly type: string;
  readonly acknowledged: unknown;
  readonly data: {
    readonly time?: unknown;
    readonly byte_range?: readonly unknown[] | null;
    readonly is_final?: unknown;
    readonly utterance?: {
      readonly text?: unknown;
      readonly start?: unknown;
      readonly end?: unknown;
      readonly words?: unknown;
    } | null;
  } | null;
}

/** An utterance that awaits its result. */
interface PendingAnswer {
  readonly utterance: number;
  /** Number of bytes at which the whole utterance is acknowledged. */
  end: number;
  isLate: boolean;
}

/**
 * Gladia's live protocol. The vendor ends utterances at a short silence. Ours is complete when all its audio is
 * acknowledged and all speech in it is transcribed. An utterance that is never transcribed does not block later ones.
 */
export class GladiaSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #wire: WireCodec;
  readonly #sampleRate: number;
  readonly #timeline: UtteranceTimeline;
  readonly #pending: PendingAnswer[] = [];
  /** Utterances in which the vendor detected speech. */
  readonly #withSpeech = new Set<number>();
  /** Starts of speech that awaits its final transcript, in seconds. */
  #untranscribed: readonly number[] = [];
  #unblocked: Uint8Array[] = [];
  #sent = 0;
  #acknowledged = 0;
  #started = 0;
  #isSpeaking = false;

  constructor(wire: WireCodec, sampleRate: number) {
    this.#wire = wire;
    this.#sampleRate = sampleRate;
    this.#timeline = new UtteranceTimeline(sampleRate);
  }

  startUtterance(): readonly string[] {
    this.#started += 1;
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

  endUtterance(): readonly Uint8Array[] {
    const silence = this.#sendSilence(SILENCE_SECONDS);
    this.#timeline.end();
    this.#isSpeaking = false;
    this.#pending.push({ utterance: this.#started - 1, end: this.#sent, isLate: false });
    return [silence];
  }

  read(message: string): SttResult | null {
    const { type, acknowledged, data } = parseObject<Message>(message);
    switch (type) {
      case 'error':
        throw reportedFault('gladia', null, true);
      case 'audio_chunk':
        return acknowledged === false ? this.#onRefused() : this.#onAcknowledged(data);
      case 'speech_start':
        this.#onSpeechStart(data);
        return null;
      case 'transcript':
        return this.#onTranscript(data);
      default:
        return null;
    }
  }

  unblocked(): readonly Uint8Array[] {
    return this.#unblocked.splice(0);
  }

  /** Messages during silence hold no audio and may be refused. */
  #onRefused(): null {
    if (this.#isSpeaking || this.#pending.length > 0) throw reportedFault('gladia', null, true);
    return null;
  }

  #onAcknowledged(data: Message['data'] | undefined): SttResult | null {
    this.#acknowledged = Math.max(this.#acknowledged, numberIn(data?.byte_range?.[1]));
    return this.#nextAnswer();
  }

  #onSpeechStart(data: Message['data'] | undefined): void {
    const time = typeof data?.time === 'number' ? data.time : this.#seconds(this.#acknowledged);
    const utterance = this.#timeline.at(time);
    if (utterance === null) return;
    this.#withSpeech.add(utterance);
    this.#untranscribed = [...this.#untranscribed, time];
  }

  #onTranscript(data: Message['data'] | undefined): SttResult | null {
    const { text, start, end, words } = data?.utterance ?? {};
    const utterance = this.#timeline.at((numberIn(start) + numberIn(end)) / 2);
    if (utterance === null || typeof text !== 'string') return null;
    const isFinal = data?.is_final === true;
    this.#withSpeech.add(utterance);
    if (isFinal) this.#dropUntranscribed((time) => time <= numberIn(end) && this.#timeline.at(time) === utterance);
    const transcript = this.#timeline.hear(utterance, text.trim(), isFinal, { words });
    const result = { utterance, text: transcript, final: false };
    return isFinal ? (this.#nextAnswer() ?? result) : result;
  }

  /** The next utterance that is acknowledged and transcribed. Earlier ones get no more words. */
  #nextAnswer(): SttResult | null {
    const at = this.#pending.findIndex(
      ({ utterance, end }) => this.#acknowledged >= end && !this.#isUntranscribed(utterance),
    );
    const next = this.#pending[at];
    if (!next) return null;
    if (!next.isLate && !this.#withSpeech.has(next.utterance)) return this.#linger(next);
    this.#pending.splice(0, at + 1);
    this.#withSpeech.delete(next.utterance);
    this.#dropUntranscribed((time) => (this.#timeline.at(time) ?? Infinity) <= next.utterance);
    const { utterance } = next;
    const text = this.#timeline.hear(utterance, '', false);
    return { utterance, text, final: true, ...this.#timeline.timesOf(utterance, true) };
  }

  /** Speech is reported after its audio is acknowledged. Without a report, the next acknowledgement decides. */
  #linger(next: PendingAnswer): null {
    next.isLate = true;
    if (!this.#isSpeaking) this.#unblocked.push(this.#sendSilence(LINGER_SECONDS));
    next.end = Math.max(this.#sent, next.end + 1);
    return null;
  }

  #dropUntranscribed(isOver: (time: number) => boolean): void {
    this.#untranscribed = this.#untranscribed.filter((time) => !isOver(time));
  }

  #isUntranscribed(utterance: number): boolean {
    return this.#untranscribed.some((time) => this.#timeline.at(time) === utterance);
  }

  #sendSilence(seconds: number): Uint8Array {
    return this.audio(new Int16Array(seconds * this.#sampleRate));
  }

  #seconds(bytes: number): number {
    return bytes / this.#wire.sampleBytes / this.#sampleRate;
  }
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
