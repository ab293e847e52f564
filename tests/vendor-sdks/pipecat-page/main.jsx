// A page as the documentation of client-react writes them: the conversation as its hook gives it.
import { PipecatClient } from '@pipecat-ai/client-js';
import { PipecatClientProvider, usePipecatConversation } from '@pipecat-ai/client-react';
import { ProtobufFrameSerializer, WavMediaManager, WebSocketTransport } from '@pipecat-ai/websocket-transport';
import { createRoot } from 'react-dom/client';

/** Samples in a message of the microphone, and in a second of it. */
const MICROPHONE = [512, 16_000];

/** Reports of the client, in order. */
const reports = [];
const keep = (name) => (data) => void reports.push({ name, data });

const client = new PipecatClient({
  transport: new WebSocketTransport({
    serializer: new ProtobufFrameSerializer(),
    mediaManager: new WavMediaManager(...MICROPHONE),
  }),
  enableMic: true,
  enableCam: false,
  callbacks: {
    onBotOutput: keep('output'),
    onBotStartedSpeaking: keep('started'),
    onBotStoppedSpeaking: keep('stopped'),
    onError: keep('error'),
    onMessageError: keep('error'),
  },
});

function Conversation() {
  const { messages } = usePipecatConversation();
  // As the page shows it: per message the played and the unplayed text.
  globalThis.shown = messages.map(({ role, parts }) => ({
    role,
    played: parts.map(({ text }) => (typeof text === 'object' ? text.spoken : text)).join(''),
    unplayed: parts.map(({ text }) => (typeof text === 'object' ? text.unspoken : '')).join(''),
  }));
  return (
    <ol>
      {globalThis.shown.map(({ role, played, unplayed }, index) => (
        <li key={index} className={role}>
          <b>{played}</b>
          <i>{unplayed}</i>
        </li>
      ))}
    </ol>
  );
}

Object.assign(globalThis, { reports, client, shown: [] });
createRoot(document.querySelector('#root')).render(
  <PipecatClientProvider client={client}>
    <Conversation />
  </PipecatClientProvider>,
);
const wsUrl = new URLSearchParams(location.search).get('socket');
globalThis.connect = () => client.connect({ wsUrl });
