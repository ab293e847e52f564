import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { isRecord, parsedJson } from '../../../domain/unverified-json.ts';

/** Maximum number of tool calls in one response. */
export const TOOL_CALLS_MAX = 16;

/** Maximum length of the arguments of a tool call, in characters. */
const ARGUMENTS_MAX = 65_536;

/** Appends a fragment to the arguments. Throws a VendorFailure beyond the maximum length. */
export function appendArguments(vendor: string, soFar: string, chunk: string): string {
  if (soFar.length + chunk.length <= ARGUMENTS_MAX) return soFar + chunk;
  throw new VendorFailure(`${vendor} called a tool with more than any tool could take`, { retryable: false });
}

/** Parses the arguments of a tool call. Throws a VendorFailure unless they are a JSON object. */
export function toolArguments(vendor: string, text: string): Readonly<Record<string, unknown>> {
  const value = parsedJson(text.trim() || '{}');
  if (isRecord(value)) return value;
  throw unreadableCall(vendor);
}

/** The tool call is malformed. A retry may succeed. */
export const unreadableCall = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} called a tool in a way that cannot be read`, { retryable: true });
