/**
 * The orders of docs/examples/order-status.json: plain Node, no packages. `node docs/examples/order-server.mjs` listens on
 * 127.0.0.1 at PORT, or 8601.
 */
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const BODY_MAX = 4_096;
const ORDERS = {
  4821: { postcode: '10115', message: 'Your order 4821 arrives tomorrow.' },
  7359: { postcode: '10115', message: 'Your order 7359 was delivered yesterday.' },
  6540: { postcode: '50667', message: 'Your order 6540 waits for its payment.' },
};

/** What the server answers to a request: status and JSON. */
export function answerTo(method, path, body) {
  if (method === 'POST' && path === '/checks') {
    const verified = ORDERS[body?.order]?.postcode === body?.postcode && body?.postcode !== undefined;
    return [200, { verified, message: verified ? 'They belong together.' : 'They do not belong together.' }];
  }
  const [, number] = /^\/orders\/(\d+)$/.exec(path) ?? [];
  const order = method === 'GET' && number !== undefined ? ORDERS[number] : undefined;
  return order ? [200, { message: order.message }] : [404, { error: 'There is no such order' }];
}

async function bodyOf(request) {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > BODY_MAX) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A server for these orders. */
export const orderServer = () =>
  createServer(async (request, response) => {
    const [status, body] = answerTo(request.method, request.url, await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  orderServer().listen(Number(process.env.PORT ?? 8601), '127.0.0.1');
