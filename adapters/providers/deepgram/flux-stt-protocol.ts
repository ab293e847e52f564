import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { Line, Told } from '../_speech/stt-protocol.ts';
import { Timeline } from '../_speech/utterance-timeline.ts';
import { wireAudio, type WireAudio } from '../_speech/wire-codec.ts';

/** Ends the turn that is going on. Outside a turn the vendor ignores it: https://developers.deepgram.com/docs/flux/state. */
const END_TURN = '{"type":"ForceEndTurn"}';

interface TurnInfo {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly event?: string;
  readonly transcript?: string;
  readonly audio_window_start?: number;
  readonly audio_window_end?: number;
  readonly words?: readonly { readonly start?: number }[];
}

/**
 * Deepgram's `/v2/listen`, whose turns end when we say so. It must hear silence between them. A word at the very end of
 * an utterance opens its turn only after the end was asked for, so that the end is asked for once more then: the word
 * belongs to its own utterance and not to the next.
 */
export class FluxLine implements Line {
  readonly isInOrder = false;
  readonly #timeline: Timeline;
  readonly #wire: WireAudio;
  #begun = 0;
  /** Which utterance the turn that is going on is about; null while none is known to go on. */
  #turn: number | null = null;
  #released: string[] = [];

  constructor(sampleRate: number) {
    this.#timeline = new Timeline(sampleRate);
    this.#wire = wireAudio(sampleRate);
  }

  begin(): readonly string[] {
    this.#timeline.begin();
    this.#begun += 1;
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
    return [END_TURN];
  }

  read(message: string): Told | null {
    const info = parseObject<TurnInfo>(message);
    if (info.type === 'Error') throw reportedFault('deepgram', info.code, true);
    return info.type === 'TurnInfo' ? this.#told(info) : null;
  }

  #told(info: TurnInfo): Told | null {
    const { event, transcript = '' } = info;
    const utterance = this.#turn ?? this.#opened(info);
    if (utterance === null) return null;
    const isEnd = event === 'EndOfTurn';
    const hasEnded = this.#timeline.hasEnded(utterance);
    // It began only after it was to end, which the vendor ignored.
    if (hasEnded && !isEnd && this.#turn === null) this.#released.push(END_TURN);
    this.#turn = isEnd ? null : utterance;
    return { utterance, text: this.#timeline.hear(utterance, transcript, isEnd), final: isEnd && hasEnded };
  }

  released(): readonly string[] {
    return this.#released.splice(0);
  }

  /** Which utterance a turn that begins is about, null for updates between turns. */
  #opened(info: TurnInfo): number | null {
    const isTurn = info.event === 'StartOfTurn' || (info.transcript ?? '') !== '';
    return isTurn ? (this.#timeline.at(momentOf(info)) ?? this.#last) : null;
  }

  get #last(): number | null {
    return this.#begun === 0 ? null : this.#begun - 1;
  }
}

/** When the first word of a turn was said, or, where none is placed within the turn, up to when it was heard. In seconds. */
function momentOf({ words, audio_window_start: start = 0, audio_window_end: end = 0 }: TurnInfo): number {
  const said = words?.[0]?.start ?? -1;
  return said >= start ? said : end;
}
