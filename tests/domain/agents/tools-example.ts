import type { HttpTool } from '../../../domain/agents/http-tool.ts';
import { parseTools } from '../../../domain/agents/tools.ts';

/** A tool that books a table, as a user writes it. */
export const bookTable = () => ({
  type: 'http',
  name: 'book_table',
  description: 'Books a table. Call it when the caller has confirmed the day and the number of guests.',
  parameters: {
    type: 'object',
    properties: { day: { type: 'string' }, guests: { type: 'integer', minimum: 1 }, wish: { type: 'string' } },
    required: ['day', 'guests'],
    additionalProperties: false,
  },
  request: {
    method: 'POST',
    url: 'https://api.example.com/restaurants/{{restaurant}}/bookings',
    headers: { Authorization: 'Bearer {{secret.bookings_key}}' },
    query: { day: '{{day}}' },
    body: { guests: '{{guests}}', note: 'By telephone: {{wish}}', wish: '{{wish}}' },
  },
  response: { path: 'booking.id' },
  variables: { booking_id: 'booking.id' },
});

/** A tool with these changes, parsed. Its templates may use the custom variable `restaurant`. */
export const tool = (changes: Readonly<Record<string, unknown>> = {}): HttpTool =>
  parseTools([{ ...bookTable(), ...changes }], ['restaurant'])[0]!;

/** The same with these changes of its request. */
export const toolWith = (request: Readonly<Record<string, unknown>>): HttpTool =>
  tool({ request: { ...bookTable().request, ...request } });
