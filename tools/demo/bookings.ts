import { createServer } from 'node:http';
import { listen } from '../../adapters/lib/listen.ts';

/** A server of a restaurant on this machine. The demo's agent books tables there. */
export interface Bookings {
  readonly url: string;
  close(): void;
}

/** Answers each booking with its code. */
export async function openBookings(): Promise<Bookings> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const booking = { code: `T${100 + count}` };
    request.resume();
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ booking }));
  });
  // A demo that fails ends without closing it.
  server.unref();
  const port = await listen(server, '127.0.0.1', 0);
  return { url: `http://127.0.0.1:${port}/bookings`, close: () => void server.close() };
}

/** The tool of an agent that books tables at this address. */
export const bookingTool = (url: string): object => ({
  ...{ type: 'http', name: 'book_table', description: 'Books a table. Ask for the number of guests first.' },
  parameters: { type: 'object', properties: { guests: { type: 'string' } }, required: ['guests'] },
  request: { method: 'POST', url, body: { guests: '{{guests}}' } },
  response: { format: 'json', path: 'booking.code' },
});
