import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { localServer } from '../../support/local-server.ts';

/** A request as the server received it. */
export interface ReceivedMessage {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Method of the message in the body. Null without one. */
  readonly rpc: string | null;
}

/** Answers a request instead of the SDK. Whether it did. */
type Intercept = (message: ReceivedMessage, response: ServerResponse) => boolean;

interface Options {
  /** Answers with JSON instead of an event stream. */
  readonly json?: boolean;
  /** Keeps no sessions. */
  readonly stateless?: boolean;
  readonly intercept?: Intercept;
}

export interface OpenMcpServer {
  readonly url: string;
  readonly host: string;
  readonly received: readonly ReceivedMessage[];
  /** Methods of the messages, and of requests without one, in their order. */
  readonly methods: () => string[];
  /** Sessions that are open now. */
  readonly sessions: ReadonlyMap<string, StreamableHTTPServerTransport>;
  readonly connections: () => number;
  /** Forgets every session, like a server that has restarted. */
  expireSessions(): void;
  close(): Promise<void>;
}

/** The tools of a server, and what it answers to a call. */
export interface ServedTools {
  readonly list: readonly object[];
  /** Lists in pages instead. */
  readonly page?: (cursor: string | undefined) => { readonly tools: readonly object[]; readonly nextCursor?: string };
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => Promise<object> | object;
}

/** A server on this machine, built with the official SDK, with these tools. */
export async function openMcpServer(
  tools: ServedTools,
  { json = false, stateless = false, intercept = () => false }: Options = {},
): Promise<OpenMcpServer> {
  const received: ReceivedMessage[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function transportFor(rpc: string | null): Promise<StreamableHTTPServerTransport | null> {
    if (!stateless && rpc !== 'initialize') return null;
    const transport = new StreamableHTTPServerTransport({
      ...(!stateless && { sessionIdGenerator: randomUUID }),
      enableJsonResponse: json,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await served(tools).connect(transport);
    return transport;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const message = { method: request.method ?? '', headers: request.headers, rpc: rpcOf(body) };
    received.push(message);
    if (intercept(message, response)) return;
    const id = request.headers['mcp-session-id'];
    const transport = typeof id === 'string' ? sessions.get(id) : await transportFor(message.rpc);
    if (transport) return transport.handleRequest(request, response, body);
    response.writeHead(id === undefined ? 400 : 404).end('{"error":"no such session"}');
  }

  const { host, close, connections } = await localServer((request, response) => {
    response.on('error', () => undefined);
    void answer(request, response);
  });
  return {
    ...{ url: `http://${host}/mcp`, host, received, sessions, connections, close },
    methods: () => received.map(({ method, rpc }) => rpc ?? method),
    expireSessions: () => sessions.clear(),
  };
}

function served({ list, page = () => ({ tools: list }), call }: ServedTools): Server {
  const server = new Server({ name: 'tests', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => page(params?.cursor) as never);
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }) => (await call(params.name, params.arguments ?? {})) as never,
  );
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  return body === '' ? undefined : JSON.parse(body);
}

const rpcOf = (body: unknown): string | null => {
  const method = (body as { method?: unknown } | undefined)?.method;
  return typeof method === 'string' ? method : null;
};
