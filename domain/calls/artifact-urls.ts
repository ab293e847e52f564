import { notYetAvailable, invalid, missing, rejected, type DomainError } from '../errors.ts';
import { isLive, type CallLog, type CallPatch } from './call-log.ts';
import { isLost } from './reconciliation.ts';

const RECORDING = 'recording.wav';
const TRANSCRIPT = 'transcript.txt';
const INPUTS = 'inputs.ndjson';

/** Artifacts of a call that can be fetched. */
export type Artifact = 'recording' | 'transcript';

/** Display name of an artifact. */
export const artifactName = (artifact: Artifact): string => (artifact === 'recording' ? 'Recording' : 'Transcript');

/** Key prefix of a call's objects: everything below it belongs to the call. */
export const callPrefix = (orgId: string, callId: string): string => `${orgId}/${callId}/`;

/** Object key of a call's recording. */
export const recordingKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + RECORDING;

/** Object key of a call's transcript. */
export const transcriptKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + TRANSCRIPT;

/**
 * Object key of the inputs of a call's conversation. The log does not name them: they are stored before the transcript,
 * counted with it and removed with it.
 */
export const inputsKey = (orgId: string, callId: string): string => callPrefix(orgId, callId) + INPUTS;

/**
 * Object key of an artifact. Throws `missing` when none is stored, and `rejected` when the stored URL is not in this
 * call's folder.
 */
export function artifactKey(call: CallLog, artifact: Artifact, root: string): string {
  const location = artifact === 'recording' ? call.recording_url : call.transcript_url;
  if (location === null) throw whyMissing(call, artifactName(artifact));
  if (!isOwn(location, call, root)) throw rejected('The stored artifact URL is invalid');
  return location.slice(root.length);
}

/**
 * Error for a missing artifact. Recording and transcript are delivered together after every call that was connected.
 */
function whyMissing(call: CallLog, name: string): DomainError {
  const isToCome = call.start_time_utc !== null && call.recording_url === null && call.transcript_url === null;
  if (!isToCome || call.call_response === 'failed') return missing(name);
  if (isLive(call.status)) return notYetAvailable(`${name} not available yet: it is delivered when the call ends`);
  return notYetAvailable(
    `${name} not delivered yet${isLost(call) ? ': its runtime delivers it when it runs again' : ''}`,
  );
}

/** The call as responses show it: artifact URLs point to the routes under `base` that stream the objects. */
export const withArtifactRoutes = (call: CallLog, base: string): CallLog => ({
  ...call,
  recording_url: call.recording_url && `${base}/calls/${call.call_id}/recording`,
  transcript_url: call.transcript_url && `${base}/calls/${call.call_id}/transcript`,
});

/** Rejects a patch whose artifact URLs are not objects of this call. */
export function requireOwnArtifactUrls(patch: CallPatch, call: CallLog, root: string): void {
  for (const location of [patch.recording_url, patch.transcript_url])
    if (location !== undefined && !isOwn(location, call, root))
      throw invalid(`An artifact URL must lie inside ${root}${callPrefix(call.org_id, call.call_id)}`);
}

function isOwn(location: string, { org_id, call_id }: CallLog, root: string): boolean {
  const prefix = root + callPrefix(org_id, call_id);
  const name = location.slice(prefix.length);
  // A plain file name only: no subfolder, no path traversal, no encoding.
  return location.startsWith(prefix) && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && !name.includes('..');
}
