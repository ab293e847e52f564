import { parsed } from '../../lib/parsed.ts';
import { bytesOf } from '../speech/pcm.ts';
import type { Line, Told } from '../speech/streamed-transcription.ts';
import { Timeline } from './timeline.ts';

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
  readonly #timeline: Timeline;

  constructor(sampleRate: number) {
    this.#timeline = new Timeline(sampleRate);
  }

  begin(): void {
    this.#timeline.begin();
  }

  audio(pcm: Int16Array): Uint8Array {
    this.#timeline.sent(pcm.length);
    return bytesOf(pcm);
  }

  silence(): null {
    return null;
  }

  finish(): string {
    this.#timeline.end();
    return '{"type":"Finalize"}';
  }

  read(message: string): Told | null {
    const results = parsed<Results>(message);
    const { start = 0, duration = 0, is_final: isFinal = false } = results;
    const utterance = results.type === 'Results' ? this.#timeline.at(start + duration / 2) : null;
    if (utterance === null) return null;
    const text = this.#timeline.hear(utterance, wordsOf(results), isFinal);
    const isLast = results.from_finalize === true || this.#timeline.isAll(utterance, start + duration);
    return { utterance, text, final: isFinal && isLast };
  }
}

const wordsOf = ({ channel }: Results): string => channel?.alternatives?.[0]?.transcript ?? '';
