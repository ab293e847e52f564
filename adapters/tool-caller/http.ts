import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { argumentFault } from '../../application/argument-fault.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { ArgumentSchemas } from '../../application/ports/argument-schemas.ts';
import type { ToolCaller, ToolRequest } from '../../application/ports/tool-caller.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import {
  failedAnswer,
  readAnswer,
  type ToolAnswer,
  type ToolFailure,
  type ToolResponse,
} from '../../domain/agents/tool-answer.ts';
import { requestTemplates } from '../../domain/agents/placed-templates.ts';
import { fillRequest, toolServer, type FilledRequest } from '../../domain/agents/tool-request.ts';
import { placeholdersIn } from '../../domain/agents/tool-templates.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import { whySecretWithheld } from '../../domain/credentials/tool-secret.ts';
import { DomainError } from '../../domain/errors.ts';
import { idempotencyKey } from '../lib/idempotency-key.ts';
import type { Network } from '../lib/network.ts';

/** Longest part of a response that is read. In bytes. */
const RESPONSE_BYTES_MAX = 256 * 1_024;
const HEADER_BYTES_MAX = 16 * 1_024;

interface Parts {
  readonly network: Network;
  readonly clock: Clock;
  readonly argumentSchemas: ArgumentSchemas;
}

/**
 * Tools over HTTP. Every request has a connection of its own, does not follow redirects and reaches only permitted
 * addresses.
 */
export const httpToolCaller = (parts: Parts): ToolCaller => ({
  idempotencyKey: (request) =>
    request.tool.side_effects ? idempotencyKey({ ...request, name: request.tool.name }) : null,
  async call(request, signal) {
    const { tool } = request;
    try {
      const filled = preparedOrFault(parts, request);
      const response = await send(parts, filled, { timeoutMs: tool.timeout_secs * 1_000, signal });
      return answerOf(request, response);
    } catch (error) {
      if (error instanceof ToolFault) return failedAnswer(tool, error.failure);
      throw error;
    }
  },
});

/** A failure with its words for the model. */
class ToolFault extends Error {
  readonly failure: ToolFailure;

  constructor(text: string, mayHaveRun = false, cause?: string) {
    super(text);
    this.name = 'ToolFault';
    this.failure = { text, mayHaveRun, ...(cause !== undefined && { cause }) };
  }
}

function answerOf({ tool, secrets, hidden = {} }: ToolRequest, response: ToolResponse): ToolAnswer {
  try {
    return readAnswer(
      tool,
      response,
      secrets.map(({ value }) => value),
      Object.values(hidden),
    );
  } catch {
    // JSON of any depth is parsed, but only JSON of some thousand levels can be written.
    throw new ToolFault('a response that is nested too deeply', true);
  }
}

/** Every failure is a `ToolFault`: nothing was sent. */
function preparedOrFault(parts: Parts, request: ToolRequest): FilledRequest {
  try {
    return prepared(parts, request);
  } catch (error) {
    throw error instanceof ToolFault ? error : new ToolFault('the arguments cannot be sent');
  }
}

/** The request with its `Idempotency-Key`, after every check that needs no network. */
function prepared({ argumentSchemas, network }: Parts, request: ToolRequest): FilledRequest {
  const { tool, arguments: given, variables, secrets, hidden } = request;
  const fault = argumentFault(argumentSchemas, tool.parameters, given);
  if (fault !== null) throw new ToolFault(fault);
  const server = toolServer(tool.request);
  const needed = secretNames(tool).map((name) => secrets.find((secret) => secret.name === name));
  const withheld = secretNames(tool).flatMap((name, index) => {
    const secret = needed[index];
    if (!secret) return [`The secret ${name} is not stored, or could not be loaded`];
    return whySecretWithheld(secret, server, network.isOperators(server)) ?? [];
  });
  if (withheld.length > 0) throw new ToolFault('it is not set up completely', false, withheld.join('\n'));
  if (server.protocol !== 'https:' && !network.isOperators(server)) requireNoDigits(request);
  const values = Object.fromEntries(needed.flatMap((secret) => (secret ? [[secret.name, secret.value]] : [])));
  try {
    const filled = fillRequest(tool, { arguments: given, variables: { ...variables, ...hidden }, secrets: values });
    if (!tool.side_effects) return filled;
    return {
      ...filled,
      headers: { ...filled.headers, 'idempotency-key': idempotencyKey({ ...request, name: request.tool.name }) },
    };
  } catch (error) {
    if (error instanceof DomainError) throw new ToolFault(`invalid arguments: ${error.message}`);
    throw error;
  }
}

/** Secret digits are readable on an unencrypted connection. */
function requireNoDigits({ tool, hidden = {} }: ToolRequest): void {
  const names = requestTemplates(tool.request).flatMap(({ template }) => placeholdersIn(template));
  if (names.some((name) => Object.hasOwn(hidden, name))) throw new ToolFault('secret digits are sent over https only');
}

interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request once. Every failure is a `ToolFault`. */
function send({ network, clock }: Parts, filled: FilledRequest, limits: Limits): Promise<ToolResponse> {
  return new Promise((resolve, reject) => {
    if (limits.signal?.aborted) return reject(new ToolFault('cancelled'));
    const request = opened(network, filled);
    let isConnected = false;
    let hasResponse = false;
    request.on('socket', (socket) => {
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
    const stop = (why: string) => (): void => {
      reject(new ToolFault(why, isConnected));
      request.destroy();
    };
    const cancelTimeout = clock.after(limits.timeoutMs, stop('timeout'));
    const cancel = stop('cancelled');
    limits.signal?.addEventListener('abort', cancel, { once: true });
    request.on('close', () => {
      cancelTimeout();
      limits.signal?.removeEventListener('abort', cancel);
      if (!hasResponse) reject(new ToolFault('the connection was lost', isConnected));
    });
    const fail = (cause: unknown): void => reject(faultOf(cause, isConnected));
    request.on('error', fail);
    request.on('response', (response) => {
      hasResponse = true;
      read(response).then(resolve, fail);
    });
    // A server that switches protocols never answers the request.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('it switched protocols'));
    });
    request.end(filled.body ?? undefined);
  });
}

function opened(network: Network, { method, url, headers, body }: FilledRequest): ClientRequest {
  const address = new URL(url);
  try {
    return (address.protocol === 'https:' ? httpsRequest : httpRequest)(address, {
      method,
      headers: { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
      agent: false,
      lookup: network.guard(address),
      maxHeaderSize: HEADER_BYTES_MAX,
    });
  } catch (cause) {
    throw faultOf(cause, false);
  }
}

function faultOf(cause: unknown, isConnected: boolean): ToolFault {
  if (cause instanceof ToolFault) return cause;
  if (cause instanceof VendorFailure)
    return new ToolFault(
      'its server has a private address',
      false,
      'The server has a private address: use a public one, or ask the operator to add the server to LOCAL_UPSTREAMS',
    );
  return new ToolFault(isConnected ? 'the connection was lost' : 'its server cannot be reached', isConnected);
}

/** Reads a response up to the limit. Then closes the connection. */
async function read(response: IncomingMessage): Promise<ToolResponse> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > RESPONSE_BYTES_MAX) break;
  }
  const bytes = Buffer.concat(parts).subarray(0, RESPONSE_BYTES_MAX);
  const { statusCode: status = 0, headers } = response;
  return { status, text: bytes.toString('utf8'), location: headers.location, isCut: length > RESPONSE_BYTES_MAX };
}
