import type { ServerResponse } from 'node:http';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { CarriedBack, Wire, WrittenCall } from './chat-dialects.ts';
import { vendorServer, type VendorRequest } from './vendor-server.ts';

/**
 * A fault of one answer: it starts late, contains garbage, disconnects, also in the middle of its tool calls, hangs, leaves
 * the stream open, or is an error.
 */
export type ScriptedFault =
  | 'late'
  | 'rubbish'
  | 'disconnects'
  | 'disconnects in calls'
  | 'hangs'
  | 'stays open'
  | 'fault';

export type LlmServer = Awaited<ReturnType<typeof llmServer>>;

/** A question at which two tools are called in one answer, and what is called. */
export const BOTH = 'book both';
export const BOTH_CALLS: readonly { readonly name: string; readonly arguments: object }[] = [
  { name: 'book_table', arguments: { guests: 4, name: 'Zoë "Z" Ünal' } },
  { name: 'order_taxi', arguments: { at: '21:30', from: { street: 'Größe 7', city: null } } },
];

/** What is called at a question, if any tool is offered. */
const CALLS: Readonly<Record<string, readonly Omit<WrittenCall, 'id'>[]>> = {
  'good bye then': [{ name: END_CONVERSATION.name, arguments: {} }],
  [BOTH]: BOTH_CALLS,
  'book badly': [{ name: 'book_table', arguments: '{"guests": 4,' }],
  'book a list': [{ name: 'book_table', arguments: '[4]' }],
};

const LATE_MS = 150;
const RUBBISH = 'data: {\n\ndata: null\n\ndata: 7\n\ndata: []\n\n\0\n\nevent: x\n\nid: 1\nretry: 5\n\n';

/** An LLM vendor that repeats the question word by word, and calls tools at some questions. Scripted faults come first. */
export async function llmServer(wire: Wire, key: string) {
  const faults: ScriptedFault[] = [];
  let calls = 0;

  const ended = (trick: ScriptedFault | undefined, response: ServerResponse): boolean => {
    if (trick === 'disconnects') setImmediate(() => response.destroy());
    return trick === 'disconnects' || trick === 'hangs';
  };

  const close = (trick: ScriptedFault | undefined, response: ServerResponse, closing: string): void => {
    response.write(closing);
    if (trick !== 'stays open') response.end();
  };

  const callsAt = (question: string, tools: unknown): WrittenCall[] =>
    tools === undefined ? [] : (CALLS[question] ?? []).map((call) => ({ ...call, id: `call${++calls}` }));

  const answer = (request: VendorRequest, response: ServerResponse): void => {
    const trick = faults.shift();
    if (trick === 'late') return void setTimeout(() => answer(request, response), LATE_MS);
    const body = JSON.parse(request.body.toString()) as { tools?: unknown };
    const question = wire.question(body as never);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(wire.opening);
    if (trick === 'fault') return void response.end(wire.fault(`no such key: ${key}`));
    const [first = '', ...words] = `I heard you say: ${question}.`.match(/\S+\s*/g) ?? [];
    response.write(wire.words(first));
    if (ended(trick, response)) return;
    for (const word of words) response.write(`${trick === 'rubbish' ? RUBBISH : ''}${wire.words(word)}`);
    const reported = { text: `I heard you say: ${question}.`, calls: callsAt(question, body.tools) };
    const called = reported.calls.length > 0 ? wire.calls(reported) : '';
    if (trick === 'disconnects in calls')
      return void response.write(called.slice(0, Math.ceil(called.length * 0.7)), () => response.destroy());
    response.write(called);
    close(trick, response, wire.closing(reported));
  };

  const server = await vendorServer({ http: answer });
  /** What the last request carried back of tool calls. */
  const carriedBack = (): CarriedBack =>
    wire.carriedBack(JSON.parse(server.received.at(-1)?.body.toString() ?? '{}') as never);
  return Object.assign(server, { mischief: faults, carriedBack });
}
