/**
 * A table-booking server for docs/examples/table-booking.json: plain Node, no packages. `node docs/examples/booking-server.mjs`
 * listens on 127.0.0.1 at PORT, or 8600. It keeps its bookings in memory.
 */
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const SEATS = 12;
const BODY_MAX = 4_096;
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** The number of guests in words or digits, or null. */
function guestsOf(size) {
  const text = String(size).trim().toLowerCase();
  const number = NUMBERS.includes(text) ? NUMBERS.indexOf(text) + 1 : Number(text);
  return Number.isInteger(number) && number >= 1 && number <= SEATS ? number : null;
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

/** A server that books tables until its seats are taken. A repeated `Idempotency-Key` gets the same answer. */
export function bookingServer() {
  const answers = new Map();
  let left = SEATS;
  const book = (body) => {
    const guests = guestsOf(body?.size);
    if (guests === null) return [400, { error: `size must be a number of guests from 1 to ${SEATS}` }];
    if (guests > left) return [409, { error: `only ${left} seats are left` }];
    left -= guests;
    return [201, { booking: { code: `T${100 + answers.size}`, guests } }];
  };
  return createServer(async (request, response) => {
    const respond = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST' || request.url !== '/bookings') return respond(404, { error: 'POST /bookings' });
    const body = await bodyOf(request);
    const key = request.headers['idempotency-key'] ?? `without key ${answers.size}`;
    if (!answers.has(key)) answers.set(key, book(body));
    return respond(...answers.get(key));
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  bookingServer().listen(Number(process.env.PORT ?? 8600), '127.0.0.1');
