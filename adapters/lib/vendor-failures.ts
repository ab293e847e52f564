import { VendorFailure } from '../../application/ports/vendor-failure.ts';

const RETRYABLE = new Set([408, 429, 499]);
/** A model wrote a tool call that its own vendor refuses as the request's fault; another time it may do better. */
const MISFORTUNE = /"code"\s*:\s*"tool_use_failed"/;

/** Whether a request that was answered so may be better answered another time. */
export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status >= 500;

/**
 * A vendor said no with an HTTP status. Of what it wrote only an error code and the field it complains of are passed on: the
 * rest may repeat a key.
 */
export function refusal(vendor: string, status: number, body = ''): VendorFailure {
  const retryable = isRetryable(status) || MISFORTUNE.test(body);
  const param = /"param"\s*:\s*"([^"]*)"/.exec(body)?.[1];
  return new VendorFailure(`${vendor} answered ${status}${inBrackets(errorCode(body), param)}`, { retryable });
}

/** The connection to a vendor could not be made or broke. A failure that is told already stays as it is. */
export const disconnection = (vendor: string, what: string, cause?: unknown): VendorFailure =>
  cause instanceof VendorFailure ? cause : new VendorFailure(`${vendor} ${what}`, { retryable: true, cause });

/** A vendor reported a fault by a word of its own, maybe with the field it is about; what is no plain word is not repeated. */
export function complaint(vendor: string, word: unknown, retryable: boolean, param?: unknown): VendorFailure {
  const named = typeof word === 'string' && /^[A-Za-z]+(?:[_ -][A-Za-z]+){0,5}$/.test(word) && word.length <= 60;
  return new VendorFailure(`${vendor} reported a fault${inBrackets(named ? word : null, param)}`, { retryable });
}

/** A field's path has digits only between brackets, so that it can never be a key. */
const FIELD = /^[A-Za-z]+(?:_[A-Za-z]+)*(?:\[\d{1,4}\]|\.[A-Za-z]+(?:_[A-Za-z]+)*)*$/;

function inBrackets(word: string | null, param: unknown): string {
  const field = typeof param === 'string' && param.length <= 60 && FIELD.test(param) ? `param ${param}` : null;
  const told = [word, field].filter((each) => each !== null);
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}

/** The code in a vendor's JSON error, or what kind of error it is. A word without digits, so that it can never be a key. */
function errorCode(body: string): string | null {
  const word = (CODE.exec(body) ?? KIND.exec(body))?.[1];
  return word === undefined || word.length > 60 ? null : word;
}

const CODE = /"(?:code|err_code)"\s*:\s*"([A-Za-z]+(?:[_-][A-Za-z]+)*)"/;
const KIND = /"(?:status|type)"\s*:\s*"([A-Za-z]+(?:[_-][A-Za-z]+)*)"/;
