import { assert } from 'chai';
import type { SttProvider } from '../../../adapters/providers/define.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { sttVendor, queryOf } from './stands.ts';
import type { SttServer } from './stt-server.ts';

export const OPTIONS = { sampleRate: 16_000, language: 'en', turns: 'vendor' } as const;

/** A transcription whose vendor ends turns, and the messages that this vendor sends. */
export async function turnsOf(provider: SttProvider, server: SttServer, settings = {}, language = 'en') {
  const listener = new Listener();
  const stand = sttVendor(provider, server, settings);
  const transcription = await stand.open(listener, { ...OPTIONS, language });
  assert.isTrue(transcription.reportsTurns);
  /** Sends messages, the last of which has words that are new. */
  const send = async (...messages: object[]): Promise<void> => {
    const count = listener.transcripts.length;
    for (const socket of server.sockets) for (const message of messages) socket.send(JSON.stringify(message));
    await eventually(() => listener.transcripts.length > count, 'a transcript');
  };
  const reports = () =>
    listener.transcripts.map(({ utterance, text, turn, language: detected, final }) =>
      [utterance, text, turn, detected, final && 'final']
        .filter((part) => part !== undefined && part !== false)
        .join(' '),
    );
  return { transcription, listener, server, send, reports, query: queryOf(server.connections[0]?.url) };
}
