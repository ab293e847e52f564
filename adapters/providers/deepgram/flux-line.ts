import { parsed } from '../../lib/parsed.ts';
import type { Line, Told } from '../speech/line.ts';
import { Timeline } from '../speech/timeline.ts';
import { wireAudio, type WireAudio } from '../speech/wire-audio.ts';

interface TurnInfo {
  readonly type?: unknown;
  readonly event?: string;
  readonly transcript?: string;
  readonly audio_window_end?: number;
}

/** Deepgram's `/v2/listen`, whose turns end when we say so. It must hear silence between them. */
export class FluxLine implements Line {
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

  silence(pcm: Int16Array): Uint8Array {
    return this.audio(new Int16Array(pcm.length));
  }

  finish(): readonly string[] {
    this.#timeline.end();
    return ['{"type":"ForceEndTurn"}'];
  }

  read(message: string): Told | null {
    const { type, event, transcript = '', audio_window_end = 0 } = parsed<TurnInfo>(message);
    if (type !== 'TurnInfo') return null;
    const utterance = this.#timeline.at(audio_window_end);
    if (utterance === null) return null;
    const isEnd = event === 'EndOfTurn';
    const text = this.#timeline.hear(utterance, transcript, isEnd);
    return { utterance, text, final: isEnd && this.#timeline.hasEnded(utterance) };
  }
}
