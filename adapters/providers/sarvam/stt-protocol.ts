import { parseObject } from '../../lib/parse-object.ts';
import type { Line } from '../_speech/stt-protocol.ts';
import { orderedLine } from '../_speech/ordered-stt-protocol.ts';
import { base64Of } from '../_speech/pcm.ts';
import type { WireAudio } from '../_speech/wire-codec.ts';
import { sarvamFault } from './api.ts';

interface Message {
  readonly event: string;
  readonly text: unknown;
  readonly is_fatal: unknown;
  readonly status_code: unknown;
  readonly code: unknown;
}

/** Sarvam's realtime transcription, whose turns we begin and end. */
export const sarvamLine = (wire: WireAudio): Line =>
  orderedLine({
    begin: ['{"event":"speech_start"}'],
    audio: (pcm) => `{"event":"audio_input","audio":"${base64Of(wire.encode(pcm))}"}`,
    finish: '{"event":"speech_end"}',
    read(message, turns) {
      const { event, text, is_fatal, ...fault } = parseObject<Message>(message);
      if (event === 'error' && is_fatal === true) throw sarvamFault(fault);
      if (typeof text !== 'string') return null;
      if (event === 'transcript.partial') return turns.partial(text);
      if (event !== 'transcript.final') return null;
      turns.add(text);
      return turns.end();
    },
  });

/** Whether the session has begun. Throws a VendorFailure when it is refused. */
export function hasBegun(message: string): boolean {
  const { event, ...fault } = parseObject<Message>(message);
  if (event === 'error') throw sarvamFault(fault);
  return event === 'session.begin';
}
