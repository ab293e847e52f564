import type { ServerResponse } from 'node:http';
import { END_CONVERSATION } from '../../../domain/voice/conversation-context.ts';
import type { StreamedAnswer, Wire } from './chat-dialects.ts';
import { vendorServer, type VendorRequest } from './vendor-server.ts';

/** A fault of one answer: it starts late, contains garbage, disconnects, hangs, leaves the stream open, or is an error. */
export type ScriptedFault = 'late' | 'rubbish' | 'disconnects' | 'hangs' | 'stays open' | 'fault';

export type LlmServer = Awaited<ReturnType<typeof llmServer>>;

const LATE_MS = 150;
const RUBBISH = 'data: {\n\ndata: null\n\ndata: 7\n\ndata: []\n\n\0\n\nevent: x\n\nid: 1\nretry: 5\n\n';

/** An LLM vendor that repeats the question word by word and ends the call at a goodbye. Scripted faults come first. */
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

  const callAt = (isCall: boolean): StreamedAnswer['call'] =>
    isCall ? { name: END_CONVERSATION.name, id: `call${++calls}` } : null;

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
    const call = callAt(question === 'good bye then' && body.tools !== undefined);
    const reported = { text: `I heard you say: ${question}.`, call };
    if (call) response.write(wire.call(call.name, call.id, reported));
    close(trick, response, wire.closing(call !== null, reported));
  };

  const server = await vendorServer({ http: answer });
  return Object.assign(server, { mischief: faults });
}
