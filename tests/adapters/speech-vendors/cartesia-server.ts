import { fieldsOf, sttServer } from './stt-server.ts';
import { ttsServer, type AudioContent } from './tts-server.ts';

/**
 * `/stt/websocket`: pieces of words with their own spaces, and `flush_done` behind the last one. `close` is answered with
 * `done` before the connection ends.
 */
export const ink = () =>
  sttServer(() => ({
    understand(message, isBinary, answer) {
      if (isBinary) return { audio: message };
      if (message.toString() === 'finalize') return { finish: true };
      if (message.toString() !== 'close') return null;
      answer({ type: 'done', request_id: 'r' });
      return { bye: true };
    },
    partial: ({ text }) => [{ type: 'transcript', is_final: false, text, request_id: 'r', duration: 1 }],
    final: ({ text, start, end }) => [
      {
        ...{ type: 'transcript', is_final: true, text: text.slice(0, 4), request_id: 'r', duration: 1, language: 'en' },
        words: text === '' ? [] : [{ word: text, start, end }],
      },
      { type: 'transcript', is_final: true, text: text.slice(4), request_id: 'r', duration: 1 },
      { type: 'flush_done', request_id: 'r' },
    ],
  }));

/** Its fault message. */
export const INK_FAULTS = [
  { message: { type: 'error', title: 'Oops', message: 'Oops', status_code: 500 }, retryable: true },
  { message: { type: 'error', title: 'Oops', message: 'Oops', status_code: 402 }, retryable: false },
];

interface Request {
  readonly context_id: string;
  readonly transcript?: string;
  readonly continue?: boolean | null;
  readonly flush?: boolean | null;
  readonly cancel?: boolean;
  readonly max_buffer_delay_ms?: number | null;
  readonly output_format?: { readonly encoding: string; readonly sample_rate: number };
}

const times = (words: AudioContent['words'], before: number, key: 'start' | 'end') =>
  words.map((word) => before + word[key]);

/**
 * `/tts/websocket`: chunks for each context until it is done or cancelled, and the times of its words since it began. What
 * is not to be buffered is spoken as it comes; what is, when it is flushed or ended. Each time `flush_done` tells that it
 * is over. `flush_id` counts them, those without any text as well.
 */
export const sonic = () =>
  ttsServer(() => {
    let format = { sampleRate: 0, isMulaw: false };
    const buffered = new Map<string, string>();
    return {
      understand(message) {
        const request = fieldsOf(message) as unknown as Request;
        const { context_id: name, transcript = '', output_format, flush, max_buffer_delay_ms: delay = 3_000 } = request;
        if (request.cancel) return { stop: name };
        format = { sampleRate: output_format!.sample_rate, isMulaw: output_format!.encoding === 'pcm_mulaw' };
        const text = (buffered.get(name) ?? '') + transcript;
        const isLast = request.continue !== true;
        if (!isLast && !flush && delay !== 0) {
          buffered.set(name, text);
          return null;
        }
        buffered.delete(name);
        return { say: { name, text: text.trimEnd(), isLast } };
      },
      format: () => format,
      chunk: (context_id, data, { words, before, ordinal: flush_id }) => [
        { type: 'chunk', data, step_time: 12.5, done: false, status_code: 206, context_id, flush_id },
        {
          type: 'timestamps',
          done: false,
          status_code: 206,
          context_id,
          flush_id,
          word_timestamps: {
            words: words.map(({ text }) => text),
            start: times(words, before, 'start'),
            end: times(words, before, 'end'),
          },
        },
      ],
      end: (context_id, { ordinal: flush_id, isLast }) => {
        const flushed = {
          type: 'flush_done',
          data: '',
          done: false,
          flush_done: true,
          flush_id,
          status_code: 206,
          context_id,
        };
        return [flushed, ...(isLast ? [{ type: 'done', done: true, status_code: 200, context_id }] : [])];
      },
    };
  });
