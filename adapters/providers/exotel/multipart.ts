import type { CarrierRequest } from '../../../application/ports/carrier-dialect.ts';

/** Text fields of a multipart form. Empty for other content types. Skips files and malformed parts. */
export function multipartFields({ headers, body }: CarrierRequest): [name: string, value: string][] {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(headers['content-type'] ?? '') ??
    [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const text = `\r\n${Buffer.from(body).toString('utf8')}`;
  return text.split(`\r\n--${boundary}`).slice(1, -1).flatMap(fieldOf);
}

function fieldOf(part: string): [string, string][] {
  const end = part.indexOf('\r\n\r\n');
  const head = part.slice(0, end);
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
  return end < 0 || name === undefined || /;\s*filename=/i.test(head) ? [] : [[name, part.slice(end + 4)]];
}
