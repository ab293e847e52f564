import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { SttProtocol, SttResult } from '../_speech/stt-protocol.ts';
import type { OrderedResults } from '../_speech/ordered-results.ts';
import { orderedSttProtocol } from '../_speech/ordered-stt-protocol.ts';
import { base64Of } from '../_speech/pcm.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';

/** Message types for an utterance that is too short or has no speech. */
const WORDLESS = new Set(['commit_throttled', 'insufficient_audio_activity']);
const PERMANENT = new Set([
  'auth_error',
  'quota_exceeded',
  'unaccepted_terms',
  'input_error',
  'invalid_request',
  'chunk_size_exceeded',
]);
const RETRYABLE = new Set([
  'error',
  'rate_limited',
  'queue_overflow',
  'resource_exhausted',
  'session_time_limit_exceeded',
  'transcriber_error',
]);

interface Message {
  readonly message_type: string;
  readonly text: unknown;
  /** Spaces and noises have types of their own. */
  readonly words?: readonly { readonly type?: unknown }[] | null;
}

interface ScribeOptions {
  readonly wire: WireCodec;
  readonly sampleRate: number;
  /** Whether the vendor commits turns, too. Otherwise only we do. */
  readonly endsTurns: boolean;
  /** Whether the vendor was asked for the times of words. They follow the committed words in a message of their own. */
  readonly wordTimes: boolean;
}

/** ElevenLabs' Scribe. A commit looks the same whether the vendor found the silence or we asked for it. */
export function scribeSttProtocol({ wire, sampleRate, endsTurns, wordTimes }: ScribeOptions): SttProtocol {
  const committed = wordTimes ? 'committed_transcript_with_timestamps' : 'committed_transcript';
  const end = (results: OrderedResults): SttResult | null =>
    endsTurns ? results.endUnmarked() : results.endUtterance();
  return orderedSttProtocol({
    audio: (pcm) => scribeChunk(wire.encode(pcm), sampleRate),
    sampleRate,
    endMessage: scribeChunk(new Uint8Array(0), sampleRate, true),
    read(message, results) {
      const { message_type: type = '', text, words } = parseObject<Message>(message);
      refuseFaults(type);
      if (WORDLESS.has(type)) return end(results);
      if (typeof text !== 'string') return null;
      if (type === 'partial_transcript') return results.interim(text);
      if (type !== committed) return null;
      results.addTimes(words?.filter((word) => word.type === 'word'));
      results.addFinal(text);
      return end(results);
    },
  });
}

/** An audio message, which may end the utterance. */
export const scribeChunk = (audio: Uint8Array, sampleRate: number, commit = false): string =>
  `{"message_type":"input_audio_chunk","audio_base_64":"${base64Of(audio)}","commit":${commit},"sample_rate":${sampleRate}}`;

/** Whether the session has started. Throws a VendorFailure when it is refused. */
export function hasStarted(message: string): boolean {
  const { message_type: type = '' } = parseObject<Message>(message);
  refuseFaults(type);
  return type === 'session_started';
}

function refuseFaults(type: string): void {
  if (PERMANENT.has(type) || RETRYABLE.has(type)) throw reportedFault('elevenlabs', type, RETRYABLE.has(type));
}
