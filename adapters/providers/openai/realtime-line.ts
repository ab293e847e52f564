import { parsed } from '../../lib/parsed.ts';
import { interpolation } from '../speech/interpolation.ts';
import { base64Of, bytesOf } from '../speech/pcm.ts';
import type { Line, Told } from '../speech/line.ts';

/** The only rate the interface takes. */
export const REALTIME_RATE = 24_000;

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

interface ServerEvent {
  readonly type: string;
  readonly item_id: string;
  readonly delta: unknown;
  readonly transcript: unknown;
  readonly error: { readonly code?: unknown } | null;
}

/** A transcription session of OpenAI's realtime interface, whose turns are committed by us: each becomes one item. */
export class RealtimeLine implements Line {
  readonly isInOrder = false;
  readonly #converted: (pcm: Int16Array) => Int16Array;
  readonly #texts: string[] = [];
  /** Items stand in the order of the utterances they are made of. */
  readonly #items = new Map<string, number>();
  #next = 0;

  constructor(sampleRate: number) {
    this.#converted = interpolation(sampleRate, REALTIME_RATE);
  }

  begin(): readonly string[] {
    this.#texts.push('');
    return [];
  }

  audio(pcm: Int16Array): string {
    return `{"type":"input_audio_buffer.append","audio":"${base64Of(bytesOf(this.#converted(pcm)))}"}`;
  }

  silence(): null {
    return null;
  }

  finish(): readonly string[] {
    return ['{"type":"input_audio_buffer.commit"}'];
  }

  read(message: string): Told | null {
    const event = parsed<ServerEvent>(message);
    if (event.type === 'error') return this.#refused(event.error);
    if (typeof event.item_id !== 'string') return null;
    const utterance = this.#utteranceOf(event.item_id);
    const heard = this.#texts[utterance];
    if (heard === undefined) return null;
    if (event.type === `${TRANSCRIPTION}.delta`) return this.#told(utterance, heard + textIn(event.delta), false);
    if (event.type === `${TRANSCRIPTION}.completed`) return this.#told(utterance, textIn(event.transcript), true);
    return event.type === `${TRANSCRIPTION}.failed` ? this.#told(utterance, heard, true) : null;
  }

  #told(utterance: number, text: string, final: boolean): Told {
    this.#texts[utterance] = text;
    return { utterance, text, final };
  }

  /** An utterance too short to be committed becomes no item: there were no words in it. */
  #refused(error: ServerEvent['error'] | undefined): Told | null {
    if (error?.code !== 'input_audio_buffer_commit_empty' || this.#next >= this.#texts.length) return null;
    return this.#told(this.#next++, '', true);
  }

  #utteranceOf(item: string): number {
    const known = this.#items.get(item) ?? this.#next++;
    this.#items.set(item, known);
    return known;
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
