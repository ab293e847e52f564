import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { sing } from './deepgram-server.ts';
import { lettersIn } from './spoken-letters.ts';
import { vendorServer, type Asked } from './vendor-server.ts';

/** OpenAI's transcriptions and speech as their documentation tells them. */
export const openAiServer = () =>
  vendorServer({
    socket: realtime,
    async http(asked, response) {
      if (asked.url.pathname.endsWith('/audio/transcriptions')) transcribe(asked, response);
      else await speak(asked, response);
    },
  });

/** The parts of a form by name; the file as its bytes. */
export function formOf({ headers, body }: Asked): { fields: Record<string, string>; wav: Buffer } {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const fields: Record<string, string> = {};
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const [, name, value] = /name="(\w+)"\r\n\r\n([^]*)\r\n$/.exec(part) ?? [];
    if (name !== undefined) fields[name] = value ?? '';
  }
  const wav = body.subarray(body.indexOf('RIFF'));
  return { fields, wav: wav.subarray(0, 44 + wav.readUInt32LE(40)) };
}

function transcribe(asked: Asked, response: ServerResponse): void {
  const text = lettersIn(Uint8Array.from(formOf(asked).wav.subarray(44)));
  // The longer text takes longer, so that answers come in another order than they were asked for.
  setTimeout(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text })),
    text.length,
  );
}

async function speak(asked: Asked, response: ServerResponse): Promise<void> {
  const { input } = JSON.parse(asked.body.toString()) as { input: string };
  response.writeHead(200, { 'content-type': 'audio/pcm' });
  await sing(response, input, 24_000);
}

/** Items in the order of their commits, the words of each while they are spoken and once more when it is whole. */
function realtime(socket: WebSocket): void {
  let buffer = Buffer.alloc(0);
  let item = 0;
  let told = '';
  const send = (type: string, more: object): void => socket.send(JSON.stringify({ type, event_id: 'e', ...more }));
  send('session.created', { session: { id: 's', object: 'realtime.transcription_session' } });
  socket.on('message', (raw: Buffer) => {
    const message = JSON.parse(raw.toString()) as { type: string; audio?: string; session?: object };
    const itemId = { item_id: `item_${item}`, content_index: 0 };
    if (message.type === 'session.update') return send('session.updated', { session: message.session });
    if (message.type === 'input_audio_buffer.append') {
      buffer = Buffer.concat([buffer, Buffer.from(message.audio ?? '', 'base64')]);
      const text = lettersIn(Uint8Array.from(buffer), 24_000);
      if (text.length > told.length + 4)
        send('conversation.item.input_audio_transcription.delta', { ...itemId, delta: text.slice(told.length) });
      if (text.length > told.length + 4) told = text;
      return;
    }
    if (buffer.length < 4800) return send('error', { error: { code: 'input_audio_buffer_commit_empty' } });
    const transcript = lettersIn(Uint8Array.from(buffer), 24_000);
    send('input_audio_buffer.committed', { ...itemId, previous_item_id: null });
    send('conversation.item.input_audio_transcription.completed', { ...itemId, transcript });
    buffer = Buffer.alloc(0);
    told = '';
    item += 1;
  });
}
