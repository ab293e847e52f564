import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { STORE_CREDENTIAL } from '../../domain/credentials/missing-secrets.ts';
import { CREDENTIAL_MEANINGS, meaningOf, meaningOfStatus, parameterIn } from './vendor-words.ts';

const RETRYABLE = new Set([408, 429, 499]);
/** The model wrote an invalid tool call, which its vendor reports as a bad request. A retry may succeed. */
const INVALID_TOOL_CALL = /"code"\s*:\s*"tool_use_failed"/;

/** Whether a request with this status may succeed later. */
export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status >= 500;

/**
 * Describes an HTTP error of a vendor. Users read the message, so it contains only known codes and fields: other text
 * of the vendor may repeat a key or come from an internal server.
 */
export function refusal(vendor: string, status: number, body = ''): VendorFailure {
  if (!isStatus(status)) return reportedFault(vendor, null, true);
  const retryable = isRetryable(status) || INVALID_TOOL_CALL.test(body);
  const code = knownCode((CODE.exec(body) ?? KIND.exec(body))?.[1]);
  const parts = inBrackets(code, /"param"\s*:\s*"([^"]{1,60})"/.exec(body)?.[1]);
  return new VendorFailure(`${vendor} answered ${status}${parts}${because(vendor, code, meaningOfStatus(status))}`, {
    retryable,
    isBadRequest: status === 400 || status === 422,
  });
}

/** Describes a failed connection to a vendor. Keeps a cause that is already a `VendorFailure`. */
export const disconnection = (vendor: string, what: string, cause?: unknown): VendorFailure =>
  cause instanceof VendorFailure ? cause : new VendorFailure(`${vendor} ${what}`, { retryable: true, cause });

/** Describes an error message of a vendor by its code and field. Unknown values are left out. */
export function reportedFault(vendor: string, word: unknown, retryable: boolean, param?: unknown): VendorFailure {
  const code = knownCode(word);
  return new VendorFailure(`${vendor} reported a fault${inBrackets(code, param)}${because(vendor, code)}`, {
    retryable,
  });
}

const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 100 && status <= 599;

const knownCode = (word: unknown): string | null =>
  typeof word === 'string' && meaningOf(word) !== undefined ? word : null;

function inBrackets(code: string | null, param: unknown): string {
  const field = parameterIn(param);
  const parts = [code, field === null ? null : `param ${field}`].filter((each) => each !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Ids of providers, whose keys organisations store. Other services have a name in words, and a key of the operator. */
const PROVIDER = /^[a-z0-9_]+$/;

function because(vendor: string, code: string | null, otherwise?: string): string {
  const meaning = code === null ? otherwise : meaningOf(code);
  if (meaning === undefined) return '';
  return CREDENTIAL_MEANINGS.has(meaning) && PROVIDER.test(vendor)
    ? `: ${meaning}. ${STORE_CREDENTIAL}`
    : `: ${meaning}`;
}

/** The error code in a vendor's JSON, or its error type. */
const CODE = /"(?:code|err_code)"\s*:\s*"([A-Za-z_-]{1,60})"/;
const KIND = /"(?:status|type)"\s*:\s*"([A-Za-z_-]{1,60})"/;
