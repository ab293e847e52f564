import type { WebSocket } from 'ws';
import { vendorServer } from './vendor-server.ts';

export interface ContextMessage {
  readonly context_id: string;
  readonly text?: string;
  readonly flush?: boolean;
  readonly close_context?: boolean;
  readonly voice_settings?: object;
}

/** ElevenLabs' `/multi-stream-input` as its documentation tells it: a tone for each context that was flushed. */
export async function elevenLabsServer() {
  const messages: ContextMessage[] = [];
  const server = await vendorServer({
    socket(socket, { url }) {
      const rate = Number(url.searchParams.get('output_format')?.split('_')[1]);
      const texts = new Map<string, string>();
      socket.on('message', (raw: Buffer) => {
        const message = JSON.parse(raw.toString()) as ContextMessage;
        messages.push(message);
        const { context_id: id, text = '', flush, close_context } = message;
        texts.set(id, (texts.get(id) ?? '') + text);
        if (flush) void sing(socket, id, (texts.get(id) ?? '').trim(), rate);
        if (close_context) texts.delete(id);
      });
    },
  });
  return {
    ...server,
    messages,
    get hangUps() {
      return server.hangUps;
    },
  };
}

async function sing(socket: WebSocket, contextId: string, text: string, rate: number): Promise<void> {
  const piece = Buffer.alloc(rate / 5);
  for (let at = 0; at < piece.length; at += 2) piece.writeInt16LE(5000, at);
  for (let tenths = text.length / 2; tenths > 0; tenths -= 1) {
    socket.send(JSON.stringify({ audio: piece.toString('base64'), contextId, alignment: null }));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  socket.send(JSON.stringify({ isFinal: true, contextId }));
}
