import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { VendorTurnReport } from '../../../domain/voice/state.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import { UtteranceTimeline } from '../_speech/utterance-timeline.ts';
import { wireCodec, type WireCodec } from '../_speech/wire-codec.ts';

/** Ends the current turn. Ignored outside a turn: https://developers.deepgram.com/docs/flux/state. */
const END_TURN = '{"type":"ForceEndTurn"}';

const TURNS: Readonly<Record<string, VendorTurnReport['turn']>> = {
  EagerEndOfTurn: 'likely_ended',
  TurnResumed: 'resumed',
  EndOfTurn: 'ended',
};

interface FluxMessage {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly event?: string;
  readonly trigger?: string;
  readonly languages?: readonly string[];
  readonly transcript?: string;
  readonly audio_window_start?: number;
  readonly audio_window_end?: number;
  readonly words?: readonly { readonly word?: string; readonly start?: number; readonly end?: number }[];
}

interface FluxOptions {
  readonly sampleRate: number;
  /** Whether the vendor ends turns, too. Otherwise only we do. */
  readonly endsTurns: boolean;
}

/**
 * Deepgram's `/v2/listen`. It needs silence between turns. A word at the very end may open its turn
 * after the end was requested, so the end is then requested again; otherwise the word would count for the next
 * utterance.
 */
export class FluxSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #timeline: UtteranceTimeline;
  readonly #wire: WireCodec;
  readonly #endsTurns: boolean;
  #started = 0;
  /** The last utterance that the vendor ended. */
  #endedByVendor = -1;
  /** The utterance of the current turn. Null when no turn is open. */
  #turn: number | null = null;
  #unblocked: string[] = [];

  constructor({ sampleRate, endsTurns }: FluxOptions) {
    this.#endsTurns = endsTurns;
    this.#timeline = new UtteranceTimeline(sampleRate);
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
    const info = parseObject<FluxMessage>(message);
    if (info.type === 'Error') throw reportedFault('deepgram', info.code, true);
    return info.type === 'TurnInfo' ? this.#result(info) : null;
  }

  #result(info: FluxMessage): SttResult | null {
    const { event, transcript = '' } = info;
    const utterance = this.#turn ?? this.#utteranceOf(info);
    if (utterance === null) return null;
    const isEnd = event === 'EndOfTurn';
    if (isEnd) this.#endUtterance(utterance, info);
    const hasEnded = this.#timeline.hasEnded(utterance);
    // The turn started after its end was requested, and the vendor ignored the request.
    if (hasEnded && !isEnd && this.#turn === null) this.#unblocked.push(END_TURN);
    this.#turn = isEnd ? null : utterance;
    const text = this.#timeline.hear(utterance, transcript, isEnd, { words: info.words });
    const final = isEnd && hasEnded;
    return { utterance, text, final, ...this.#reportOf(info), ...this.#timeline.timesOf(utterance, final) };
  }

  /** Ends an utterance that only the vendor has ended. What is said after it belongs to the next one. */
  #endUtterance(utterance: number, { audio_window_end }: FluxMessage): void {
    if (!this.#endsTurns || this.#timeline.hasEnded(utterance)) return;
    this.#timeline.end(audio_window_end);
    this.#endedByVendor = utterance;
  }

  #reportOf({ event = '', trigger, languages: [language] = [] }: FluxMessage): VendorTurnReport {
    const turn = this.#endsTurns && trigger !== 'manual' ? TURNS[event] : undefined;
    return { ...(turn && { turn }), ...(language !== undefined && { language }) };
  }

  unblocked(): readonly string[] {
    return this.#unblocked.splice(0);
  }

  /** The utterance of a turn that starts. Null for updates between turns, and while the next utterance has not started. */
  #utteranceOf(info: FluxMessage): number | null {
    const isTurn = info.event === 'StartOfTurn' || (info.transcript ?? '') !== '';
    return isTurn ? (this.#timeline.at(turnMoment(info)) ?? this.#last) : null;
  }

  get #last(): number | null {
    const last = this.#started - 1;
    return last === this.#endedByVendor ? null : last;
  }
}

/** Start of the first word, or the end of the audio window when no word lies within the turn, in seconds. */
function turnMoment({ words, audio_window_start: start = 0, audio_window_end: end = 0 }: FluxMessage): number {
  const firstWordStart = words?.[0]?.start ?? -1;
  return firstWordStart >= start ? firstWordStart : end;
}
