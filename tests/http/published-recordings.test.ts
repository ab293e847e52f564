import { request } from 'node:http';
import { assert } from 'chai';
import { NO_QUOTAS } from '../../domain/accounts/quotas.ts';
import { rehearsalRecordingKey } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { RECORDING_BYTES_BELOW } from '../../domain/rehearsal/conversation-recording.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import type { RequestParts } from '../support/client.ts';
import { EMPTY_CONVERSATION, PUBLISHED_RUN } from '../contracts/rehearsal-examples.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { wavFile, wavParts } from '../support/wav-files.ts';
import { openWorld, type World } from '../support/world.ts';

const RECORDING = wavFile({ seconds: 0.5 });
const DAY_MS = 24 * 3_600_000;
/** Each request that publishes a conversation has one for what was said. */
const UUID = /-[0-9a-f-]{36}(?=\.json$)/;

describe('recordings that the command publishes', () => {
  let world: World;
  let ada: AgentFixture;
  let suiteId: string;
  let runId: string;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    const suite = { agent_id: ada.agentId, source: TABLE_SUITE };
    suiteId = (await ada.post<{ suite_id: string }>('/rehearsal-suites', suite)).suite_id;
    runId = await begin();
    await converse('a1');
  });
  afterEach(() => world.close());

  async function begin(): Promise<string> {
    const body = { ...PUBLISHED_RUN, level: 'voice', conversations_total: 2, runs: 2 };
    return (await ada.post<{ run_id: string }>(`/rehearsal-suites/${suiteId}/published-runs`, body)).run_id;
  }
  const converse = (id: string, run = runId) =>
    ada.ask('PUT', `/rehearsal-runs/${run}/conversations/${id}`, { body: EMPTY_CONVERSATION });
  const path = (id = 'a1', run = runId): string => `/rehearsal-runs/${run}/conversations/${id}/recording`;
  const put = (file: Uint8Array = RECORDING, parts: RequestParts = {}, place = path()) =>
    ada.ask('PUT', place, { ...wavParts(file), ...parts });
  const keyFor = async (scope: string): Promise<string> =>
    (await ada.post<{ key: string }>('/api-keys', { name: 'CI', scopes: [scope] })).key;
  const finish = (run = runId) => ada.ask('POST', `/rehearsal-runs/${run}/finish`, { body: {} });
  const used = async (): Promise<number> => (await world.ports.quotas.usage(ada.org_id)).storage.used;
  const objects = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of world.ports.objects.list(`${ada.org_id}/rehearsals/`))
      keys.push(key.slice(`${ada.org_id}/rehearsals/`.length).replace(UUID, ''));
    return keys.toSorted();
  };
  const sweep = (): Promise<void> => world.ports.callUseCases.sweepRetention();
  const detailOf = ({ body }: { readonly body: unknown }): string => (body as { detail: string }).detail;
  const keyOf = (run = runId): string =>
    rehearsalRecordingKey({ org_id: ada.org_id, run_id: run, side: 'a', position: 1 });

  it('are heard in whole and in parts, like those of calls', async () => {
    const answer = await put();
    assert.equal(answer.status, 200, answer.text);
    assert.deepInclude(answer.body, { conversation_id: 'a1', has_recording: true });
    const read = async (headers: Record<string, string> = {}) =>
      fetch(`${world.url}/api/v1${path()}`, { headers: { authorization: `Bearer ${ada.token}`, ...headers } });
    const whole = await read();
    assert.equal(whole.headers.get('content-type'), 'audio/wav');
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), RECORDING);
    const part = await read({ range: 'bytes=44-143' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 44-143/${RECORDING.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), RECORDING.subarray(44, 144));
    assert.equal((await read({ range: `bytes=${RECORDING.length}-` })).status, 416);
  });

  it('are stored once, however often and at the same time they are sent, and count once for the storage', async () => {
    const before = await used();
    const answers = await Promise.all([1, 2, 3].map(() => put()));
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.deepInclude(body, { has_recording: true });
    }
    assert.equal((await put(wavFile({ seconds: 2 }))).status, 200);
    assert.equal((await ada.ask('GET', path())).headers.get('content-length'), String(RECORDING.length));
    assert.equal(await used(), before + RECORDING.length);
  });

  it('are refused with what to send instead', async () => {
    for (const [file, problem] of [
      [Buffer.from('not sound'), /^The recording must be a WAV file/],
      [Buffer.alloc(0), /^The recording must be a WAV file/],
      [wavFile({ changed: { 34: 8 } }), /^The recording must be PCM of 16 bits/],
      [RECORDING.subarray(0, 9_000), /^The recording is cut short/],
      [wavFile({ seconds: 0 }), /^The recording has no samples/],
    ] as const) {
      const answer = await put(file);
      assert.equal(answer.status, 422);
      assert.match(detailOf(answer), problem);
    }
    const other = await put(RECORDING, { headers: { 'content-type': 'audio/mpeg' } });
    assert.equal(other.status, 422);
    assert.include(other.text, 'Content-Type must be audio/wav');
    assert.deepEqual(await objects(), [`${runId}/a1.json`]);
  });

  it('are refused before they are read where they belong to nothing', async () => {
    const unread = async (place: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'audio/wav', 'content-length': 1_000, authorization: `Bearer ${ada.token}` };
        // The body never comes.
        const sent = request(`${world.url}/api/v1${place}`, { method: 'PUT', headers }, ({ statusCode = 0 }) => {
          resolve(statusCode);
          sent.destroy();
        }).once('error', reject);
        sent.flushHeaders();
      });
    assert.equal(await unread(path('a2')), 404);
    assert.equal(await unread(path('b1')), 404);
    assert.equal(await unread(path('a1', 'none')), 404);
    await put();
    assert.equal(await unread(path()), 200);
    await finish();
    assert.equal(await unread(path()), 400);
  });

  it('are refused from 100 MiB on, by their announced length or by their bytes', async () => {
    const announced = await put(RECORDING, {
      headers: { 'content-type': 'audio/wav', 'content-length': String(RECORDING_BYTES_BELOW) },
      raw: new Uint8Array(RECORDING_BYTES_BELOW),
    });
    assert.equal(announced.status, 413);
    const answer = await fetch(`${world.url}/api/v1${path()}`, {
      method: 'PUT',
      headers: { 'content-type': 'audio/wav', authorization: `Bearer ${ada.token}` },
      body: endless(RECORDING_BYTES_BELOW),
      duplex: 'half',
    });
    assert.equal(answer.status, 413);
    assert.deepEqual(await objects(), [`${runId}/a1.json`]);
  });

  it('are refused where the storage is too small', async () => {
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: (await used()) + RECORDING.length };
    assert.equal((await put(wavFile({ seconds: 1 }))).status, 413);
    assert.equal((await put()).status, 200);
    world.ports.limits.quotas = NO_QUOTAS;
    await converse('a2');
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: await used() };
    const full = await put(RECORDING, {}, path('a2'));
    assert.equal(full.status, 413);
    assert.match(detailOf(full), /^The quota storage does not allow this/);
  });

  it('need a key with the scope to write rehearsals, and are of one organisation alone', async () => {
    assert.equal((await put(RECORDING, { token: await keyFor('rehearsals.read') })).status, 403);
    const eve = await openAgentFixture(world, 'eve');
    assert.equal((await put(RECORDING, { token: eve.token })).status, 404);
    assert.equal((await put(RECORDING, { token: await keyFor('rehearsals.write') })).status, 200);
    assert.equal((await ada.ask('GET', path(), { token: eve.token })).status, 404);
  });

  it('go with their run, and give their bytes back', async () => {
    const before = await used();
    await put();
    await finish();
    assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${runId}`)).status, 200);
    assert.isEmpty(await objects());
    assert.isBelow(await used(), before);
  });

  it('go with their time, while what was said stays', async () => {
    const before = await used();
    await put();
    await finish();
    const token = await keyFor('rehearsals.read');
    const going = await begin();
    await converse('a1', going);
    await put(RECORDING, {}, path('a1', going));
    const body = { recordings_days: 10, transcripts_days: null, calls_days: null };
    assert.equal((await ada.ask('PUT', `/organisations/${ada.org_id}/retention`, { body })).status, 200);
    await sweep();
    assert.equal((await ada.ask('GET', path())).status, 200);
    world.ports.clock.advance(11 * DAY_MS);
    await sweep();
    const read = await ada.ask('GET', `/rehearsal-runs/${runId}/conversations/a1`, { token });
    assert.deepInclude(read.body, { has_recording: false, verdict: 'passed' });
    assert.equal((await ada.ask('GET', path(), { token })).status, 404);
    // A run that is not over is left alone.
    assert.deepEqual(await objects(), [`${going}/a1.json`, `${going}/a1.wav`, `${runId}/a1.json`].toSorted());
    assert.isAtMost(await used(), before + RECORDING.length + 2_000);
  });

  it('can be sent again after a crash between storing and listing them, and are counted once', async () => {
    const { rehearsedConversations: conversations } = world.ports;
    const before = await used();
    const { addRecording } = conversations;
    conversations.addRecording = () => Promise.reject(new Error('The process is gone'));
    assert.equal((await put()).status, 500);
    conversations.addRecording = addRecording;
    assert.equal((await ada.ask('GET', path())).status, 404);
    assert.equal((await put()).status, 200);
    world.ports.clock.advance(16 * 60_000);
    assert.equal(await used(), before + RECORDING.length);
  });

  it('are removed after a crash where their run was deleted as well', async () => {
    const { rehearsedConversations: conversations, rehearsalRuns } = world.ports;
    const { addRecording } = conversations;
    conversations.addRecording = async () => {
      assert.equal((await ada.ask('POST', `/rehearsal-runs/${runId}/cancel`)).status, 200);
      const { find } = rehearsalRuns;
      // The run is removed after its objects were listed, as if the object had come a moment later.
      const { list } = world.ports.objects;
      Object.assign(world.ports.objects, { list: async function* () {} });
      assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${runId}`)).status, 200);
      Object.assign(world.ports.objects, { list });
      assert.isNull(await find(ada.org_id, runId));
      throw new Error('The process is gone');
    };
    assert.equal((await put()).status, 500);
    conversations.addRecording = addRecording;
    assert.include(await objects(), `${runId}/a1.wav`);
    world.ports.clock.advance(16 * 60_000);
    await used();
    assert.notInclude(await objects(), `${runId}/a1.wav`);
  });

  it('leave nothing where their run is deleted while they come', async () => {
    const { put: store } = world.ports.objects;
    Object.assign(world.ports.objects, {
      put: async (...args: Parameters<typeof store>) => {
        assert.equal((await ada.ask('POST', `/rehearsal-runs/${runId}/cancel`)).status, 200);
        assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${runId}`)).status, 200);
        await store.apply(world.ports.objects, args);
      },
    });
    assert.equal((await put()).status, 404);
    assert.isEmpty(await objects());
    assert.isNull(await world.ports.objects.size(keyOf()));
  });
});

/** Zeros of this length, in parts. */
const endless = (bytes: number): ReadableStream<Uint8Array> => {
  const part = new Uint8Array(1024 * 1024);
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(part.subarray(0, left));
      left -= part.length;
    },
  });
};
