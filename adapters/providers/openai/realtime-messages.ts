import { parseObject } from '../../lib/parse-object.ts';
import { realtimeFault, type RealtimeError } from './realtime-fault.ts';
import { linearUpsampler } from '../_speech/linear-upsampler.ts';
import { base64Of } from '../_speech/pcm.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

/** The only rate of PCM that the API accepts, in Hz. */
const REALTIME_RATE = 24_000;

/** Ends the audio of an item. */
export const COMMIT = '{"type":"input_audio_buffer.commit"}';
/** Begin of the message types of transcripts. */
export const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
/** Error codes for an utterance that is too short or has no speech. */
export const TOO_SHORT = 'input_audio_buffer_commit_empty';
export const UNINTELLIGIBLE = 'audio_unintelligible';

/** A message of the realtime API, as far as transcriptions need it. */
export interface RealtimeEvent {
  readonly type: string;
  readonly item_id: string;
  readonly delta: unknown;
  readonly transcript: unknown;
  readonly error: RealtimeError | null;
}

/** Messages with audio at this call rate. */
export function audioMessages(sampleRate: number): (pcm: Int16Array) => string {
  const { isMulaw, encode } = wireCodec(sampleRate);
  const upsample = linearUpsampler(sampleRate, REALTIME_RATE);
  const bytesOf = isMulaw ? encode : (pcm: Int16Array) => encode(upsample(pcm));
  return (pcm) => `{"type":"input_audio_buffer.append","audio":"${base64Of(bytesOf(pcm))}"}`;
}

/** Input format at this call rate: PCMU at 8 kHz, otherwise PCM at the only rate accepted. */
export const realtimeFormat = (sampleRate: number) =>
  wireCodec(sampleRate).isMulaw ? { type: 'audio/pcmu' } : { type: 'audio/pcm', rate: REALTIME_RATE };

/** Whether the session was updated. Throws a VendorFailure when it is refused. */
export function isUpdated(message: string): boolean {
  const { type, error } = parseObject<RealtimeEvent>(message);
  if (type === 'error') throw realtimeFault(error ?? {});
  return type === 'session.updated';
}
