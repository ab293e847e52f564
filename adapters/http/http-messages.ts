import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Kinds of messages for a server to make that are this app's own from the start. Express gives its prototypes to every
 * request and answer that has others, and an object whose prototype changes is slow in Node from then on: that alone
 * would cost several times as much as all the rest of Express.
 */
export function messageClassesOf(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    /** What Express does for apps without ETag, escaping and spacing, in one piece: head and body become one packet. */
    json(body: unknown): this {
      const text = JSON.stringify(body);
      this.setHeader('Content-Type', 'application/json; charset=utf-8');
      this.setHeader('Content-Length', Buffer.byteLength(text));
      return this.end(text);
    }
  }
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as typeof app.request;
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as typeof app.response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
