import { notYetAvailable, invalid, missing, rejected, type DomainError } from '../errors.ts';
import { isLive, type CallLog, type CallPatch } from './call-log.ts';
import { isLost } from './reconciliation.ts';

const RECORDING = 'recording.wav';
const TRANSCRIPT = 'transcript.txt';

/** What a call leaves behind that can be fetched. */
export type Artifact = 'recording' | 'transcript';

/** An artifact in words for people. */
export const artifactName = (artifact: Artifact): string => (artifact === 'recording' ? 'Recording' : 'Transcript');

/** The folder of one call's objects. */
const callPrefix = (orgId: string, callId: string): string => `${orgId}/${callId}/`;

/** Where the recording of a call is kept. */
export const recordingKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + RECORDING;

/** Where the transcript of a call is kept. */
export const transcriptKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + TRANSCRIPT;

/** The key of one artifact of a call: `missing` before it was stored, `rejected` when what was stored is no key of this call. */
export function artifactKey(call: CallLog, artifact: Artifact, root: string): string {
  const location = artifact === 'recording' ? call.recording_url : call.transcript_url;
  if (location === null) throw whyMissing(call, artifactName(artifact));
  if (!isOwn(location, call, root)) throw rejected('The stored URL is not a usable object key');
  return location.slice(root.length);
}

/** Why an artifact is not there. Both are delivered together, after every call that somebody talked in. */
function whyMissing(call: CallLog, name: string): DomainError {
  const isToCome = call.start_time_utc !== null && call.recording_url === null && call.transcript_url === null;
  if (!isToCome || call.call_response === 'failed') return missing(name);
  if (isLive(call.status)) return notYetAvailable(`${name} not there yet: it is delivered when the call is over`);
  return notYetAvailable(
    `${name} not delivered yet${isLost(call) ? ': its runtime delivers it when it runs again' : ''}`,
  );
}

/** The call as responses show it: its locations replaced by the routes under `base` that stream the objects. */
export const withArtifactRoutes = (call: CallLog, base: string): CallLog => ({
  ...call,
  recording_url: call.recording_url && `${base}/calls/${call.call_id}/recording`,
  transcript_url: call.transcript_url && `${base}/calls/${call.call_id}/transcript`,
});

/** Refuses a patch whose locations are not this call's own objects in our store. */
export function requireOwnArtifactUrls(patch: CallPatch, call: CallLog, root: string): void {
  for (const location of [patch.recording_url, patch.transcript_url])
    if (location !== undefined && !isOwn(location, call, root))
      throw invalid(`An artifact URL must lie inside ${root}${callPrefix(call.org_id, call.call_id)}`);
}

function isOwn(location: string, { org_id, call_id }: CallLog, root: string): boolean {
  const prefix = root + callPrefix(org_id, call_id);
  const name = location.slice(prefix.length);
  // One plain file name: no further folder, no dots that climb, nothing encoded.
  return location.startsWith(prefix) && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && !name.includes('..');
}
