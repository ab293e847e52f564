import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { meaningOf, meaningOfStatus, parameterIn } from './vendor-words.ts';

const RETRYABLE = new Set([408, 429, 499]);
/** A model wrote a tool call that its own vendor refuses as the request's fault; another time it may do better. */
const INVALID_TOOL_CALL = /"code"\s*:\s*"tool_use_failed"/;

/** Whether a request that was answered so may be better answered another time. */
export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status >= 500;

/**
 * A vendor said no with an HTTP status. Users read the message, so nothing that the vendor wrote is in it but a code and a
 * field that are known here: the rest may repeat a key, or be what a server of the inside answers.
 */
export function refusal(vendor: string, status: number, body = ''): VendorFailure {
  if (!isStatus(status)) return reportedFault(vendor, null, true);
  const retryable = isRetryable(status) || INVALID_TOOL_CALL.test(body);
  const code = knownCode((CODE.exec(body) ?? KIND.exec(body))?.[1]);
  const parts = inBrackets(code, /"param"\s*:\s*"([^"]{1,60})"/.exec(body)?.[1]);
  return new VendorFailure(`${vendor} answered ${status}${parts}${because(code, meaningOfStatus(status))}`, {
    retryable,
  });
}

/** The connection to a vendor could not be made or broke. A failure that is told already stays as it is. */
export const disconnection = (vendor: string, what: string, cause?: unknown): VendorFailure =>
  cause instanceof VendorFailure ? cause : new VendorFailure(`${vendor} ${what}`, { retryable: true, cause });

/** A vendor reported a fault by a word of its own, maybe with the field it is about; what is not known here is not repeated. */
export function reportedFault(vendor: string, word: unknown, retryable: boolean, param?: unknown): VendorFailure {
  const code = knownCode(word);
  return new VendorFailure(`${vendor} reported a fault${inBrackets(code, param)}${because(code)}`, { retryable });
}

const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 100 && status <= 599;

const knownCode = (word: unknown): string | null =>
  typeof word === 'string' && meaningOf(word) !== undefined ? word : null;

function inBrackets(code: string | null, param: unknown): string {
  const field = parameterIn(param);
  const parts = [code, field === null ? null : `param ${field}`].filter((each) => each !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function because(code: string | null, otherwise?: string): string {
  const meaning = code === null ? otherwise : meaningOf(code);
  return meaning === undefined ? '' : `: ${meaning}`;
}

/** The code in a vendor's JSON error, or what kind of error it is. */
const CODE = /"(?:code|err_code)"\s*:\s*"([A-Za-z_-]{1,60})"/;
const KIND = /"(?:status|type)"\s*:\s*"([A-Za-z_-]{1,60})"/;
