import { parseObject } from '../../lib/parse-object.ts';
import type { SttProtocol } from '../_speech/stt-protocol.ts';
import { orderedSttProtocol } from '../_speech/ordered-stt-protocol.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

interface Message extends CartesiaFault {
  readonly type: string;
  readonly text: unknown;
  readonly is_final: unknown;
  /** ink-whisper's. ink-2 tells no times. */
  readonly words: unknown;
}

/** Cartesia's `/stt/websocket`. We end turns. Its words come with their own spaces. */
export const cartesiaSttProtocol = (wire: WireCodec, sampleRate: number): SttProtocol =>
  orderedSttProtocol({
    audio: (pcm) => wire.encode(pcm),
    endMessage: 'finalize',
    separator: '',
    sampleRate,
    read(message, results) {
      const { type, text, is_final, words, ...fault } = parseObject<Message>(message);
      if (type === 'flush_done') return results.endUtterance();
      if (type === 'error') throw cartesiaFault(fault);
      if (type !== 'transcript' || typeof text !== 'string') return null;
      if (is_final !== true) return results.interim(text);
      results.addTimes(words);
      return results.addFinal(text);
    },
  });
