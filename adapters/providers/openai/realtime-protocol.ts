import { parseObject, textOf } from '../../lib/parse-object.ts';
import { realtimeFault, type RealtimeError } from './realtime-fault.ts';
import { linearUpsampler } from '../_speech/linear-upsampler.ts';
import { base64Of } from '../_speech/pcm.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

/** The only rate of PCM that the API accepts, in Hz. */
const REALTIME_RATE = 24_000;

/** Message types for an utterance that is too short or has no speech. */
const TOO_SHORT = 'input_audio_buffer_commit_empty';
const UNINTELLIGIBLE = 'audio_unintelligible';
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

interface ServerEvent {
  readonly type: string;
  readonly item_id: string;
  readonly delta: unknown;
  readonly transcript: unknown;
  readonly error: RealtimeError | null;
}

/** A transcription session of OpenAI's realtime API. We commit turns; each becomes an item. */
export class RealtimeSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #encode: (pcm: Int16Array) => Uint8Array;
  readonly #texts: string[] = [];
  /** Items are created in the order of their utterances. */
  readonly #items = new Map<string, number>();
  #next = 0;

  constructor(sampleRate: number) {
    const { isMulaw, encode } = wireCodec(sampleRate);
    const upsample = linearUpsampler(sampleRate, REALTIME_RATE);
    this.#encode = isMulaw ? encode : (pcm) => encode(upsample(pcm));
  }

  startUtterance(): readonly string[] {
    this.#texts.push('');
    return [];
  }

  audio(pcm: Int16Array): string {
    return `{"type":"input_audio_buffer.append","audio":"${base64Of(this.#encode(pcm))}"}`;
  }

  silence(): null {
    return null;
  }

  endUtterance(): readonly string[] {
    return ['{"type":"input_audio_buffer.commit"}'];
  }

  read(message: string): SttResult | null {
    const event = parseObject<ServerEvent>(message);
    if (event.type === 'error') return this.#refused(event.error);
    if (typeof event.item_id !== 'string') return null;
    const utterance = this.#utteranceOf(event.item_id);
    const before = this.#texts[utterance];
    if (before === undefined) return null;
    if (event.type === `${TRANSCRIPTION}.delta`) return this.#result(utterance, before + textOf(event.delta), false);
    if (event.type === `${TRANSCRIPTION}.completed`) return this.#result(utterance, textOf(event.transcript), true);
    return event.type === `${TRANSCRIPTION}.failed` ? this.#failed(utterance, event.error) : null;
  }

  #result(utterance: number, text: string, final: boolean): SttResult {
    this.#texts[utterance] = text;
    return { utterance, text, final };
  }

  /** An utterance too short to commit creates no item and has no words. */
  #refused(error: ServerEvent['error'] | undefined): SttResult | null {
    if (!error) return null;
    if (error.code !== TOO_SHORT) throw realtimeFault(error);
    return this.#next < this.#texts.length ? this.#result(this.#next++, '', true) : null;
  }

  #failed(utterance: number, error: ServerEvent['error'] | undefined): SttResult {
    if (error?.code !== UNINTELLIGIBLE) throw realtimeFault(error ?? {});
    return this.#result(utterance, '', true);
  }

  #utteranceOf(item: string): number {
    const known = this.#items.get(item) ?? this.#next++;
    this.#items.set(item, known);
    return known;
  }
}

/** Input format at this call rate: PCMU at 8 kHz, otherwise PCM at the only rate accepted. */
export const realtimeFormat = (sampleRate: number) =>
  wireCodec(sampleRate).isMulaw ? { type: 'audio/pcmu' } : { type: 'audio/pcm', rate: REALTIME_RATE };

/** Whether the session was updated. Throws a VendorFailure when it is refused. */
export function isUpdated(message: string): boolean {
  const { type, error } = parseObject<ServerEvent>(message);
  if (type === 'error') throw realtimeFault(error ?? {});
  return type === 'session.updated';
}
