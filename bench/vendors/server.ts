import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { wait } from '../print.ts';
import { FRAME, FRAMES, FRAMES_IN_A_PIECE } from './measures.ts';

/**
 * The vendors' side, in a process of its own: takes whatever audio comes, and answers each text with the same audio in
 * pieces of 100 ms, by each vendor's messages. Prints its address as one JSON line.
 */
const PIECES = FRAMES / FRAMES_IN_A_PIECE;
const AUDIO = Buffer.from(
  Int16Array.from({ length: FRAME * FRAMES_IN_A_PIECE }, (_, at) => 8_000 * Math.sin(at / 7)).buffer,
);
const BASE64 = AUDIO.toString('base64');
const LETTERS = 'tell me everything. ';
const LETTERS_IN_A_PIECE = 2;

/** First messages to an STT client. */
const GREETINGS: Readonly<Record<string, object>> = {
  assemblyai: { type: 'Begin', id: 's', expires_at: 1 },
  elevenlabs: { message_type: 'session_started', session_id: 's' },
  openai: { type: 'session.updated' },
  sarvam: { event: 'session.begin' },
  speechmatics: { message: 'RecognitionStarted' },
};

interface TtsScript {
  /** The name of the text that is to be spoken now, if the message says so. */
  received(message: Readonly<Record<string, unknown>>): string | null;
  piece(name: string, at: number): object;
  end(name: string): object;
}

const VOICES: Readonly<Record<string, TtsScript>> = {
  cartesia: {
    received: ({ transcript, context_id }) => (transcript ? String(context_id) : null),
    piece: (context_id) => ({ type: 'chunk', data: BASE64, done: false, status_code: 206, context_id }),
    end: (context_id) => ({ type: 'done', done: true, status_code: 200, context_id }),
  },
  elevenlabs: {
    received: ({ flush, context_id }) => (flush === true ? String(context_id) : null),
    piece: (contextId, at) => ({ audio: BASE64, contextId, alignment: spelled(at), normalizedAlignment: null }),
    end: (contextId) => ({ isFinal: true, contextId }),
  },
  inworld: {
    received: ({ flush_context, contextId }) => (flush_context ? String(contextId) : null),
    piece: (contextId) => ({ result: { contextId, audioChunk: { audioContent: BASE64 }, status: { code: 0 } } }),
    end: (contextId) => ({ result: { contextId, contextClosed: {}, status: { code: 0 } } }),
  },
  rime: {
    received: ({ contextId }) => (typeof contextId === 'string' ? contextId : null),
    piece: (contextId) => ({ type: 'chunk', data: BASE64, contextId }),
    end: (contextId) => ({ type: 'done', done: true, contextId }),
  },
  sarvam: {
    received: ({ type }) => (type === 'flush' ? '' : null),
    piece: () => ({ type: 'audio', data: { content_type: 'audio/x', audio: BASE64 } }),
    end: () => ({ type: 'event', data: { event_type: 'final' } }),
  },
  smallest: {
    received: () => '',
    piece: () => ({ session_id: 's', request_id: 'r', status: 'chunk', data: { audio: BASE64 } }),
    end: () => ({ session_id: 's', request_id: 'r', status: 'complete' }),
  },
};

/** The letters of a piece of 100 ms, in a text of these. */
function spelled(at: number): object {
  const from = (at * LETTERS_IN_A_PIECE) % LETTERS.length;
  return {
    chars: [...LETTERS.slice(from, from + LETTERS_IN_A_PIECE)],
    charStartTimesMs: [0, 50],
    charDurationsMs: [50, 50],
  };
}

const isForVoices = (path: string): boolean => /speech|tts|ws3/.test(path) && !/speech-to-text|stt/.test(path);
const vendorIn = (path: string): string => path.split('/')[1] ?? '';

function serve(socket: WebSocket, path: string): void {
  const vendor = vendorIn(path);
  const voice = isForVoices(path) ? VOICES[vendor] : undefined;
  const greeting = voice ? undefined : GREETINGS[vendor];
  if (greeting) socket.send(JSON.stringify(greeting));
  socket.on('message', (message: Buffer, isBinary) => {
    if (vendor === 'nobody') return isBinary ? undefined : void speak(() => socket.send(AUDIO));
    if (!voice) return;
    const name = voice.received(JSON.parse(message.toString()) as Record<string, unknown>);
    if (name === null) return;
    const pieces = Array.from({ length: PIECES }, (_, at) => JSON.stringify(voice.piece(name, at)));
    void speak((at) => socket.send(pieces[at]!)).then(() => socket.send(JSON.stringify(voice.end(name))));
  });
}

/** All pieces, a few at a time. */
async function speak(send: (at: number) => void): Promise<void> {
  for (let piece = 0; piece < PIECES; piece += 1) {
    send(piece);
    if (piece % 5 === 4) await wait(1);
  }
}

function answer(response: ServerResponse, path: string): void {
  if (vendorIn(path) === 'gladia') {
    const place = { id: 's', url: `ws://127.0.0.1:${port()}/gladia/live?token=t` };
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(place));
  } else {
    response.writeHead(200, { 'content-type': 'audio/basic' });
    void speak(() => response.write(AUDIO)).then(() => response.end());
  }
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => answer(response, request.url ?? '/'));
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket, { url = '/' }) => serve(socket, url));
const port = (): number => (server.address() as AddressInfo).port;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port()}` })}\n`);
