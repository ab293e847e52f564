import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { assert } from 'chai';
import type { Manifest } from '../../tools/backup/manifest.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { root } from '../architecture/cruise.ts';
import { pdfOf } from '../support/pdf-files.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { documentsRead, WITH_PDF_MS } from '../support/read-documents.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const ACCOUNT = { email: 'ada@example.com', password: 'a password of the tests', organisation_name: 'Tests' };
const AUTH = { provider: 'deepgram', auth: { api_key: 'the key of ada' } };
const FACT = 'On Sundays our opening hours are seven to eleven.';

/** The output and exit code of the command. Its files are limited to this number of KiB, as on a full disk. */
async function run(words: readonly string[], dataDir: string, limit: number | 'unlimited' = 'unlimited') {
  const command = [process.execPath, await builtProgram('tools/backup/main'), ...words];
  const child = spawn('bash', ['-c', `ulimit -f ${limit} && exec "$@"`, 'bash', ...command], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const [output, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { said: output + complained, code };
}

interface User {
  readonly api: ApiClient;
  readonly platform: OpenPlatform;
  readonly orgId: string;
  readonly agentId: string;
}

/** A user with credentials, an agent and a document that can be asked. */
async function joined(platform: OpenPlatform): Promise<User> {
  const api = new ApiClient(platform.apiBaseUrl, 60_000);
  const session = await api.ask<{ access_token: string; org_id: string }>('POST', '/users/signup', ACCOUNT);
  api.authorise(session.access_token);
  const { agent_id: agentId } = await api.ask<{ agent_id: string }>('POST', '/agents', RECEPTIONIST);
  await api.ask('POST', '/auth', AUTH);
  await api.upload('/knowledge/upload', 'opening.pdf', new Blob([Uint8Array.from(await pdfOf(FACT))]));
  await documentsRead(() => api.ask<KnowledgeDocument[]>('GET', '/knowledge'));
  return { api, platform, orgId: session.org_id, agentId };
}

/** A call whose recording says this. */
async function recorded({ api, agentId, orgId, platform }: User, words: string): Promise<string> {
  const { call_id } = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id: agentId });
  const objects = await resolve(platform.container, 'objects');
  const key = `${orgId}/${call_id}/recording.wav`;
  await objects.put(key, bytesOf(words), { size: words.length, contentType: 'audio/wav' });
  await api.ask('PATCH', `/calls/${call_id}`, { recording_url: objects.root + key, status: 'completed' });
  return call_id;
}

async function* bytesOf(words: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(words);
}

async function loggedIn(platform: OpenPlatform): Promise<ApiClient> {
  const api = new ApiClient(platform.apiBaseUrl, 60_000);
  api.authorise((await api.ask<{ access_token: string }>('POST', '/users/login', ACCOUNT)).access_token);
  return api;
}

const recordingOf = async (api: ApiClient, callId: string): Promise<string> =>
  Buffer.from(await api.download(`/calls/${callId}/recording`)).toString();

/** What the user sees who logs in. */
async function look(platform: OpenPlatform, { agentId, orgId }: User, callId: string) {
  const api = await loggedIn(platform);
  const knowledge = await resolve(platform.container, 'knowledgeUseCases');
  const { chunks } = await knowledge.retrieve({ org_id: orgId, question: 'opening hours on Sunday' });
  return {
    agent: await api.ask('GET', `/agents/${agentId}`),
    recording: await recordingOf(api, callId),
    credential: await api.ask<object>('GET', '/auth/deepgram'),
    documents: await api.ask('GET', '/knowledge'),
    found: chunks.map((chunk) => chunk.text).join(),
  };
}

/** Writes calls with recordings, one after the other, until the test stops it. Returns their ids. */
function writing(user: User) {
  const ids: string[] = [];
  const stopped = new AbortController();
  const work = (async () => {
    while (!stopped.signal.aborted) ids.push(await recorded(user, `recording ${ids.length}`));
  })();
  return {
    async several(): Promise<void> {
      await eventually(() => ids.length >= 3, 'three calls');
    },
    async stop() {
      stopped.abort();
      await work;
      return ids;
    },
  };
}

describe('a backup of a platform that runs', function () {
  this.timeout(WITH_PDF_MS);
  let place: string;
  let platform: OpenPlatform;
  let user: User;

  before(async () => {
    place = await temporaryDirectory();
    platform = await openPlatform({ services: ['api', 'runtime'], dataDir: join(place, 'data') });
    user = await joined(platform);
  });

  it('is a consistent snapshot during writes, and a platform restored from it is the same', async () => {
    const callId = await recorded(user, 'the first recording');
    const before = await look(platform, user, callId);
    await mkdir(join(place, 'data', 'spool', 'call-1'), { recursive: true });
    await writeFile(join(place, 'data', 'spool', 'call-1', 'transcript.txt'), 'words that were not fetched yet');
    const others = writing(user);
    await others.several();
    const made = await run(['backup', join(place, 'backup'), '--with-secrets'], join(place, 'data'));
    const written = await others.stop();
    assert.equal(made.code, 0, made.said);
    assert.match(made.said, /CAUTION: this backup contains the keys/);
    const manifest = await readFile(join(place, 'backup', 'manifest.json'), 'utf8');
    assert.deepEqual((JSON.parse(manifest) as Manifest).missingObjects, []);

    const put = await run(['restore', join(place, 'backup')], join(place, 'restored'));
    assert.equal(put.code, 0, put.said);
    const parts = ['objects', 'platform.db', 'secrets.env', 'spool', 'vectors.db'];
    assert.sameMembers(await readdir(join(place, 'restored')), parts);
    const second = await openPlatform({ dataDir: join(place, 'restored') });
    assert.deepEqual(await look(second, user, callId), before);
    assert.deepInclude(before.credential, AUTH);
    assert.include(before.found, 'seven to eleven');
    // A prefix of the sequence of writes is there, each document with those it refers to.
    const calls = await resolve(second.container, 'calls');
    const kept = await Promise.all(written.map((id) => calls.find(user.orgId, id)));
    const end = kept.includes(null) ? kept.indexOf(null) : kept.length;
    assert.isTrue(kept.slice(end).every((call) => call === null));
    assert.isAtLeast(end, 3);
    // The last of them may have been kept before it was told that it had a recording.
    const received = kept.slice(0, end).filter((call) => call?.recording_url);
    assert.isAtLeast(received.length, end - 1);
    const api = await loggedIn(second);
    for (const [turn, call] of received.entries())
      assert.equal(await recordingOf(api, call!.call_id), `recording ${turn}`);
  });

  it('leaves no file when the disk is full', async () => {
    const { code, said } = await run(['backup', join(place, 'full')], join(place, 'data'), 64);
    assert.equal(code, 1, said);
    assert.match(said, /Nothing was changed/);
    assert.isEmpty((await readdir(place)).filter((name) => name.startsWith('full')));
  });

  it('is not restored over a running platform', async () => {
    const { code, said } = await run(['restore', join(place, 'backup'), '--replace'], join(place, 'data'));
    assert.equal(code, 1);
    assert.match(said, /A platform runs on/);
    assert.notInclude((await readdir(join(place, 'data'))).join(), 'restor');
  });
});
