import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { Timeline } from '../_speech/utterance-timeline.ts';
import { wireCodec, type WireCodec } from '../_speech/wire-codec.ts';

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
export class FluxSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #timeline: Timeline;
  readonly #wire: WireCodec;
  #started = 0;
  /** Which utterance the turn that is going on is about; null while none is known to go on. */
  #turn: number | null = null;
  #unblocked: string[] = [];

  constructor(sampleRate: number) {
    this.#timeline = new Timeline(sampleRate);
    this.#wire = wireCodec(sampleRate);
  }

  startUtterance(): readonly string[] {
    this.#timeline.begin();
    this.#started += 1;
    return [];
  }

  audio(pcm: Int16Array): Uint8Array {
    this.#timeline.sent(pcm.length);
    return this.#wire.encode(pcm);
  }

  silence(pcm: Int16Array): Uint8Array {
    return this.audio(new Int16Array(pcm.length));
  }

  endUtterance(): readonly string[] {
    this.#timeline.end();
    return [END_TURN];
  }

  read(message: string): SttResult | null {
    const info = parseObject<TurnInfo>(message);
    if (info.type === 'Error') throw reportedFault('deepgram', info.code, true);
    return info.type === 'TurnInfo' ? this.#result(info) : null;
  }

  #result(info: TurnInfo): SttResult | null {
    const { event, transcript = '' } = info;
    const utterance = this.#turn ?? this.#utteranceOf(info);
    if (utterance === null) return null;
    const isEnd = event === 'EndOfTurn';
    const hasEnded = this.#timeline.hasEnded(utterance);
    // It began only after it was to end, which the vendor ignored.
    if (hasEnded && !isEnd && this.#turn === null) this.#unblocked.push(END_TURN);
    this.#turn = isEnd ? null : utterance;
    return { utterance, text: this.#timeline.hear(utterance, transcript, isEnd), final: isEnd && hasEnded };
  }

  unblocked(): readonly string[] {
    return this.#unblocked.splice(0);
  }

  /** Which utterance a turn that begins is about, null for updates between turns. */
  #utteranceOf(info: TurnInfo): number | null {
    const isTurn = info.event === 'StartOfTurn' || (info.transcript ?? '') !== '';
    return isTurn ? (this.#timeline.at(turnMoment(info)) ?? this.#last) : null;
  }

  get #last(): number | null {
    return this.#started === 0 ? null : this.#started - 1;
  }
}

/** When the first word of a turn was said, or, where none is placed within the turn, up to when it was heard. In seconds. */
function turnMoment({ words, audio_window_start: start = 0, audio_window_end: end = 0 }: TurnInfo): number {
  const firstWordStart = words?.[0]?.start ?? -1;
  return firstWordStart >= start ? firstWordStart : end;
}
