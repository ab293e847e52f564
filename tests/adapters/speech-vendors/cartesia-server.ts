import { fieldsOf, hearingServer } from './hearing-server.ts';
import { speakingServer } from './speaking-server.ts';

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

interface Request {
  readonly context_id: string;
  readonly transcript?: string;
  readonly cancel?: boolean;
  readonly output_format?: { readonly encoding: string; readonly sample_rate: number };
}

/** `/tts/websocket`: chunks for each context, until it is done or cancelled. */
export const sonic = () =>
  speakingServer(() => {
    let format = { sampleRate: 0, isMulaw: false };
    return {
      understand(message) {
        const { context_id, transcript, cancel, output_format } = fieldsOf(message) as unknown as Request;
        if (cancel) return { stop: context_id };
        format = { sampleRate: output_format!.sample_rate, isMulaw: output_format!.encoding === 'pcm_mulaw' };
        return { say: { name: context_id, text: transcript! } };
      },
      format: () => format,
      chunk: (context_id, data) => ({ type: 'chunk', data, done: false, status_code: 206, context_id }),
      end: (context_id) => ({ type: 'done', done: true, status_code: 200, context_id }),
    };
  });
