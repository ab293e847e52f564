import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { artifactKey, artifactName, type Artifact } from '../../domain/calls/artifact-urls.ts';
import { missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { ByteRange, ObjectStore } from '../ports/objects.ts';

/** A stored recording or transcript with its size, not yet read. */
export interface OpenArtifact {
  readonly size: number;
  /** The bytes, entire or one range. */
  bytes(part?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Opens a call's artifact for streaming. */
export const openArtifact =
  ({ calls, objects }: { calls: CallRepository; objects: ObjectStore }) =>
  async (principal: Principal, callId: string, artifact: Artifact): Promise<OpenArtifact> => {
    const call = await calls.find(allow(principal, 'calls.listen').org_id, callId);
    if (!call) throw missing('Call');
    const key = artifactKey(call, artifact, objects.root);
    const size = await objects.size(key);
    if (size === null) throw missing(artifactName(artifact));
    return {
      size,
      async bytes(part) {
        const object = await objects.open(key, part);
        if (!object) throw missing(artifactName(artifact));
        return object.bytes;
      },
    };
  };
