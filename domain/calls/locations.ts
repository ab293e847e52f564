import { invalid, rejected } from '../errors.ts';

export const RECORDING = 'recording.wav';
export const TRANSCRIPT = 'transcript.txt';

/** The folder of one call's objects. */
export const callPrefix = (orgId: string, callId: string): string => `${orgId}/${callId}/`;

/** Where the recording of a call is kept. */
export const recordingKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + RECORDING;

/** Where the transcript of a call is kept. */
export const transcriptKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + TRANSCRIPT;

/** Refuses a location that is not one of this call's own objects in our store. */
export function requireOwnLocation(location: string, root: string, orgId: string, callId: string): void {
  if (!isOwn(location, root, orgId, callId))
    throw invalid(`An artifact URL must lie inside ${root}${callPrefix(orgId, callId)}`);
}

/** The key of a stored location. One that does not name an object of this call is not usable. */
export function keyOf(location: string, root: string, orgId: string, callId: string): string {
  if (!isOwn(location, root, orgId, callId)) throw rejected('The stored URL is not a usable object key');
  return location.slice(root.length);
}

function isOwn(location: string, root: string, orgId: string, callId: string): boolean {
  const prefix = root + callPrefix(orgId, callId);
  const name = location.slice(prefix.length);
  // One plain file name: no further folder, no dots that climb, nothing encoded.
  return location.startsWith(prefix) && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && !name.includes('..');
}
