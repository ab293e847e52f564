import type { ServerResponse } from 'node:http';
import { sing } from './deepgram-server.ts';
import { lettersIn } from './spoken-letters.ts';
import { vendorServer, type Asked } from './vendor-server.ts';

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** OpenAI's transcriptions, speech and chat completions as their documentation tells them. */
export const openAiServer = () =>
  vendorServer({
    async http(asked, response) {
      if (asked.url.pathname.endsWith('/audio/transcriptions')) transcribe(asked, response);
      else if (asked.url.pathname.endsWith('/audio/speech')) await speak(asked, response);
      else chat(asked, response);
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

let calls = 0;

function chat(asked: Asked, response: ServerResponse): void {
  const { messages, tools } = JSON.parse(asked.body.toString()) as ChatBody;
  const question = messages.at(-1)?.content ?? '';
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish_reason: string | null = null): void =>
    void response.write(`data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: 'assistant', content: '' });
  for (const word of `I heard you say: ${question}.`.match(/\S+\s*/g) ?? []) send({ content: word });
  if (question === 'good bye then' && tools) {
    const [tool] = tools;
    send({
      tool_calls: [
        { index: 0, id: `call_${++calls}`, type: 'function', function: { name: tool?.function.name, arguments: '' } },
      ],
    });
    send({ tool_calls: [{ index: 0, function: { arguments: '{' } }] });
    send({ tool_calls: [{ index: 0, function: { arguments: '}' } }] });
    send({}, 'tool_calls');
  } else send({}, 'stop');
  response.write(`data: ${JSON.stringify({ id: 'c', choices: [], usage: { total_tokens: 3 } })}\n\n`);
  response.end('data: [DONE]\n\n');
}
