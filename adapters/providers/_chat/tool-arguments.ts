import { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** A vendor that calls more tools at once than this is out of its mind. */
export const TOOL_CALLS_MAX = 16;

/** Arguments of a tool call longer than this were not written for a tool. In characters. */
const ARGUMENTS_MAX = 65_536;

/** What was written of the arguments so far, with the next piece. Throws a VendorFailure when that becomes too long. */
export function appendArguments(vendor: string, soFar: string, chunk: string): string {
  if (soFar.length + chunk.length <= ARGUMENTS_MAX) return soFar + chunk;
  throw new VendorFailure(`${vendor} called a tool with more than any tool could take`, { retryable: false });
}

/** The arguments of a tool call as the model wrote them. Throws a VendorFailure when they are no JSON object. */
export function toolArguments(vendor: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below, like every other thing that is no object.
  }
  throw unreadableCall(vendor);
}

/** The model called a tool in a way that makes no sense; another time it may do better. */
export const unreadableCall = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} called a tool in a way that cannot be read`, { retryable: true });
