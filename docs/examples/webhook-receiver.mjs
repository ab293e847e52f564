/**
 * A receiver of webhooks. `WEBHOOK_SECRET=whsec_… node docs/examples/webhook-receiver.mjs` listens on 127.0.0.1 at PORT, or
 * 8700, and prints each event once. Its one package verifies signatures: `npm install standardwebhooks`.
 */
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** Longer than any body that the platform sends: 65,536 characters of up to 3 bytes. */
const BODY_MAX = 262_144;

/** The body as it was sent, on which the signature depends, or null when it is too long. */
async function rawBodyOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > BODY_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * A server that passes each genuine event to `onEvent` once. `seen` remembers the ids: use a table with a unique column
 * in production, written in the transaction that processes the event. `onEvent` must be quick: leave long work to a queue.
 */
export function webhookReceiver(secret, onEvent, seen = new Set()) {
  const webhook = new Webhook(secret);
  return createServer(async (request, response) => {
    const respond = (status) => response.writeHead(status).end();
    const body = await rawBodyOf(request);
    if (body === null) return respond(413);
    try {
      const event = webhook.verify(body, request.headers);
      const id = request.headers['webhook-id'];
      if (!seen.has(id)) {
        await onEvent(event, id);
        seen.add(id);
      }
      return respond(204);
    } catch (error) {
      // The platform sends an event again after any status but 2xx.
      return respond(error instanceof WebhookVerificationError ? 401 : 500);
    }
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const print = ({ type, timestamp, data }) => console.log(timestamp, type, JSON.stringify(data));
  webhookReceiver(process.env.WEBHOOK_SECRET ?? '', print).listen(Number(process.env.PORT ?? 8700), '127.0.0.1');
}
