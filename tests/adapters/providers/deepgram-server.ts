import type { WebSocket } from 'ws';
import { flux } from './flux-server.ts';
import { lettersIn } from './letter-audio.ts';
import { vendorServer } from './vendor-server.ts';

const BYTES_PER_SECOND = 32_000;

/** What came over a socket, in order. */
export interface SocketLog {
  readonly texts: string[];
  bytes: number;
}

/** Deepgram's `/v1/listen`, `/v2/listen` and `/v1/speak` as their documentation tells them. */
export async function deepgramServer({ isMute = false } = {}) {
  const logs: SocketLog[] = [];
  const server = await vendorServer({
    socket(socket, { url }) {
      const log: SocketLog = { texts: [], bytes: 0 };
      logs.push(log);
      if (isMute)
        return listening(
          socket,
          log,
          () => undefined,
          () => undefined,
        );
      if (url.pathname === '/v2/listen') flux(socket, log, url.searchParams);
      else nova(socket, log);
    },
    async http(request, response) {
      const { text } = JSON.parse(request.body.toString()) as { text: string };
      const rate = Number(request.url.searchParams.get('sample_rate'));
      response.writeHead(200, { 'content-type': 'audio/l16' });
      await sing(response, text, rate);
    },
  });
  return {
    ...server,
    logs,
    get hangUps() {
      return server.hangUps;
    },
  };
}

function listening(
  socket: WebSocket,
  log: SocketLog,
  audio: (bytes: Buffer) => void,
  text: (type: string) => void,
): void {
  socket.on('message', (message: Buffer, isBinary) => {
    if (isBinary) {
      log.bytes += message.length;
      return audio(message);
    }
    log.texts.push(message.toString());
    text((JSON.parse(message.toString()) as { type: string }).type);
  });
}

function nova(socket: WebSocket, log: SocketLog): void {
  let segment = Buffer.alloc(0);
  let start = 0;
  let reported = 0;
  const wordsOf = (text: string): object[] => {
    const place = { start, end: start + segment.length / BYTES_PER_SECOND, confidence: 0.99 };
    return text === '' ? [] : [{ word: text.toLowerCase(), punctuated_word: text, ...place }];
  };
  const report = (extra: object): void => {
    const transcript = lettersIn(segment);
    socket.send(
      JSON.stringify({
        type: 'Results',
        channel_index: [0, 1],
        start,
        duration: segment.length / BYTES_PER_SECOND,
        channel: { alternatives: [{ transcript, confidence: 0.99, words: wordsOf(transcript) }] },
        metadata: {
          request_id: 'r',
          model_info: { name: 'general-nova-3', version: 'v', arch: 'nova-3' },
          model_uuid: 'm',
        },
        ...extra,
      }),
    );
  };
  const end = (more: object): void => {
    report({ is_final: true, speech_final: false, ...more });
    start += segment.length / BYTES_PER_SECOND;
    segment = Buffer.alloc(0);
    reported = 0;
  };
  listening(
    socket,
    log,
    (bytes) => {
      segment = Buffer.concat([segment, bytes]);
      if (segment.length - reported < BYTES_PER_SECOND / 8) return;
      reported = segment.length;
      report({ is_final: false, speech_final: false });
    },
    (type) => {
      if (type === 'Finalize') return end({ from_finalize: true });
      if (type !== 'CloseStream') return;
      if (segment.length > 0) end({});
      const about = {
        request_id: 'r',
        transaction_key: 'deprecated',
        sha256: 's',
        created: '2026-11-22T00:00:00.000Z',
      };
      socket.send(JSON.stringify({ type: 'Metadata', ...about, duration: start, channels: 1 }));
      socket.close(1000);
    },
  );
}

/** Writes a steady tone, a twentieth of a second for each letter, in pieces that cut samples in half. */
export async function sing(
  response: { write(bytes: Uint8Array): unknown; end(): unknown; readonly destroyed: boolean },
  text: string,
  rate: number,
): Promise<void> {
  const audio = Buffer.alloc(2 * Math.round(text.length * 0.05 * rate));
  for (let at = 0; at < audio.length; at += 2) audio.writeInt16LE(5000, at);
  const piece = Math.round(rate / 5) | 1;
  for (let at = 0; at < audio.length && !response.destroyed; at += piece) {
    response.write(audio.subarray(at, at + piece));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  response.end();
}
