import { Buffer } from 'node:buffer';

const LENGTH_BYTES = 2;

/** A message of Azure's speech protocol: headers and a body, as text or as binary audio. */
export interface AzureMessage {
  readonly path: string;
  readonly requestId: string;
  readonly body: string;
}

/** Encodes a text message. */
export const textMessage = (path: string, requestId: string, body: object): string =>
  `${headersOf(path, requestId, 'application/json')}\r\n${JSON.stringify(body)}`;

/** Headers shared by all audio messages of a turn. */
export function audioHeaders(requestId: string): Buffer {
  const headers = Buffer.from(headersOf('audio', requestId, 'audio/x-wav'));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(headers.length);
  return Buffer.concat([length, headers]);
}

/** Decodes a text message. A malformed one has an empty path. */
export function readMessage(message: string): AzureMessage {
  const [head = '', body = ''] = message.split('\r\n\r\n', 2);
  const headers = new Map(head.split('\r\n').map((line) => headerIn(line)));
  return { path: headers.get('path') ?? '', requestId: headers.get('x-requestid') ?? '', body };
}

const headersOf = (path: string, requestId: string, type: string): string =>
  [`Path: ${path}`, `X-RequestId: ${requestId}`, `X-Timestamp: ${now()}`, `Content-Type: ${type}`, ''].join('\r\n');

const now = (): string => new Date(Date.now()).toISOString();

function headerIn(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [
    line.slice(0, Math.max(0, colon)).trim().toLowerCase(),
    line
      .slice(colon + 1)
      .trim()
      .toLowerCase(),
  ];
}
