// A page as Pipecat's own documentation writes them, which keeps what its client tells.
import { PipecatClient } from '@pipecat-ai/client-js';
import { ProtobufFrameSerializer, WavMediaManager, WebSocketTransport } from '@pipecat-ai/websocket-transport';

/** Samples in a message of the microphone, and in a second of it. */
const MICROPHONE = /** @type {const} */ ([512, 16_000]);

/** Reports of the client, in order. */
const reports = [];
globalThis.reports = reports;
const keep = (/** @type {string} */ name) => (/** @type {unknown} */ data) => void reports.push({ name, data });

const client = new PipecatClient({
  transport: new WebSocketTransport({
    serializer: new ProtobufFrameSerializer(),
    mediaManager: new WavMediaManager(...MICROPHONE),
  }),
  enableMic: true,
  enableCam: false,
  callbacks: {
    onBotReady: keep('bot ready'),
    onUserTranscript: keep('user transcript'),
    onBotTranscript: keep('bot transcript'),
    onBotOutput: keep('bot output'),
    onBotStartedSpeaking: keep('bot started speaking'),
    onBotStoppedSpeaking: keep('bot stopped speaking'),
    onMetrics: keep('metrics'),
    onServerMessage: keep('server message'),
    onError: keep('error'),
    onMessageError: keep('error'),
    onDisconnected: keep('disconnected'),
    onTransportStateChanged: (state) => (document.querySelector('#state').value = state),
  },
});

const wsUrl = new URLSearchParams(location.search).get('socket');
document.querySelector('#connect').addEventListener('click', () => void client.connect({ wsUrl }));
document.querySelector('#disconnect').addEventListener('click', () => void client.disconnect());
