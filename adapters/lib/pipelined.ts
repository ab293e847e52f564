import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests that one connection may have unanswered at once. Node parses all that a packet holds and keeps every answer until
 * its turn comes, so a client that never reads could fill the memory. Browsers and proxies send one at a time, and a client
 * that pipelines has to expect a closed connection: https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
const MOST_UNANSWERED = 4;
/** https://www.rfc-editor.org/rfc/rfc6585#section-4 - nobody reads it: metrics count it. */
const TOO_MANY = 429;

const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Hands requests to a listener, and closes a connection that has too many unanswered ones. When a connection closes, every
 * answer that still waits for its turn emits `close`, as the one whose turn it is does by itself.
 */
export const boundPipelines =
  <Request extends typeof IncomingMessage, Response extends typeof ServerResponse>(
    listener: RequestListener<Request, Response>,
  ): RequestListener<Request, Response> =>
  (request, response) => {
    const { socket } = request;
    const answers = answersOf(socket);
    answers.add(response);
    response.once('close', () => answers.delete(response));
    if (answers.size <= MOST_UNANSWERED && !socket.destroyed) return listener(request, response);
    response.statusCode = TOO_MANY;
    socket.destroy();
  };

function answersOf(socket: Socket): Set<ServerResponse> {
  const known = unanswered.get(socket);
  if (known) return known;
  const answers = new Set<ServerResponse>();
  unanswered.set(socket, answers);
  socket.once('close', () => {
    for (const response of answers) if (!response.closed) response.emit('close');
  });
  return answers;
}
