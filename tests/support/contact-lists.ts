import type { Answer } from './client.ts';
import type { World } from './world.ts';

const BOUNDARY = 'the-boundary-of-the-tests';

/** A form with one file. */
export const fileForm = (content: string | Uint8Array, filename = 'list.csv', field = 'file'): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Sends a form, as a contact list unless another path is named. */
export function sendForm(
  world: Pick<World, 'ask'>,
  token: string,
  raw: string | Uint8Array,
  path = '/campaign/upload',
): Promise<Answer> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return world.ask('POST', `/api/v1${path}`, { raw, headers, token });
}
