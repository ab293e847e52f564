import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { sing } from './deepgram-server.ts';
import { lettersIn } from './letter-audio.ts';
import { vendorServer, type VendorRequest } from './vendor-server.ts';

/** OpenAI's transcriptions and speech as their documentation tells them. */
export const openAiServer = () =>
  vendorServer({
    socket: realtime,
    async http(request, response) {
      if (request.url.pathname.endsWith('/audio/transcriptions')) transcribe(request, response);
      else await speak(request, response);
    },
  });

/** The parts of a form by name; the file as its bytes. */
export function formOf({ headers, body }: VendorRequest): { fields: Record<string, string>; wav: Buffer } {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const fields: Record<string, string> = {};
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const [, name, value] = /name="([\w[\]]+)"\r\n\r\n([^]*)\r\n$/.exec(part) ?? [];
    if (name !== undefined) fields[name] = value ?? '';
  }
  const wav = body.subarray(body.indexOf('RIFF'));
  return { fields, wav: wav.subarray(0, 44 + wav.readUInt32LE(40)) };
}

/** Models that take a list of possible languages and keywords, and no single language. */
const SEVERAL_LANGUAGES = ['gpt-transcribe', 'gpt-live-transcribe'];

/** The first field that the model does not take, or null. */
function unknownField(model: string, names: readonly string[]): string | null {
  const others = SEVERAL_LANGUAGES.includes(model) ? ['language'] : ['languages', 'keywords'];
  const prompts = model === 'gpt-realtime-whisper' ? ['prompt'] : [];
  return names.find((name) => [...others, ...prompts].includes(name)) ?? null;
}

const faultOf = (param: string) => ({
  type: 'invalid_request_error',
  code: 'unsupported_parameter',
  message: `Unsupported parameter: '${param}' is not supported with this model.`,
  param,
});

function transcribe(request: VendorRequest, response: ServerResponse): void {
  const { fields } = formOf(request);
  const unknown = unknownField(
    fields['model'] ?? '',
    Object.keys(fields).map((name) => name.replace('[]', '')),
  );
  if (unknown !== null) {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: faultOf(unknown) }));
    return;
  }
  const text = lettersIn(Uint8Array.from(formOf(request).wav.subarray(44)));
  // The longer text takes longer, so that answers come in another order than they were asked for.
  setTimeout(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text })),
    text.length,
  );
}

async function speak(request: VendorRequest, response: ServerResponse): Promise<void> {
  const { input } = JSON.parse(request.body.toString()) as { input: string };
  response.writeHead(200, { 'content-type': 'audio/pcm' });
  await sing(response, input, 24_000);
}

interface ClientEvent {
  readonly type: string;
  readonly audio?: string;
  readonly session?: { readonly audio: { readonly input: { readonly transcription: { readonly model: string } } } };
}

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Items in the order of their commits, the words of each while they are spoken and once more when it is whole. */
function realtime(socket: WebSocket): void {
  let buffer = Buffer.alloc(0);
  let item = 0;
  let reported = '';
  const send = (type: string, more: object): void => socket.send(JSON.stringify({ type, event_id: 'e', ...more }));
  const session = { id: 's', object: 'realtime.transcription_session', type: 'transcription', expires_at: 1 };
  send('session.created', { session });
  socket.on('message', (raw: Buffer) => {
    const message = JSON.parse(raw.toString()) as ClientEvent;
    const itemId = { item_id: `item_${item}`, content_index: 0 };
    if (message.type === 'session.update') {
      const { transcription } = message.session!.audio.input;
      const unknown = unknownField(transcription.model, Object.keys(transcription));
      if (unknown === null) return send('session.updated', { session: { ...session, ...message.session } });
      return send('error', { error: { ...faultOf(unknown), event_id: null } });
    }
    if (message.type === 'input_audio_buffer.append') {
      buffer = Buffer.concat([buffer, Buffer.from(message.audio ?? '', 'base64')]);
      const text = lettersIn(Uint8Array.from(buffer), 24_000);
      if (text.length > reported.length + 4)
        send(`${TRANSCRIPTION}.delta`, { ...itemId, delta: text.slice(reported.length) });
      if (text.length > reported.length + 4) reported = text;
      return;
    }
    if (message.type !== 'input_audio_buffer.commit')
      return send('error', {
        error: { type: 'invalid_request_error', code: 'invalid_value', message: 'type', param: 'type' },
      });
    if (buffer.length < 4800)
      return send('error', {
        error: {
          type: 'invalid_request_error',
          code: 'input_audio_buffer_commit_empty',
          message: 'too small',
          param: null,
        },
      });
    const transcript = lettersIn(Uint8Array.from(buffer), 24_000);
    const previous = { previous_item_id: item === 0 ? null : `item_${item - 1}` };
    send('input_audio_buffer.committed', { item_id: itemId.item_id, ...previous });
    const content = [{ type: 'input_audio', transcript: null }];
    const whole = {
      id: itemId.item_id,
      object: 'realtime.item',
      type: 'message',
      role: 'user',
      status: 'completed',
      content,
    };
    send('conversation.item.added', { ...previous, item: whole });
    send('conversation.item.done', { ...previous, item: whole });
    const usage = { type: 'duration', seconds: buffer.length / 48_000 };
    send(`${TRANSCRIPTION}.completed`, { ...itemId, transcript, usage });
    buffer = Buffer.alloc(0);
    reported = '';
    item += 1;
  });
}
