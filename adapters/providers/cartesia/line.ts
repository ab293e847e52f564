import { parsed } from '../../lib/parsed.ts';
import type { Line, Told } from '../speech/line.ts';
import { Turns } from '../speech/turns.ts';
import type { WireAudio } from '../speech/wire-audio.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

interface Message extends CartesiaFault {
  readonly type: string;
  readonly text: unknown;
  readonly is_final: unknown;
}

/** Cartesia's `/stt/websocket`, whose turns end when we say so. Its words are pieces with their own spaces. */
export class CartesiaLine implements Line {
  readonly isInOrder = true;
  readonly #wire: WireAudio;
  readonly #turns = new Turns('');

  constructor(wire: WireAudio) {
    this.#wire = wire;
  }

  begin(): readonly string[] {
    this.#turns.begin();
    return [];
  }

  audio(pcm: Int16Array): Uint8Array {
    return this.#wire.encode(pcm);
  }

  silence(): null {
    return null;
  }

  finish(): readonly string[] {
    return ['finalize'];
  }

  read(message: string): Told | null {
    const { type, text, is_final, ...fault } = parsed<Message>(message);
    if (type === 'flush_done') return this.#turns.end();
    if (type === 'error') throw cartesiaFault(fault);
    if (type !== 'transcript' || typeof text !== 'string') return null;
    return is_final === true ? this.#turns.add(text) : this.#turns.partial(text);
  }
}
