import type { ServerResponse } from 'node:http';
import type { VendorRequest } from '../providers/vendor-server.ts';
import { fieldsOf } from './stt-server.ts';
import { ttsServer, speechOf, type AudioContent } from './tts-server.ts';

interface ContextOptions {
  readonly audioConfig: { readonly audioEncoding: string; readonly sampleRateHertz: number };
}

interface Request {
  readonly contextId: string;
  readonly create?: ContextOptions;
  readonly send_text?: { readonly text: string };
  readonly flush_context?: object;
  readonly close_context?: object;
}

const formatOf = ({ audioConfig: { audioEncoding, sampleRateHertz } }: ContextOptions) => ({
  sampleRate: sampleRateHertz,
  isMulaw: audioEncoding === 'MULAW',
});

const chunkOf = (audioContent: string, words: AudioContent['words']) => ({
  audioContent,
  timestampInfo: {
    wordAlignment: {
      words: words.map(({ text }) => text),
      wordStartTimeSeconds: words.map(({ start }) => start),
      wordEndTimeSeconds: words.map(({ end }) => end),
      phoneticDetails: [],
    },
  },
});

/** `voice:stream`, which answers one text with lines of JSON. */
async function streamed({ url, headers, body }: VendorRequest, response: ServerResponse): Promise<void> {
  if (url.pathname !== '/tts/v1/voice:stream' || !headers.authorization?.startsWith('Basic '))
    return void response.writeHead(401).end(JSON.stringify({ code: 16, message: 'Invalid key', details: [] }));
  const { text, ...wanted } = fieldsOf(body) as unknown as ContextOptions & { readonly text: string };
  response.writeHead(200, { 'content-type': 'application/json' });
  for (const { audio, words } of speechOf(text, formatOf(wanted))) {
    if (response.destroyed) return;
    response.write(`${JSON.stringify({ result: chunkOf(audio, words) })}\n`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  response.end();
}

/**
 * `voice:streamBidirectional`: a context is created, spoken to, flushed and closed, with times of words since the text
 * began. Every chunk may begin with the header of a file.
 */
export const inworldServer = (header: Uint8Array = new Uint8Array(0)) =>
  ttsServer(
    () => {
      let format = { sampleRate: 0, isMulaw: false };
      const texts = new Map<string, string>();
      const reported = (contextId: string, what: object) => ({ result: { contextId, ...what, status: { code: 0 } } });
      return {
        understand(message, answer) {
          const { contextId, create, send_text, flush_context, close_context } = fieldsOf(
            message,
          ) as unknown as Request;
          if (create) {
            format = formatOf(create);
            answer(reported(contextId, { contextCreated: {} }));
          }
          if (send_text) texts.set(contextId, send_text.text.trimEnd());
          if (close_context) return { closes: contextId };
          if (flush_context) return { say: { name: contextId, text: texts.get(contextId)! } };
          return create ? { opens: contextId } : null;
        },
        format: () => format,
        chunk(contextId, base64, { words }) {
          const content = Buffer.concat([header, Buffer.from(base64, 'base64')]).toString('base64');
          return reported(contextId, { audioChunk: chunkOf(content, words) });
        },
        end: (contextId) => reported(contextId, { flushCompleted: {} }),
        contexts: { most: 5, closed: (contextId) => reported(contextId, { contextClosed: {} }) },
      };
    },
    (request, response) => void streamed(request, response),
  );
