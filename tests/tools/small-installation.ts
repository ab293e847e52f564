import { Readable } from 'node:stream';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { installationOf, PARTS, type Installation } from '../../tools/backup/installation.ts';
import { openDocuments, openObjects, openVectors } from '../../bootstrap/stores.ts';
import { recordingKey } from '../../domain/calls/artifact-urls.ts';
import { webCall } from '../../domain/calls/call-log.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';

/** A stopped installation in this directory, with keys and one call whose recording has this content. */
export async function smallInstallation(dataDir: string, recording = 'recorded'): Promise<Installation> {
  const installation = installationOf({ DATA_DIR: dataDir });
  const { paths, bucket } = installation;
  const links = hmacObjectLinks({ secret: 's', path: '/' }, fakeClock());
  const objects = await openObjects(`file:${paths.objects}`, bucket, links);
  const key = recordingKey('org', 'call');
  await objects.put(key, Readable.from([Buffer.from(recording)]), { size: recording.length, contentType: 'audio/wav' });
  const documents = await openDocuments(`sqlite:${paths.documents}`, rememberingLog().log);
  const calls = await documentCalls(documents);
  const call = webCall({
    call_id: 'call',
    org_id: 'org',
    agent_id: 'agent',
    agent_name: 'Desk',
    custom_variables: {},
    now: new Date(0),
  });
  await calls.add({ ...call, recording_url: objects.root + key });
  await documents.close();
  const vectors = await openVectors(`sqlite:${paths.vectors}`);
  const chunk = {
    chunk_id: 'c',
    document_id: 'd',
    source_filename: 'a.pdf',
    page: 1,
    heading: null,
    text: 'text',
    embedding_model: 'm',
  };
  await vectors.upsert('org', [{ ...chunk, vector: Float32Array.of(1, 2) }]);
  await vectors.close();
  await writeFile(join(dataDir, PARTS.secrets), 'PROVIDER_AUTH_ENCRYPTION_KEY=key\n');
  return installation;
}
