import { createServer, type IncomingMessage } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { localServer } from '../../support/local-server.ts';

export interface Message {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The runtime's side of a carrier call, as far as the tests need it: answers webhooks and reads the media stream. */
export async function agentServer(token: string) {
  const webhooks: {
    readonly parameters: Record<string, string>;
    readonly authenticity: string;
    readonly path: string;
  }[] = [];
  const lines: AgentSocket[] = [];
  const waiting: { isSo: () => boolean; go: () => void }[] = [];
  const notice = (): void => {
    for (const each of waiting.splice(0)) {
      if (each.isSo()) each.go();
      else waiting.push(each);
    }
  };
  const replies: { status?: number; body?: string }[] = [];
  const requestOf = (request: IncomingMessage, protocol: string, body: Buffer): CarrierRequest => ({
    method: request.method ?? '',
    url: `${protocol}://${request.headers.host}${request.url}`,
    headers: request.headers as Record<string, string>,
    body,
    receivedAt: new Date(),
  });
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const requested = requestOf(request, 'http', Buffer.concat(parts));
      const parameters = Object.fromEntries(new URLSearchParams(requested.body.toString()));
      const authenticity = plivoTelephony.dialect.authenticity(requested, { auth_token: token });
      webhooks.push({ parameters, authenticity, path: new URL(requested.url).pathname });
      const isAnswer = parameters['Event'] === 'StartApp';
      const { status = 200, body = isAnswer ? plivoTelephony.dialect.connect(`${socketUrl()}?a=1&b=2`).body : '' } =
        replies.shift() ?? {};
      response.writeHead(status).end(body);
      notice();
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    const requested = requestOf(request, 'ws', Buffer.alloc(0));
    lines.push(new AgentSocket(socket, plivoTelephony.dialect.authenticity(requested, { auth_token: token }), notice));
    notice();
  });
  const { url, host, close } = await localServer(server);
  const socketUrl = (): string => `ws://${host}/carrier/plivo/ticket`;
  return {
    ...{ url, close },
    webhooks,
    lines,
    /** What the next webhooks are answered with, instead of a document that connects. */
    replies,
    /** Once it is so; looked at whenever something arrives. */
    once: (isSo: () => boolean): Promise<void> => new Promise((go) => (isSo() ? go() : waiting.push({ isSo, go }))),
  };
}

/** One media socket as the runtime sees it. */
class AgentSocket {
  readonly messages: Message[] = [];
  readonly arrivals: number[] = [];
  readonly authenticity: string;
  readonly #socket: WebSocket;
  isClosed = false;

  constructor(socket: WebSocket, authenticity: string, notice: () => void) {
    this.#socket = socket;
    this.authenticity = authenticity;
    socket.on('message', (bytes: Buffer) => {
      this.messages.push(JSON.parse(bytes.toString()) as Message);
      this.arrivals.push(performance.now());
      notice();
    });
    socket.on('close', () => {
      this.isClosed = true;
      notice();
    });
  }

  of(event: string): Message[] {
    return this.messages.filter((message) => message.event === event);
  }

  /** The caller's sound so far, as mu-law. */
  get heard(): Buffer {
    return Buffer.concat(
      this.of('media').map(({ media }) => Buffer.from((media as { payload: string }).payload, 'base64')),
    );
  }

  play(ms: number, level = 0x00): void {
    const payload = Buffer.alloc(ms * 8, level).toString('base64');
    this.send({ event: 'playAudio', media: { contentType: 'audio/x-mulaw', sampleRate: 8000, payload } });
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close(1000);
  }
}
