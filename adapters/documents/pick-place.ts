/** Picks one of the free places by call, so that concurrent calls pick different ones. */
export const pickPlace = <T>(free: readonly T[], callId: string, attempt: number): T =>
  free[hashOf(callId, attempt) % free.length] as T;

/** A hash that differs from call to call. */
const hashOf = (callId: string, attempt: number): number =>
  [...callId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, attempt);
