import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inference, initializeLogger, stream, voice } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { WebSocketServer, type WebSocket } from 'ws';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import { watchLoop } from '../loop-delay.ts';
import { SocketOutput, SocketSource } from './livekit-output.ts';
import { ScriptedLLM, ScriptedSTT, ScriptedTTS } from './livekit-vendors.ts';
import { ENDPOINTING_MS, PROMPT } from './script.ts';

/**
 * LiveKit Agents without a room: each socket that speaks Plivo's protocol is one `AgentSession` with the framework's own
 * turn handling and bundled Silero VAD, all in this process, without recording. Prints its address as one JSON line.
 */
const SAMPLE_RATE = 8_000;

/** What a room's audio track is to a session. */
class SocketInput extends voice.AudioInput {
  readonly #channel = stream.createStreamChannel<AudioFrame>();

  constructor() {
    super();
    this.multiStream.addInputStream(this.#channel.stream());
  }

  push(frame: AudioFrame): void {
    void this.#channel.write(frame);
  }
}

async function serve(socket: WebSocket): Promise<void> {
  const session = new voice.AgentSession({
    stt: new ScriptedSTT(),
    llm: new ScriptedLLM(),
    tts: new ScriptedTTS(SAMPLE_RATE),
    vad: new inference.VAD({ model: 'silero' }),
    aecWarmupDuration: null,
    turnHandling: {
      turnDetection: 'vad',
      endpointing: { minDelay: ENDPOINTING_MS },
      interruption: { mode: 'vad' },
    },
  });
  const input = new SocketInput();
  session.input.audio = input;
  session.output.audio = new SocketOutput(SAMPLE_RATE, new SocketSource(socket));
  await session.start({ agent: new voice.Agent({ instructions: PROMPT }), record: false });
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as { event: string; media?: { payload: string } };
    if (!message.media) return;
    const pcm = decodeMulaw(Buffer.from(message.media.payload, 'base64'));
    input.push(new AudioFrame(pcm, SAMPLE_RATE, 1, pcm.length));
  });
  socket.on('close', () => void session.close());
}

watchLoop();
initializeLogger({ pretty: false, level: 'error' });
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  serve(socket).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
    socket.terminate();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
