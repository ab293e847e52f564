import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { SttProtocol } from '../_speech/stt-protocol.ts';
import { orderedSttProtocol } from '../_speech/ordered-stt-protocol.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';

/** Errors that a retry does not fix. */
const PERMANENT = /^(invalid|not_|insufficient|protocol|unsupported)/;
/** The usage of the contract is spent. `quota_exceeded` concerns concurrent connections and is retryable. */
const USAGE_SPENT = 'timelimit_exceeded';

interface Message {
  readonly message: string;
  readonly metadata: { readonly transcript?: unknown } | null;
  readonly type: unknown;
  readonly results?: readonly Result[] | null;
}

interface Result {
  readonly start_time?: unknown;
  readonly end_time?: unknown;
  readonly alternatives?: readonly { readonly content?: unknown }[];
}

interface SpeechmaticsOptions {
  readonly wire: WireCodec;
  readonly sampleRate: number;
  /** Whether the vendor ends turns, too. */
  readonly endsTurns: boolean;
}

/**
 * Speechmatics' realtime protocol. Its texts are joined without separators. Where the vendor ends turns, too, it reports
 * their end like one that we forced.
 */
export const speechmaticsSttProtocol = ({ wire, sampleRate, endsTurns }: SpeechmaticsOptions): SttProtocol =>
  orderedSttProtocol({
    audio: (pcm) => wire.encode(pcm),
    endMessage: '{"message":"ForceEndOfUtterance"}',
    separator: '',
    sampleRate,
    read(text, results) {
      const { message, metadata, type, results: timed } = parseObject<Message>(text);
      const words = typeof metadata?.transcript === 'string' ? metadata.transcript : '';
      switch (message) {
        case 'AddPartialTranscript':
          return results.interim(words);
        case 'AddTranscript':
          results.addTimes(timed?.map(timedWord));
          return results.addFinal(words);
        case 'EndOfUtterance':
          return endsTurns ? results.endUnmarked() : results.endUtterance();
        case 'Error':
          throw faultOf(type);
        default:
          return null;
      }
    },
  });

const timedWord = ({ start_time: start, end_time: end, alternatives }: Result): object => ({
  ...{ text: alternatives?.[0]?.content, start, end },
});

/** Whether recognition has started. Throws a VendorFailure when it is refused. */
export function hasStarted(text: string): boolean {
  const { message, type } = parseObject<Message>(text);
  if (message === 'Error') throw faultOf(type);
  return message === 'RecognitionStarted';
}

const faultOf = (type: unknown) =>
  reportedFault('speechmatics', type, type !== USAGE_SPENT && !PERMANENT.test(String(type)));
