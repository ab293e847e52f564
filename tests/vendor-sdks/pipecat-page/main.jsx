// A page as the documentation of client-react writes them: the conversation as its hook gives it.
import { PipecatClient } from '@pipecat-ai/client-js';
import { PipecatClientProvider, usePipecatConversation } from '@pipecat-ai/client-react';
import { ProtobufFrameSerializer, WavMediaManager, WebSocketTransport } from '@pipecat-ai/websocket-transport';
import { createRoot } from 'react-dom/client';

/** Samples in a message of the microphone, and in a second of it. */
const MICROPHONE = [512, 16_000];

/** What the client told the page, in order. */
const told = [];
const keep = (name) => (data) => void told.push({ name, data });

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
  // As the page shows it: per message what was spoken, and what was not.
  globalThis.shown = messages.map(({ role, parts }) => ({
    role,
    spoken: parts.map(({ text }) => (typeof text === 'object' ? text.spoken : text)).join(''),
    unspoken: parts.map(({ text }) => (typeof text === 'object' ? text.unspoken : '')).join(''),
  }));
  return (
    <ol>
      {globalThis.shown.map(({ role, spoken, unspoken }, index) => (
        <li key={index} className={role}>
          <b>{spoken}</b>
          <i>{unspoken}</i>
        </li>
      ))}
    </ol>
  );
}

Object.assign(globalThis, { told, client, shown: [] });
createRoot(document.querySelector('#root')).render(
  <PipecatClientProvider client={client}>
    <Conversation />
  </PipecatClientProvider>,
);
const wsUrl = new URLSearchParams(location.search).get('socket');
globalThis.connect = () => client.connect({ wsUrl });
