import { parsed } from '../../lib/parsed.ts';
import type { Line, Told } from '../speech/line.ts';
import { Timeline } from '../speech/timeline.ts';
import { wireAudio, type WireAudio } from '../speech/wire-audio.ts';

interface Results {
  readonly type?: unknown;
  readonly start?: number;
  readonly duration?: number;
  readonly is_final?: boolean;
  readonly from_finalize?: boolean;
  readonly channel?: { readonly alternatives?: readonly { readonly transcript?: string }[] };
}

/** Deepgram's `/v1/listen`: segments with their place in the audio, the last one after `Finalize`. */
export class NovaLine implements Line {
  readonly isInOrder = false;
  readonly #timeline: Timeline;
  readonly #wire: WireAudio;

  constructor(sampleRate: number) {
    this.#timeline = new Timeline(sampleRate);
    this.#wire = wireAudio(sampleRate);
  }

  begin(): readonly string[] {
    this.#timeline.begin();
    return [];
  }

  audio(pcm: Int16Array): Uint8Array {
    this.#timeline.sent(pcm.length);
    return this.#wire.encode(pcm);
  }

  silence(): null {
    return null;
  }

  finish(): readonly string[] {
    this.#timeline.end();
    return ['{"type":"Finalize"}'];
  }

  read(message: string): Told | null {
    const results = parsed<Results>(message);
    const { start = 0, duration = 0, is_final: isFinal = false } = results;
    const utterance = results.type === 'Results' ? this.#timeline.at(start + duration / 2) : null;
    if (utterance === null) return null;
    const text = this.#timeline.hear(utterance, wordsOf(results), isFinal);
    const isLast = results.from_finalize === true || this.#timeline.isAll(utterance, start + duration);
    return { utterance, text, final: isFinal && isLast, ...(isFinal && !isLast && { stays: true }) };
  }
}

const wordsOf = ({ channel }: Results): string => channel?.alternatives?.[0]?.transcript ?? '';
