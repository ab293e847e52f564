import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import type { Line } from '../_speech/stt-protocol.ts';
import { orderedLine } from '../_speech/ordered-stt-protocol.ts';
import type { WireAudio } from '../_speech/wire-codec.ts';

/** What no second try mends. */
const OUR_FAULT = /^(invalid|not_|insufficient|protocol|unsupported)/;
/** The usage that the contract allows is spent; `quota_exceeded` is about the connections at a time, which pass. */
const SPENT = 'timelimit_exceeded';

interface Message {
  readonly message: string;
  readonly metadata: { readonly transcript?: unknown } | null;
  readonly type: unknown;
}

/** Speechmatics' realtime protocol, whose utterances we end. Its pieces of text are made to be put together as they are. */
export const speechmaticsLine = (wire: WireAudio): Line =>
  orderedLine({
    audio: (pcm) => wire.encode(pcm),
    finish: '{"message":"ForceEndOfUtterance"}',
    between: '',
    read(text, turns) {
      const { message, metadata, type } = parseObject<Message>(text);
      const words = typeof metadata?.transcript === 'string' ? metadata.transcript : '';
      switch (message) {
        case 'AddPartialTranscript':
          return turns.partial(words);
        case 'AddTranscript':
          return turns.add(words);
        case 'EndOfUtterance':
          return turns.end();
        case 'Error':
          throw faultOf(type);
        default:
          return null;
      }
    },
  });

/** Whether recognition has started. Throws a VendorFailure when it is refused. */
export function hasStarted(text: string): boolean {
  const { message, type } = parseObject<Message>(text);
  if (message === 'Error') throw faultOf(type);
  return message === 'RecognitionStarted';
}

const faultOf = (type: unknown) => reportedFault('speechmatics', type, type !== SPENT && !OUR_FAULT.test(String(type)));
