import { parseObject } from '../../lib/parse-object.ts';
import type { SttProtocol } from '../_speech/stt-protocol.ts';
import { orderedSttProtocol } from '../_speech/ordered-stt-protocol.ts';
import { base64Of } from '../_speech/pcm.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';
import { sarvamFault } from './api.ts';

interface Message {
  readonly event: string;
  readonly text: unknown;
  readonly is_fatal: unknown;
  readonly status_code: unknown;
  readonly code: unknown;
}

/** Sarvam's realtime transcription. We start and end turns. */
export const sarvamSttProtocol = (wire: WireCodec): SttProtocol =>
  orderedSttProtocol({
    startMessages: ['{"event":"speech_start"}'],
    audio: (pcm) => `{"event":"audio_input","audio":"${base64Of(wire.encode(pcm))}"}`,
    endMessage: '{"event":"speech_end"}',
    read(message, results) {
      const { event, text, is_fatal, ...fault } = parseObject<Message>(message);
      if (event === 'error' && is_fatal === true) throw sarvamFault(fault);
      if (typeof text !== 'string') return null;
      if (event === 'transcript.partial') return results.interim(text);
      if (event !== 'transcript.final') return null;
      results.addFinal(text);
      return results.endUtterance();
    },
  });

/** Whether the session has started. Throws a VendorFailure when it is refused. */
export function isReady(message: string): boolean {
  const { event, ...fault } = parseObject<Message>(message);
  if (event === 'error') throw sarvamFault(fault);
  return event === 'session.begin';
}
