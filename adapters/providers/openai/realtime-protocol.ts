import { parseObject } from '../../lib/parse-object.ts';
import { textOf } from '../../../domain/unverified-json.ts';
import { realtimeFault } from './realtime-fault.ts';
import {
  audioMessages,
  COMMIT,
  TOO_SHORT,
  TRANSCRIPTION,
  UNINTELLIGIBLE,
  type RealtimeEvent,
} from './realtime-messages.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';

/** A transcription session of OpenAI's realtime API. We commit turns; each becomes an item. */
export class RealtimeSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly audio: (pcm: Int16Array) => string;
  readonly #texts: string[] = [];
  /** Items are created in the order of their utterances. */
  readonly #items = new Map<string, number>();
  #next = 0;

  constructor(sampleRate: number) {
    this.audio = audioMessages(sampleRate);
  }

  startUtterance(): readonly string[] {
    this.#texts.push('');
    return [];
  }

  silence(): null {
    return null;
  }

  endUtterance(): readonly string[] {
    return [COMMIT];
  }

  read(message: string): SttResult | null {
    const event = parseObject<RealtimeEvent>(message);
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
  #refused(error: RealtimeEvent['error'] | undefined): SttResult | null {
    if (!error) return null;
    if (error.code !== TOO_SHORT) throw realtimeFault(error);
    return this.#next < this.#texts.length ? this.#result(this.#next++, '', true) : null;
  }

  #failed(utterance: number, error: RealtimeEvent['error'] | undefined): SttResult {
    if (error?.code !== UNINTELLIGIBLE) throw realtimeFault(error ?? {});
    return this.#result(utterance, '', true);
  }

  #utteranceOf(item: string): number {
    const known = this.#items.get(item) ?? this.#next++;
    this.#items.set(item, known);
    return known;
  }
}
