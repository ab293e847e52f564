import type { CarrierRequest } from '../../../application/ports/carrier-dialect.ts';

/** When all of them arrive. */
export const RECEIVED_AT = new Date('2026-03-02T09:00:00.000Z');

/** A webhook with a form, as most carriers send it. */
export const formRequest = (
  url: string,
  form: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): CarrierRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', ...headers },
  body: Buffer.from(new URLSearchParams(form).toString()),
  receivedAt: RECEIVED_AT,
});

/** A webhook whose parameters are in its URL. */
export const getRequest = (url: string, headers: Readonly<Record<string, string>> = {}): CarrierRequest => ({
  method: 'GET',
  url,
  headers,
  body: new Uint8Array(),
  receivedAt: RECEIVED_AT,
});
