import { parseObject } from '../../lib/parse-object.ts';
import type { VendorTurnReport } from '../../../domain/voice/state.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

const TURNS: Readonly<Record<string, VendorTurnReport['turn']>> = {
  'turn.eager_end': 'likely_ended',
  'turn.resume': 'resumed',
  'turn.end': 'ended',
};

interface Message extends CartesiaFault {
  readonly type: string;
  readonly transcript: unknown;
}

/**
 * Cartesia's `/stt/turns/websocket`. Only the vendor ends turns, and it needs silence between them. Its words are all
 * final and cumulative within a turn. They have no position, so a turn belongs to the utterance that is open.
 */
export class EndOfTurnSttProtocol implements SttProtocol {
  readonly isOrdered = false;
  readonly #wire: WireCodec;
  #started = 0;
  /** How many utterances have ended, by us or by the vendor. */
  #ended = 0;
  /** The open turn: its words, how many of their characters belong to an earlier utterance, and its utterance. */
  #turn: { text: string; skipped: number; utterance: number | null } | null = null;

  constructor(wire: WireCodec) {
    this.#wire = wire;
  }

  startUtterance(): readonly string[] {
    const turn = this.#turn;
    if (turn && turn.utterance !== null) turn.skipped = turn.text.length;
    if (turn) turn.utterance = this.#started;
    this.#started += 1;
    return [];
  }

  audio(pcm: Int16Array): Uint8Array {
    return this.#wire.encode(pcm);
  }

  silence(pcm: Int16Array): Uint8Array {
    return this.audio(new Int16Array(pcm.length));
  }

  /** The vendor has no message for it: it ends the turn when it hears the silence that follows. */
  endUtterance(): readonly string[] {
    this.#ended = this.#started;
    return [];
  }

  read(message: string): SttResult | null {
    const { type, transcript, ...fault } = parseObject<Message>(message);
    if (type === 'error') throw cartesiaFault(fault);
    if (type === 'turn.start') this.#turn = { text: '', skipped: 0, utterance: this.#open };
    const turn = this.#turn;
    if (!turn || type === 'turn.start') return null;
    if (typeof transcript === 'string') turn.text = transcript;
    if (type === 'turn.end') this.#turn = null;
    return turn.utterance === null ? null : this.#result(turn.utterance, turn.text.slice(turn.skipped), type);
  }

  #result(utterance: number, text: string, type = ''): SttResult {
    const isOpen = utterance >= this.#ended;
    const final = type === 'turn.end';
    if (final) this.#ended = Math.max(this.#ended, utterance + 1);
    const turn = TURNS[type];
    return { utterance, text, final, ...(turn && (isOpen || !final) && { turn }) };
  }

  /** The utterance that has not ended. */
  get #open(): number | null {
    return this.#ended < this.#started ? this.#started - 1 : null;
  }
}
