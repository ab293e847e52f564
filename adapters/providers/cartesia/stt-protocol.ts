import { parseObject } from '../../lib/parse-object.ts';
import type { Line } from '../_speech/stt-protocol.ts';
import { orderedLine } from '../_speech/ordered-stt-protocol.ts';
import type { WireAudio } from '../_speech/wire-codec.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

interface Message extends CartesiaFault {
  readonly type: string;
  readonly text: unknown;
  readonly is_final: unknown;
}

/** Cartesia's `/stt/websocket`, whose turns end when we say so. Its words are pieces with their own spaces. */
export const cartesiaLine = (wire: WireAudio): Line =>
  orderedLine({
    audio: (pcm) => wire.encode(pcm),
    finish: 'finalize',
    between: '',
    read(message, turns) {
      const { type, text, is_final, ...fault } = parseObject<Message>(message);
      if (type === 'flush_done') return turns.end();
      if (type === 'error') throw cartesiaFault(fault);
      if (type !== 'transcript' || typeof text !== 'string') return null;
      return is_final === true ? turns.add(text) : turns.partial(text);
    },
  });
