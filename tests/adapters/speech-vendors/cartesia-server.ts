import { fieldsOf, hearingServer } from './hearing-server.ts';
import { speakingServer, type Spoken } from './speaking-server.ts';

/** `/stt/websocket`: pieces of words with their own spaces, and `flush_done` behind the last one. */
export const ink = () =>
  hearingServer(() => ({
    understand(message, isBinary) {
      if (isBinary) return { audio: message };
      return message.toString() === 'finalize' ? { finish: true } : { bye: message.toString() === 'close' };
    },
    partial: ({ text }) => [{ type: 'transcript', is_final: false, text, request_id: 'r', duration: 1 }],
    final: ({ text }) => [
      { type: 'transcript', is_final: true, text: text.slice(0, 4), request_id: 'r', duration: 1 },
      { type: 'transcript', is_final: true, text: text.slice(4), request_id: 'r', duration: 1 },
      { type: 'flush_done', request_id: 'r' },
    ],
  }));

/** How it tells of a fault. */
export const INK_FAULTS = [
  { message: { type: 'error', title: 'Oops', message: 'Oops', status_code: 500 }, retryable: true },
  { message: { type: 'error', title: 'Oops', message: 'Oops', status_code: 402 }, retryable: false },
];

interface Request {
  readonly context_id: string;
  readonly transcript?: string;
  readonly continue?: boolean;
  readonly flush?: boolean;
  readonly cancel?: boolean;
  readonly output_format?: { readonly encoding: string; readonly sample_rate: number };
}

const times = (words: Spoken['words'], before: number, key: 'start' | 'end') => words.map((word) => before + word[key]);

/** `/tts/websocket`: chunks for each context until it is done or cancelled, and the times of its words since it began. */
export const sonic = () =>
  speakingServer(() => {
    let format = { sampleRate: 0, isMulaw: false };
    const unflushed = new Map<string, string>();
    const going = new Set<string>();
    return {
      understand(message) {
        const request = fieldsOf(message) as unknown as Request;
        const { context_id: name, transcript: text = '', output_format, flush } = request;
        if (request.cancel) return { stop: name };
        format = { sampleRate: output_format!.sample_rate, isMulaw: output_format!.encoding === 'pcm_mulaw' };
        if (flush) return { say: { name, text: unflushed.get(name)!.trimEnd() } };
        if (request.continue) {
          going.add(name);
          unflushed.set(name, text);
          return null;
        }
        going.delete(name);
        return { say: { name, text } };
      },
      format: () => format,
      chunk: (context_id, data, { words, before }) => [
        { type: 'chunk', data, done: false, status_code: 206, context_id },
        {
          type: 'timestamps',
          status_code: 206,
          context_id,
          word_timestamps: {
            words: words.map(({ text }) => text),
            start: times(words, before, 'start'),
            end: times(words, before, 'end'),
          },
        },
      ],
      end: (context_id) =>
        going.has(context_id)
          ? { type: 'flush_done', done: false, flush_done: true, flush_id: 1, status_code: 206, context_id }
          : { type: 'done', done: true, status_code: 200, context_id },
    };
  });
