import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Most unanswered requests on one connection. Node parses every request in a packet and keeps each response until its
 * turn, so a client that never reads could fill the memory. Browsers and proxies send one at a time, and a client that
 * pipelines must expect a closed connection: https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
const MOST_UNANSWERED = 4;
/** https://www.rfc-editor.org/rfc/rfc6585#section-4. Clients never receive it, metrics count it. */
const TOO_MANY = 429;

const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Passes requests to a listener, and closes a connection with too many unanswered ones. When a connection closes, every
 * pending response emits `close`, as Node does for the current one.
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
