import { hasDotSegment } from '../path-segments.ts';
import { isPlainText } from '../plain-text.ts';

/** Maximum length of an id that a carrier gives a call or a stream, in characters, as in openapi.yaml (`ProviderCallSid`). */
const CARRIER_ID_MAX = 200;

/**
 * Whether a carrier may call a call or a stream so: no control characters, no lone surrogates, not too long. Ids become
 * segments of paths at the carrier and the API, so that none may lead to another resource there. An id may consist of two,
 * separated by `@`.
 */
export const isCarrierId = (text: string): boolean =>
  text.length <= CARRIER_ID_MAX && isPlainText(text) && !text.split('@').some(hasDotSegment);

/** Whether an organisation, an agent or a call may have this id. Generated ones are UUIDs. */
export const isRecordId = (text: string): boolean => /^[\w-]{1,100}$/.test(text);
