import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { SecurityHandlers } from 'express-openapi-validator/dist/framework/types.js';
import type { Tokens } from '../../application/ports/tokens.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { misconfigured, unauthenticated } from '../../domain/errors.ts';

export interface Credentials {
  readonly tokens: Tokens;
  /** Null when the server has none: then nobody has it. */
  readonly internalApiKey: string | null;
  /** The caller as it stands now, or a refusal. Asked before anything is changed. */
  readonly confirm: (caller: Caller) => Promise<Caller>;
}

const callers = new WeakMap<Request, Caller>();
const refusals = new WeakMap<Request, unknown>();

/** Checks the two credentials of the contract and remembers whom they speak for. */
export const authenticate = ({ tokens, internalApiKey, confirm }: Credentials): SecurityHandlers => ({
  BearerAuth: remembering(async (request) => {
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    const caller = token === undefined ? null : tokens.verify(token);
    if (!caller) throw unauthenticated('Invalid or expired token');
    callers.set(request, request.method === 'GET' ? caller : await confirm(caller));
  }),
  ApiKeyAuth: remembering((request) => {
    if (internalApiKey === null) throw misconfigured('Internal API key not configured');
    if (!isSame(String(request.headers['x-api-key']), internalApiKey)) throw unauthenticated('Invalid API key');
  }),
});

/** Who asks. Only operations that need a token have a caller. */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (!caller) throw unauthenticated('Not authenticated');
  return caller;
}

/** Why a request's credentials were refused, in full: the validator passes on no more than a text. */
export const refusalOf = (request: Request): unknown => refusals.get(request);

const remembering =
  (check: (request: Request) => Promise<void> | void) =>
  async (request: Request): Promise<boolean> => {
    try {
      await check(request);
      return true;
    } catch (error) {
      refusals.set(request, error);
      throw error;
    }
  };

/** Compares in a time that tells nothing: digests have one length, whatever was sent. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
