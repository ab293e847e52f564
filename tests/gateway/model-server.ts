import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { vendorServer, type VendorRequest } from '../adapters/providers/vendor-server.ts';

interface ModelServerOptions {
  readonly models?: readonly string[];
  /** Answers some requests otherwise: true when it did. */
  readonly otherwise?: (request: VendorRequest, response: ServerResponse) => boolean;
  readonly socket?: (socket: WebSocket, request: VendorRequest) => void;
}

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A server of models that speaks as Ollama, vLLM, speaches and text-embeddings-inference do on the wire. */
export const modelServer = ({ models = ['qwen3:8b'], otherwise = () => false, socket }: ModelServerOptions = {}) =>
  vendorServer({
    ...(socket && { socket }),
    http(request, response) {
      if (otherwise(request, response)) return;
      switch (request.url.pathname) {
        case '/v1/models':
          return json(response, {
            object: 'list',
            data: models.map((id) => ({ id, object: 'model', owned_by: 'library' })),
          });
        case '/v1/chat/completions':
          return chat(request, response);
        case '/v1/embeddings':
          return embeddings(request, response);
        case '/v1/audio/speech':
          return speech(request, response);
        case '/v1/audio/transcriptions':
          return json(response, { text: 'what are your opening hours' });
        default:
          response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      }
    },
  });

/** What a model server was asked for, without the looks at its health. */
export const callsOf = ({ received }: { readonly received: readonly VendorRequest[] }): VendorRequest[] =>
  received.filter(({ url }) => url.pathname !== '/v1/models');

export const json = (response: ServerResponse, body: object, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const fieldsOf = <T>({ body }: VendorRequest): T => JSON.parse(body.toString()) as T;

/** As vLLM streams: a role first, words and fragments of calls, the reason to end, the usage, and a word that it is done. */
function chat(request: VendorRequest, response: ServerResponse): void {
  const { model, stream, messages, tools } = fieldsOf<ChatRequest>(request);
  const base = { id: 'chatcmpl-1', created: 1_790_000_000, model };
  const words = `You said ${messages.at(-1)?.content ?? ''}.`;
  const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
  if (!stream)
    return json(response, {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: words }, finish_reason: 'stop' }],
      usage,
    });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (choices: readonly object[], more: object = {}): void =>
    void response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices, ...more })}\n\n`);
  const delta = (piece: object, finish: string | null = null): void =>
    send([{ index: 0, delta: piece, logprobs: null, finish_reason: finish }]);
  delta({ role: 'assistant', content: '' });
  const [tool] = tools ?? [];
  if (tool) {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: tool.function.name, arguments: '' } };
    delta({ tool_calls: [call] });
    for (const piece of ['{"city"', ':"Pune"}']) delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    delta({}, 'tool_calls');
  } else {
    for (const word of words.match(/\S+\s*/g) ?? []) delta({ content: word });
    delta({ content: '' }, 'stop');
  }
  send([], { usage });
  response.end('data: [DONE]\n\n');
}

function embeddings(request: VendorRequest, response: ServerResponse): void {
  const {
    model,
    input,
    encoding_format: format,
  } = fieldsOf<Record<'model' | 'input' | 'encoding_format', string>>(request);
  const floats = Float32Array.from([0.5, -0.25, 1]);
  const embedding = format === 'base64' ? Buffer.from(floats.buffer).toString('base64') : [...floats];
  const data = [input].flat().map((_, index) => ({ object: 'embedding', index, embedding }));
  json(response, { object: 'list', data, model, usage: { prompt_tokens: 2, total_tokens: 2 } });
}

/** As speaches speaks: raw audio in pieces, 24 kHz. */
function speech(request: VendorRequest, response: ServerResponse): void {
  const { input, response_format: format } = fieldsOf<Record<'input' | 'response_format', string>>(request);
  response.writeHead(200, { 'content-type': `audio/${format ?? 'mpeg'}` });
  const sound = Int16Array.from(
    { length: input.length * 1_200 },
    (_, at) => 8_000 * Math.sin((2 * Math.PI * 220 * at) / 24_000),
  );
  const bytes = Buffer.from(sound.buffer);
  for (let at = 0; at < bytes.length; at += 4_096) response.write(bytes.subarray(at, at + 4_096));
  response.end();
}
