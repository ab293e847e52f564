import { assert } from 'chai';
import { webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import {
  artifactKey,
  artifactName,
  recordingKey,
  requireOwnArtifactUrls,
  transcriptKey,
  withArtifactRoutes,
} from '../../../domain/calls/artifact-urls.ts';
import { DomainError } from '../../../domain/errors.ts';
import { RUNTIME_LOST } from '../../../domain/calls/reconciliation.ts';

const ROOT = 'file://artifacts/';
const call = (changes: Partial<CallLog> = {}): CallLog => ({
  ...webCall({
    call_id: 'c1',
    org_id: 'o1',
    agent_id: 'a1',
    agent_name: 'Ada',
    custom_variables: {},
    now: new Date(0),
  }),
  ...changes,
});

const foreign = [
  'file://artifacts/o1/c2/recording.wav',
  'file://artifacts/o2/c1/recording.wav',
  'file://other/o1/c1/recording.wav',
  's3://artifacts/o1/c1/recording.wav',
  'file://artifacts/o1/c1/',
  'file://artifacts/o1/c1/../c2/recording.wav',
  'file://artifacts/o1/c1/a/recording.wav',
  'file://artifacts/o1/c1/..',
  'file://artifacts/o1/c1/%2e%2e',
  'file://artifacts/o1/c1/recording.wav?x',
  'file://artifacts/o1/c1/recording.wav\n',
  'https://example.com/recording.wav',
  'o1/c1/recording.wav',
  '',
];

/** The refusal itself: `assert.throws` would also accept a thrown undefined. */
function refused(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('nothing was refused');
}

describe('artifact URLs', () => {
  it('resolve to the key of an object of the call', () => {
    const own = ROOT + recordingKey('o1', 'c1');
    assert.equal(artifactKey(call({ recording_url: own }), 'recording', ROOT), 'o1/c1/recording.wav');
    const transcript = ROOT + transcriptKey('o1', 'c1');
    assert.equal(artifactKey(call({ transcript_url: transcript }), 'transcript', ROOT), 'o1/c1/transcript.txt');
    requireOwnArtifactUrls({ recording_url: own, transcript_url: `${ROOT}o1/c1/transcript.txt` }, call(), ROOT);
  });

  it('are rejected in a patch when they point elsewhere', () => {
    for (const location of foreign)
      for (const field of ['recording_url', 'transcript_url'])
        assert.throws(
          () => requireOwnArtifactUrls({ [field]: location }, call(), ROOT),
          /must lie inside file:\/\/artifacts\/o1\/c1\//,
        );
  });

  it('are rejected when an invalid URL was stored', () => {
    for (const location of foreign)
      assert.throws(
        () => artifactKey(call({ recording_url: location }), 'recording', ROOT),
        /stored artifact URL is invalid/,
      );
  });

  it('are missing until the artifacts are delivered', () => {
    for (const artifact of ['recording', 'transcript'] as const) {
      const refusal = refused(() => artifactKey(call(), artifact, ROOT));
      assert.deepEqual([refusal.problem, refusal.message], ['missing', `${artifactName(artifact)} not found`]);
    }
    const talked = { start_time_utc: '2026-03-02T09:00:00.000Z', call_response: 'answered' } as const;
    const why = (changes: Partial<CallLog>) => () => artifactKey(call({ ...talked, ...changes }), 'transcript', ROOT);
    assert.throws(why({ status: 'in_progress' }), 'Transcript not available yet: it is delivered when the call ends');
    assert.throws(why({ status: 'completed' }), /^Transcript not delivered yet$/);
    assert.throws(
      why({ status: 'failed', error_message: RUNTIME_LOST }),
      'Transcript not delivered yet: its runtime delivers it when it runs again',
    );
    const delivered = { recording_url: `${ROOT}o1/c1/recording.wav` };
    assert.throws(why({ status: 'completed', ...delivered }), 'Transcript not found');
    const transcribed = call({ ...talked, status: 'completed', transcript_url: `${ROOT}o1/c1/transcript.txt` });
    assert.throws(() => artifactKey(transcribed, 'recording', ROOT), 'Recording not found');
    assert.throws(why({ status: 'failed', call_response: 'failed' }), 'Transcript not found');
  });

  it('are shown as the routes that stream stored artifacts', () => {
    const shown = withArtifactRoutes(call({ recording_url: `${ROOT}o1/c1/recording.wav` }), '/api/v1');
    assert.equal(shown.recording_url, '/api/v1/calls/c1/recording');
    assert.isNull(shown.transcript_url);
    assert.equal(withArtifactRoutes(call({ transcript_url: 'x' }), '/v2').transcript_url, '/v2/calls/c1/transcript');
  });
});
